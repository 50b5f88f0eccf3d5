import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    !process.env.VITEST &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/route-tree.gen.ts',
        routeFileIgnorePattern: '\\.test\\.',
        quoteStyle: 'single',
        disableLogging: true,
      }),
    !process.env.VITEST && react(),
    !process.env.VITEST && tailwindcss(),
  ],
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['src/build/vitest-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
