import type { FileRead, RowsReply, RowsRequest } from '../jobs/batch-rows-worker'
import type { BatchRow } from '../jobs/check-rows'
import type { Declared, Target } from '../jobs/map-columns'
import type { CheckedRow, RowEdits } from '../jobs/row-edits'

export type { FileRead } from '../jobs/batch-rows-worker'
export type { BatchRow } from '../jobs/check-rows'
export { chosenTargets, columnProblems, type Declared, type Target } from '../jobs/map-columns'
export {
  type CheckedRow,
  NO_EDITS,
  type RowEdits,
  type RowProblem,
  type RowsChange,
  withChange,
} from '../jobs/row-edits'
export { CSV_START, csvLine } from '../jobs/write-csv'

/** The file cannot be read as rows; the message says why, for the person. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

type Country = { readonly code: string; readonly name: string; readonly calling: string }

/**
 * The rows of one file, held and judged in a worker so that the page stays quick (safety rule 17). Answers come in the order of the
 * questions; rows come in parts.
 */
export class RowsFile {
  readonly #worker = new Worker(new URL('../jobs/batch-rows-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, { take: (reply: RowsReply) => void; fail: (error: Error) => void }>()
  #last = 0

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<RowsReply>) => this.#waiting.get(data.id)?.take(data)
    this.#worker.onerror = () => {
      const error = new Error('The part of this page that reads files did not start. Reload the page.')
      for (const { fail } of this.#waiting.values()) fail(error)
      this.#waiting.clear()
    }
  }

  close(): void {
    this.#worker.terminate()
  }

  async countries(): Promise<readonly Country[]> {
    let found: readonly Country[] = []
    await this.#ask({ name: 'countries' }, (reply) => {
      if ('countries' in reply) found = reply.countries
      return true
    })
    return found
  }

  /** Reads a file and proposes what its columns stand for; `edits`: what was changed of its rows before. Rejects with `FileRefused`. */
  async read(file: Blob, declared: Declared, edits?: RowEdits): Promise<FileRead> {
    const bytes = await file.arrayBuffer()
    let read: FileRead | undefined
    await this.#ask({ name: 'read', bytes, declared, edits }, (reply) => {
      if ('file' in reply) read = reply.file
      return true
    })
    if (!read) throw new FileRefused('This file could not be read.')
    return read
  }

  /** Judges every row. */
  check(rules: {
    targets: readonly Target[]
    country: string | undefined
    declared: Declared
    earlier: ReadonlyMap<string, string>
  }): Promise<CheckedRow[]> {
    return this.#rows({ name: 'check', ...rules })
  }

  /** Puts other text into a cell; resolves with the rows that are now judged differently, as do those that follow. */
  fix(row: number, column: number, text: string): Promise<CheckedRow[]> {
    return this.#rows({ name: 'fix', row, column, text })
  }

  change(name: 'mend' | 'allow' | 'leave out' | 'take back', rows: readonly number[]): Promise<CheckedRow[]> {
    return this.#rows({ name, rows })
  }

  /** Hands the rows over as a batch keeps them, part by part; the next is asked for when `keep` is done. */
  async take(keep: (rows: readonly BatchRow[], part: number) => Promise<void>): Promise<void> {
    const parts: (readonly BatchRow[])[] = []
    await this.#ask({ name: 'take' }, (reply) => {
      if ('taken' in reply) parts.push(reply.taken)
      return !('taken' in reply) || reply.last
    })
    for (const [part, rows] of parts.entries()) await keep(rows, part)
  }

  async #rows(request: RowsRequest): Promise<CheckedRow[]> {
    const rows: CheckedRow[] = []
    await this.#ask(request, (reply) => {
      if (!('rows' in reply)) return true
      for (const row of reply.rows) rows.push(row)
      return reply.last
    })
    return rows
  }

  /** Resolves when `take` says that a reply was the last. */
  #ask(request: RowsRequest, take: (reply: RowsReply) => boolean): Promise<void> {
    this.#last += 1
    const id = this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        fail: reject,
        take: (reply) => {
          if ('refused' in reply) reject(new FileRefused(reply.refused))
          else if (take(reply)) resolve()
          else return
          this.#waiting.delete(id)
        },
      })
      this.#worker.postMessage({ id, request })
    })
  }
}
