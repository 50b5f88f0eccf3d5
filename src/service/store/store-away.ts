import { causes, sqlState } from '../log'

/** The embedded database stopped while in use. Whether the last request was carried out is unknown. */
export class StoreStopped extends Error {
  override readonly name = 'StoreStopped'
  /** SQLSTATE of the cause, if it has one. */
  readonly code: string | undefined
  /** A few words, never the text of an error. */
  readonly reason: string

  constructor(reason: string, code?: string) {
    super(`The embedded database stopped: ${reason}`)
    this.reason = reason
    this.code = code
  }
}

const DISK_FULL = '53100'

/**
 * SQLSTATEs that say nothing about the request: the connection broke (08), the server admits nobody now (28, 3D000,
 * 57P), it lacks resources (53), it is a standby (25006), a statement, lock or transaction took too long (57014, 55P03,
 * 25P03, then 25P02), or two transactions conflicted (40001, 40P01).
 */
const AWAY = /^(08...|28...|3D000|25006|25P0[23]|40001|40P01|53...|55P03|57014|57P0[1-5])$/

const UNREACHABLE =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|ENOTFOUND|EAI_AGAIN)$/

/** SQLSTATEs for a statement that took too long, too much memory, or more than a limit of the store. */
const TOO_MUCH = /^(53200|54...|57014)$/

const DRIVER_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'is not queryable',
  'Query read timeout',
  'Cannot use a pool after calling end on the pool',
]

const systemCode = (error: Error) => String((error as NodeJS.ErrnoException).code)

export const isUnreachable = (code: unknown): boolean => UNREACHABLE.test(String(code))

/** No space, a full quota, or a file larger than allowed, in the database or beside it. */
export function isDiskFull(error: unknown): boolean {
  if (sqlState(error) === DISK_FULL) return true
  return causes(error).some((each) => /^(ENOSPC|EDQUOT|EFBIG)$/.test(systemCode(each)))
}

/** The store did not answer, or not in time. The same request may work later. */
export function isStoreAway(error: unknown): boolean {
  if (AWAY.test(sqlState(error) ?? '')) return true
  return causes(error).some(
    (each) =>
      each instanceof StoreStopped ||
      isUnreachable(systemCode(each)) ||
      DRIVER_MESSAGES.some((text) => each.message.includes(text)),
  )
}

/** The request was more than the store can do, so it may fail again. */
export const wasTooMuch = (error: unknown): boolean => TOO_MUCH.test(sqlState(error) ?? '')
