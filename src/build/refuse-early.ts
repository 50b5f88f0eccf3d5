import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { createServer } from 'node:net'
import { StartRefused } from '../net/start-refused'
import { readConfig, refuseAddress } from '../proxy/config'
import { checkStore } from '../service/check-store'
import { loadEnvironment, readLocalConfig, readServiceConfig, readStoreConfig } from '../service/config'
import { explainStart } from '../service/explain'
import { makeDirectory } from '../service/store/lock'
import { DIST } from './built-from.mjs'

/** Why a program (`main`, `sample`, `service`, `dev`) cannot start, as one sentence. Asked before the build, which takes long. */
export async function refuseEarly(program: string): Promise<string | undefined> {
  try {
    loadEnvironment()
    if (program === 'service') await checkService()
    if (['main', 'sample', 'dev'].includes(program)) await checkConsole()
    if (program !== 'dev') checkBuildDirectory()
    return undefined
  } catch (error) {
    return explainStart(error)
  }
}

async function checkConsole(): Promise<void> {
  const config = readConfig(process.env)
  const local = config.serviceUrl ? undefined : readLocalConfig(process.env)
  const store = local ?? (config.signIn && readStoreConfig(process.env))
  await listenOnce(config.port, config.host).catch(refuseAddress(config))
  if (store) await checkStore(store)
}

async function checkService(): Promise<void> {
  const config = readServiceConfig(process.env)
  await listenOnce(config.port, '127.0.0.1')
  await checkStore(config)
}

async function listenOnce(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  await new Promise((resolve) => server.close(resolve))
}

function checkBuildDirectory(): void {
  try {
    makeDirectory(DIST, 0o777)
    accessSync(DIST, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(
      `Switchboard must be built first, and ${DIST} cannot be written (${code}); run npm run build as a user who may.`,
    )
  }
}
