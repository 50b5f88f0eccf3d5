import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { listen, originOf, stopListening } from '../net/listening'
import { underOwnHosts } from '../net/own-host'
import { LIMITS } from '../net/server-limits'
import { checkStore } from './check-store'
import { loadEnvironment, readServiceConfig } from './config'
import { credentialsPath, showCredentials } from './credentials'
import { explainStart } from './explain'
import type { Log } from './log'
import { openService } from './open'

/** The programs are bundled beside this one. */
const PROGRAMS = dirname(fileURLToPath(import.meta.url))

/** Ends the process this long after the signal, in milliseconds; the next start recovers as after a crash (D224). */
const END_BY = 8000

const print = (line: string) => process.stdout.write(`${line}\n`)
const log: Log = (entry) => {
  if (entry.event !== 'request') process.stderr.write(`${JSON.stringify(entry)}\n`)
}

/** The answer until the data is open. */
const STARTING = JSON.stringify({
  status: 503,
  message: 'The service is starting. Nothing was done.',
  code: 'SERVICE_UNAVAILABLE',
  success: false,
})

/** Serves the local service alone, on loopback, until a signal stops it. */
async function main(): Promise<void> {
  loadEnvironment()
  const config = readServiceConfig(process.env)
  // Listens first: addresses need the port, and a port in use is found before any data is touched.
  const server = createServer(LIMITS, (_, response) =>
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '2' }).end(STARTING),
  )
  const host = '127.0.0.1'
  const origin = originOf({ host, port: await listen(server, { host, port: config.port }) })
  await checkStore(config)
  const service = await openService({
    ...config,
    credentials: { apiKey: config.apiKey, accessToken: config.accessToken },
    publicUrl: origin,
    programs: PROGRAMS,
    log,
  })
  const chosen = config.apiKey && config.accessToken
  // Only with the data directory open: a refused start writes nothing into it.
  if (!chosen) showCredentials(config.dataDir, service.credentials)
  server.removeAllListeners('request')
  server.on(
    'request',
    underOwnHosts(
      config.allowedHosts,
      getRequestListener((request) => service.fetchForAll(request)),
    ),
  )

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(0), END_BY)
    service.endStreams()
    await stopListening(server)
    await service.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const where = chosen ? 'SERVICE_API_KEY and SERVICE_ACCESS_TOKEN' : credentialsPath(config.dataDir)
  print(`Service ready on ${origin}, credentials in ${where}`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainStart(error)}\n`)
  process.exit(1)
})
