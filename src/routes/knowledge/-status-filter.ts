import { INGESTED, type KnowledgeFile } from '../../contract/files'
import type { FilterChoice } from '../../ui/filters'
import { words } from './-files-words'

/** In the address no status stands for all; on the chips this does. */
export const ALL = 'all'
/** Files of which the service says no status. */
const NONE = 'none'

const statusOf = ({ status }: KnowledgeFile) => status || NONE

export function filterByStatus(files: readonly KnowledgeFile[], status: string | undefined) {
  return status === undefined ? files : files.filter((file) => statusOf(file) === status)
}

/** All, then each status that occurs with how many have it, `INGESTED` first; the chosen one always. */
export function statusChoices(
  files: readonly KnowledgeFile[] | undefined,
  chosen: string | undefined,
): FilterChoice<string>[] {
  const counts = new Map<string, number>(chosen === undefined ? [] : [[chosen, 0]])
  for (const file of files ?? []) counts.set(statusOf(file), (counts.get(statusOf(file)) ?? 0) + 1)
  const first = (status: string) => (status === INGESTED ? '' : status)
  const statuses = [...counts.keys()].sort((a, b) => first(a).localeCompare(first(b)))
  return [
    { value: ALL, label: words.all, count: files?.length },
    ...statuses.map((value) => ({
      value,
      label: value === NONE ? words.noStatus : value,
      count: files && counts.get(value),
    })),
  ]
}
