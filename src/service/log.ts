/** One log line. It never holds bodies, headers, queries or error messages (safety). */
export interface LogEntry {
  /** `store`: it went away, or, with status 200, is back. */
  readonly event: 'request' | 'error' | 'ingestion' | 'run' | 'job' | 'store'
  readonly method?: string
  readonly operation?: string
  readonly status?: number
  /** Milliseconds. */
  readonly duration?: number
  readonly id?: string
  /** Class of an error. Messages are left out, because they may hold what people sent. */
  readonly error?: string
  readonly code?: string
  /** Place in the program. */
  readonly at?: string
}

export type Log = (entry: LogEntry) => void

/** The SQLSTATE of a database error, also of a wrapped one. It has a digit, unlike EPIPE or EPERM. */
export const sqlState = (error: unknown) => findCode(error, /^(?=.*\d)[0-9A-Z]{5}$/)

function findCode(error: unknown, form: RegExp): string | undefined {
  const codes = causes(error).map((each) => (each as { code?: unknown }).code)
  return codes.find((code): code is string => typeof code === 'string' && form.test(code))
}

/** The error and its causes. */
export function causes(error: unknown, depth = 5): Error[] {
  return error instanceof Error && depth > 0 ? [error, ...causes(error.cause, depth - 1)] : []
}

/** What the log may hold of an unexpected error. */
export function describeError(error: unknown): Pick<LogEntry, 'error' | 'code' | 'at'> {
  if (!(error instanceof Error)) return { error: typeof error }
  const frame = error.stack?.split('\n').find((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
  const code = sqlState(error) ?? findCode(error, /^E[A-Z]{3,20}$/)
  return { error: error.constructor.name, code, at: frame?.trim().slice(0, 300) }
}
