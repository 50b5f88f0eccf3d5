import type { SearchMatch } from '../../contract/search'
import { countOf } from '../../ui/numbers'

/** Every text of the search in passages. */
export const words = {
  file: 'Search in this file',
  collection: 'Search in these files',
  title: 'What an agent would find',
  hint: 'Words in any form, a beginning, or "a phrase" in quotes.',
  results: 'Passages found',
  searching: 'Searching',
  again: 'Try again',
  found: (count: number, took: string | undefined) =>
    took === undefined ? countOf(count, 'passage') : `${countOf(count, 'passage')} in ${took}`,
  took: (ms: number) =>
    ms < 1 ? 'less than 1 ms' : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`,
  none: (query: string) => `No passage has anything like “${query}”.`,
  noneHint: 'An agent would find nothing here either. Try other words, or add a file that says it.',
  page: (page: number) => `Page ${page}`,
  match: {
    words: undefined,
    prefix: 'The last word as a beginning',
    similar: 'No passage has these words; these have words spelled alike',
    some: 'No passage has all these words; these have some of them',
  } satisfies Record<SearchMatch, string | undefined>,
  whole: 'Show the whole passage',
  wholeOf: (where: string) => `Show the whole passage: ${where}`,
  unnamed: 'A file without a name',
}
