import { CONSOLE_INFO_PATH, type ConsoleInfo, consoleInfoReply } from '../contract/console-info'
import { operation } from '../contract/operation'
import { type Cancellable, call } from './call'

/** Not an operation of the service, but the console's own address; declared alike so that one function calls both. */
const readConsoleInfo = operation({
  name: 'readConsoleInfo',
  method: 'GET',
  path: CONSOLE_INFO_PATH,
  auth: 'none',
  summary: 'Tells what the console is connected to.',
  reply: consoleInfoReply,
})

/** Reads what the console is connected to, from the console's own server. */
export function readInfo({ signal }: Cancellable = {}): Promise<ConsoleInfo> {
  return call(readConsoleInfo, { signal, timeoutMs: 10_000 })
}
