import { sqlState } from '../log'

/** Connection failures, a server that stops or starts, and no connection left. */
const AWAY = /^(08...|57P0[1-5]|53300)$/
const SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** What the driver says, without a code, of a connection that ended or never came about. */
const SAID = /connection terminated|timeout exceeded when trying to connect|database stopped|not queryable/i

/** Whether an error means that the store does not answer, rather than that it refused. */
export function isStoreAway(error: unknown): boolean {
  const state = sqlState(error)
  if (state && AWAY.test(state)) return true
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) {
    if (SOCKET.test(String((each as { code?: unknown }).code)) || SAID.test(each.message)) return true
  }
  return false
}
