import { expect, it } from 'vitest'
import { readPages } from './cursor-pages'

const page = (ids: readonly string[], nextCursor?: string) => ({
  items: ids.map((id) => ({ id })),
  unreadable: [],
  nextCursor,
})

/** Reads from a service that answers each cursor so; also what it was asked for. */
async function reading(answers: Readonly<Record<string, ReturnType<typeof page>>>) {
  const asked: string[] = []
  const { items, nextCursor } = await readPages(async (cursor = 'first') => {
    asked.push(cursor)
    return answers[cursor] ?? page([])
  })
  return { asked, ids: items.map(({ id }) => id), nextCursor }
}

it('has each item once where a service ignores the cursor', async () => {
  const same = page(['a', 'b'], 'next')
  const read = await reading({ first: same, next: same })
  expect(read).toEqual({ asked: ['first', 'next'], ids: ['a', 'b'], nextCursor: undefined })
})

it('ends where cursors go round', async () => {
  const read = await reading({ first: page(['a'], 'A'), A: page(['b'], 'B'), B: page(['c'], 'A') })
  expect(read).toEqual({ asked: ['first', 'A', 'B'], ids: ['a', 'b', 'c'], nextCursor: undefined })
})

it('says that there may be more where pages bring nothing new', async () => {
  const empty = (next: string) => page([], next)
  const read = await reading({ first: page(['a'], '1'), 1: empty('2'), 2: empty('3'), 3: empty('4') })
  expect(read).toEqual({ asked: ['first', '1', '2', '3'], ids: ['a'], nextCursor: '4' })
})
