import { sqlState } from '../log'

/** The embedded database stopped under those who were using it. Whether it did what was asked for is not known. */
export class StoreStopped extends Error {
  override readonly name = 'StoreStopped'
  /** SQLSTATE of what stopped it, where there is one. */
  readonly code: string | undefined
  /** A few words, no text of an error. */
  readonly reason: string

  constructor(reason: string, code?: string) {
    super(`The embedded database stopped: ${reason}`)
    this.reason = reason
    this.code = code
  }
}

const DISK_FULL = '53100'

/**
 * SQLSTATEs that say nothing of the request: the connection broke (08), the server lets nobody in now (28, 3D000, 57P), it lacks something (53), it is a
 * standby (25006), or a statement, a lock or an open transaction took longer than it may (57014, 55P03, 25P03, and 25P02 as what follows), or two
 * transactions were in each other's way and this one had to go (40001, 40P01).
 */
const AWAY = /^(08...|28...|3D000|25006|25P0[23]|40001|40P01|53...|55P03|57014|57P0[1-5])$/

/** Of the system, when the server cannot be reached or a connection breaks. */
const UNREACHABLE =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/

/** Over what it was asked to do: a statement that took too long, or more memory, or was beyond a limit of the store. */
const TOO_MUCH = /^(53200|54...|57014)$/

/** What `pg` says, which has no codes for it. */
const SAID_BY_DRIVER = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'is not queryable',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
]

/** The error and what caused it, however deep it is wrapped. */
function* causes(error: unknown): Generator<Error> {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth++) yield each
}

const systemCode = (error: Error) => String((error as NodeJS.ErrnoException).code)

/** No room, a full quota, or a file beyond what the process may write, be it in the database or beside it. */
export function isDiskFull(error: unknown): boolean {
  if (sqlState(error) === DISK_FULL) return true
  return [...causes(error)].some((each) => /^(ENOSPC|EDQUOT|EFBIG)$/.test(systemCode(each)))
}

/** The store did not answer, or not in time. Asked again later, the same may work. */
export function isStoreAway(error: unknown): boolean {
  if (AWAY.test(sqlState(error) ?? '')) return true
  return [...causes(error)].some(
    (each) =>
      each instanceof StoreStopped ||
      UNREACHABLE.test(systemCode(each)) ||
      SAID_BY_DRIVER.some((text) => each.message.includes(text)),
  )
}

/** The store was asked for more than it can do; asked again, it may well fail again. */
export const wasTooMuch = (error: unknown): boolean => TOO_MUCH.test(sqlState(error) ?? '')
