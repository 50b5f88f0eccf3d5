import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { buildOnce, MAKING } from './src/build/build-once'
import { compressedAssets, consolePage } from './src/build/console-page'
import { developmentConsole } from './src/build/development-console'
import { directImports } from './src/build/direct-imports'
import { lightIcons } from './src/build/light-icons'
import { lightLibraries } from './src/build/light-libraries'
import { lightReact } from './src/build/light-react'
import { plannedChunks } from './src/build/planned-chunks'
import { serverEntries } from './src/build/programs'

const plainDecoder = fileURLToPath(
  new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
)

const screens = [
  tanstackRouter({
    target: 'react',
    autoCodeSplitting: true,
    // A screen's first reads are in its own chunk too, so that the entry knows no resource.
    codeSplittingOptions: {
      defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
    },
    routesDirectory: 'src/routes',
    generatedRouteTree: 'src/route-tree.gen.ts',
    quoteStyle: 'single',
    disableLogging: true,
  }),
  lightIcons(),
  lightReact(),
  lightLibraries(),
  directImports(),
  react(),
  tailwindcss(),
  plannedChunks(),
  consolePage(),
  compressedAssets(),
  developmentConsole(),
]

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Tests of programs, which need their bundles. */
const SERVERS = ['build', 'proxy', 'sample', 'service'].map((room) => `src/${room}/**/*.test.ts`)

export default defineConfig({
  // Shown in the settings.
  define: { 'import.meta.env.CONSOLE_VERSION': JSON.stringify(version) },
  plugins: process.env.VITEST ? [] : screens,
  build: { target: 'es2022' },
  // Scripts find each other by their own address, so one build serves any BASE_PATH; the proxy writes it into the page (D460).
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'js' ? { relative: true } : undefined),
  },
  // Markdown is parsed in a worker, where the variant for browsers has no document to decode character references with.
  // A stand-in for what every React since 18 has itself is not loaded.
  resolve: {
    alias: [
      { find: 'decode-named-character-reference', replacement: plainDecoder },
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
    ],
  },
  environments: {
    client: {
      build: {
        outDir: join(MAKING, 'client'),
        modulePreload: {
          polyfill: false,
          // What every page has loaded before need not be named in each script that loads others.
          resolveDependencies: (_, names, { hostType }) =>
            names.filter((name) => hostType === 'html' || !/\/(?:base|rolldown-runtime|shared)-/.test(name)),
        },
        // One stylesheet, which stands in the page: no chunk may ask for it again.
        cssCodeSplit: false,
        // On a busy machine it tells at length how long plugins took.
        rolldownOptions: {
          checks: { pluginTimings: false },
          // A number or a word of another module stands where it is used, so that no name is passed on and no file is loaded for it alone (D851).
          optimization: { inlineConst: { mode: 'all', pass: 3 } },
        },
      },
    },
    server: {
      consumer: 'server',
      // Many small files are slow to load (D432).
      resolve: { noExternal: ['drizzle-orm', 'hono', 'undici', 'zod'] },
      build: {
        outDir: join(MAKING, 'server'),
        ssr: true,
        target: 'node20',
        copyPublicDir: false,
        rolldownOptions: { input: serverEntries },
      },
    },
  },
  builder: { buildApp: buildOnce },
  test: {
    // Tests of programs and stores mostly wait: for leases, bounds and processes. Three workers kept two cores busy three fifths of the time.
    maxWorkers: availableParallelism() + 2,
    // Most of a short test file's time went into loading the same modules again, so files share them; each opens what it changes for itself.
    isolate: false,
    // Opening a store takes 2 s of processor time, which a machine that does much else gives in more than a minute. Nothing waits for these times.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    setupFiles: ['src/build/patient-waits.ts'],
    expect: { poll: { timeout: 60_000 } },
    // The one whose name comes first in the alphabet begins: what waits for programs and leases goes on while the quick tests are done (D1010).
    projects: [
      { extends: true, test: { name: 'without-servers', include: ['src/**/*.test.ts'], exclude: SERVERS } },
      {
        extends: true,
        test: {
          name: 'servers',
          include: SERVERS,
          globalSetup: ['src/build/vitest-setup.ts'],
          // The embedded database is compiled for a short life; the fast code for a long one costs twice the time of opening it.
          execArgv: ['--liftoff-only'],
        },
      },
    ],
  },
})
