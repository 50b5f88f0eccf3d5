import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import {
  createScenario,
  generateScenarios,
  listScenarios,
  runScenarios,
  updateScenario,
} from '../contract/testing-lab'
import { readSizedPages } from './cursor-pages'
import { askExtension, extensionQuery } from './extension'
import { keys } from './keys'
import type { StoredLab } from './lab-records'
import { recorded } from './ledger'
import { LAB_PAGE } from './runs'

export const storedLabKey = [...keys.lab, 'stored']
const WRITES = [generateScenarios, runScenarios, createScenario, updateScenario]

export const labQueries = {
  /** What this browser stores of the testing lab. */
  stored: () =>
    recorded(storedLabKey, async (ledger, service): Promise<StoredLab> => {
      const [notes, ...entries] = await Promise.all([
        ledger.labNotes(service),
        ...WRITES.map((operation) => ledger.entries(service, operation.name)),
      ])
      const all = entries.flat().toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
      return { entries: all, notes }
    }),

  /** Whether the service lists scenarios, which is the sign that it takes them. */
  offered: () =>
    extensionQuery(listScenarios, (signal) => call(listScenarios, { query: { limit: '1' }, signal })),

  /** The scenarios that the service lists, newest first; `null` where it has no such operation. */
  scenarios: () =>
    queryOptions({
      queryKey: [...keys.lab, 'scenarios'],
      queryFn: ({ client, signal }) =>
        askExtension(client, listScenarios, async () => {
          const begunAt = new Date().toISOString()
          const list = await readSizedPages(LAB_PAGE, (query) => call(listScenarios, { query, signal }))
          return { ...list, begunAt }
        }),
    }),
}
