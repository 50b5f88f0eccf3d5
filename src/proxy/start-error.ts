import type { Config } from './config'

/** Why a start failed, in one sentence for a person. */
export class StartError extends Error {}

/** Why the console cannot listen where it should. */
export function describeListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<Config, 'host' | 'port'>,
): StartError {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use; stop what uses it, or set PORT.`)
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used; set PORT to another one.`)
  return new StartError(`The console cannot listen on ${host}, port ${port} (${error.code}).`)
}
