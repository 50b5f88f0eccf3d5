/** Everything that a log line can say (safety rule 8). There is no field for a body, header, query or error. */
export interface LogEntry {
  readonly time: Date
  readonly method: string
  /** Name of the operation, or of what else was asked for: `page`, `asset`, `upload`, `refused`, ... */
  readonly operation: string
  readonly status: number
  /** Milliseconds. */
  readonly duration: number
  readonly requestId: string
}

/** One line, fields in a fixed order. */
export function formatEntry({ time, method, operation, status, duration, requestId }: LogEntry): string {
  return [time.toISOString(), method, operation, status, `${Math.round(duration)}ms`, requestId].join(' ')
}
