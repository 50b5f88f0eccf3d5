import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundlePrograms } from './programs'

/** Ends the process with a sentence, because Vite would add a stack. */
function refuse(sentence: string | undefined): void {
  if (sentence === undefined) return
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** `npm run dev`: proxy and service from source inside the Vite server, behind the guard. Workers are bundled at start. */
export function developmentConsole(): Plugin {
  return {
    name: 'development-console',
    apply: 'serve',
    config() {
      try {
        process.loadEnvFile()
      } catch {
        // The console itself reports an unreadable `.env` below.
      }
      return {
        server: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4600), strictPort: true, cors: false },
      }
    },
    async configureServer(server) {
      const { refuseEarly } = await server.ssrLoadModule('/src/build/refuse-early.ts')
      const { explainStart } = await server.ssrLoadModule('/src/service/explain.ts')
      refuse(await refuseEarly('dev'))
      const programs = fileURLToPath(new URL('../../node_modules/.cache-programs', import.meta.url))
      await bundlePrograms(programs)
      const { openDevelopmentConsole } = await server.ssrLoadModule('/src/proxy/main.ts')
      const running = await openDevelopmentConsole({ programs }).catch((error: unknown) =>
        refuse(explainStart(error)),
      )
      server.middlewares.use(running.listener)
      server.httpServer?.once('close', () => running.close())
    },
  }
}
