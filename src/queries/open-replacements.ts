import { queryOptions } from '@tanstack/react-query'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './record-write'

const HINT = 'switchboard-open-replacements'

/** Notes that there may be open replacements, so that a first screen without any need not load what reads them (D114). */
export function rememberOpen(): void {
  try {
    localStorage.setItem(HINT, '1')
  } catch {
    // A browser that keeps nothing has no replacement to come back to either.
  }
}

/** Whether there may be open replacements. */
export function mayHaveOpen(): boolean {
  try {
    return localStorage.getItem(HINT) !== null
  } catch {
    return false
  }
}

/** A replacement that has not ended, as the Files screen lists it. */
interface OpenReplacement {
  readonly id: string
  readonly oldName: string
  readonly waitsForValidation: boolean
}

/** Those that have not ended, newest first. */
export const openReplacements = () =>
  queryOptions({
    queryKey: [...keys.ledger, 'open replacements'],
    queryFn: async ({ client }): Promise<readonly OpenReplacement[]> => {
      const { serviceName } = await connectionOf(client)
      const jobs = await (await ledgerOf(client)).jobs(serviceName)
      const { readReplacement } = await import('../jobs/replacement')
      const { nextAction } = await import('../jobs/replace-file')
      return jobs.flatMap(({ kind, state }) => {
        const job = kind === 'replace-file' ? readReplacement(state) : undefined
        if (!job || job.endedAt !== undefined) return []
        const action = nextAction(job, { content: true, address: false })
        const waitsForValidation = action.name === 'person' && action.needs === 'validation'
        return [{ id: job.id, oldName: job.old.fileName, waitsForValidation }]
      })
    },
  })
