import type { Answers, RowsReply } from '../jobs/batch-rows-worker'
import { NotDone } from '../jobs/not-done'

export type { FileRead } from '../jobs/batch-rows-worker'
export type { Rules } from '../jobs/check-rows'
export {
  chosenTargets,
  columnProblems,
  isTarget,
  labelOf,
  type Proposal,
  proposeColumns,
  type Target,
} from '../jobs/map-columns'
export type { CheckedRow, RowProblem, RowsChange } from '../jobs/row-edits'

/** The file cannot be read as rows; the message says why, for the person. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

export type Country = ReturnType<Answers['countries']>[number]

/** The rows of one file, held and judged in a worker so that the page stays quick (safety rule 17). Answers come in the order of the questions. */
export class RowsFile {
  readonly #worker = new Worker(new URL('../jobs/batch-rows-worker.ts', import.meta.url), { type: 'module' })
  readonly #waiting = new Map<number, { take: (reply: RowsReply) => void; fail: (error: Error) => void }>()
  #last = 0
  /** Why nothing will be answered any more: it did not start. One that has answered goes on after an error. */
  #failed: Error | undefined
  #hasAnswered = false

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<RowsReply>) => {
      this.#hasAnswered = true
      this.#waiting.get(data.id)?.take(data)
    }
    this.#worker.onerror = () => {
      const error = new Error('The part of this page that reads files did not start. Reload the page.')
      if (!this.#hasAnswered) this.#failed = error
      for (const { fail } of this.#waiting.values()) fail(error)
      this.#waiting.clear()
    }
  }

  close(): void {
    this.#worker.terminate()
  }

  /** `read` rejects with `FileRefused`. */
  ask<Name extends keyof Answers>(
    name: Name,
    ...given: Parameters<Answers[Name]>
  ): Promise<ReturnType<Answers[Name]>> {
    if (this.#failed) return Promise.reject(this.#failed)
    this.#last += 1
    const id = this.#last
    const items: unknown[] = []
    return new Promise((resolve, reject) => {
      const take = (reply: RowsReply) => {
        for (const item of reply.items) items.push(item)
        if (!reply.last) return
        this.#waiting.delete(id)
        if (reply.refused === undefined) resolve(items as ReturnType<Answers[Name]>)
        else reject(new FileRefused(reply.refused))
      }
      this.#waiting.set(id, { take, fail: reject })
      this.#worker.postMessage({ id, name, given })
    })
  }

  /** The rows as a batch has them. Rejects with `NotDone` where not as many are ready as were `asked` for: they were judged again meanwhile. */
  async take(asked: number): Promise<ReturnType<Answers['take']>> {
    const rows = await this.ask('take')
    const ready = rows.filter(({ request }) => request).length
    if (ready === asked) return rows
    throw new NotDone(
      'No batch was made',
      `${ready} ${ready === 1 ? 'row is' : 'rows are'} ready now, not ${asked}.`,
      'Check them, then continue.',
    )
  }
}
