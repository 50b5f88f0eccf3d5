import type { Answers, FileRead, Questions, RowsReply } from '../jobs/batch-rows-worker'
import type { BatchRow, Rules } from '../jobs/check-rows'
import type { Declared } from '../jobs/map-columns'
import type { CheckedRow, RowEdits, RowsChange } from '../jobs/row-edits'

export type { FileRead } from '../jobs/batch-rows-worker'
export type { BatchRow, Rules } from '../jobs/check-rows'
export { chosenTargets, columnProblems, type Declared, type Target } from '../jobs/map-columns'
export { type CheckedRow, NO_EDITS, type RowEdits, type RowProblem, type RowsChange } from '../jobs/row-edits'
export { CSV_START, csvLine } from '../jobs/write-csv'

/** The file cannot be read as rows; the message says why, for the person. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

export type Country = Answers['countries']

/** So many rows are stored at a time. */
const PART = 500

/** The rows of one file, held and judged in a worker so that the page stays quick (safety rule 17). Answers come in the order of the questions. */
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

  countries = (): Promise<readonly Country[]> => this.#ask('countries')

  /** Reads a file and proposes what its columns stand for; `edits`: what was changed of its rows before. Rejects with `FileRefused`. */
  async read(file: Blob, declared: Declared, edits?: RowEdits): Promise<FileRead> {
    const [read] = await this.#ask('read', await file.arrayBuffer(), declared, edits)
    if (!read) throw new FileRefused('This file could not be read.')
    return read
  }

  /** Judges every row. */
  check = (rules: Rules): Promise<CheckedRow[]> => this.#ask('check', rules)

  /** Puts other text into cells of a row, by column; resolves with the rows that are now judged differently, as `change` does. */
  fix = (row: number, cells: ReadonlyMap<number, string>): Promise<CheckedRow[]> =>
    this.#ask('fix', row, cells)

  change = (change: RowsChange, rows: readonly number[]): Promise<CheckedRow[]> =>
    this.#ask('change', change, rows)

  /** What was changed of the rows so far. */
  edits = async (): Promise<RowEdits | undefined> => (await this.#ask('edits'))[0]

  /** Hands the rows over as a batch stores them, part by part. */
  async take(save: (rows: readonly BatchRow[], part: number) => Promise<void>): Promise<void> {
    const rows = await this.#ask('take')
    for (let part = 0; part * PART < rows.length; part += 1)
      await save(rows.slice(part * PART, (part + 1) * PART), part)
  }

  #ask<Name extends keyof Questions>(name: Name, ...given: Questions[Name]): Promise<Answers[Name][]> {
    this.#last += 1
    const id = this.#last
    const items: unknown[] = []
    return new Promise((resolve, reject) => {
      const take = (reply: RowsReply) => {
        for (const item of reply.items) items.push(item)
        if (!reply.last) return
        this.#waiting.delete(id)
        if (reply.refused === undefined) resolve(items as Answers[Name][])
        else reject(new FileRefused(reply.refused))
      }
      this.#waiting.set(id, { take, fail: reject })
      this.#worker.postMessage({ id, request: [name, ...given] })
    })
  }
}
