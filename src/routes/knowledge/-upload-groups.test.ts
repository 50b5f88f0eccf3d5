import { expect, it } from 'vitest'
import type { KnowledgeFile } from '../../contract/files'
import type { UploadItem } from '../../queries/uploads'
import {
  endOf,
  goesUp,
  groupTitle,
  inOrder,
  isOver,
  namesOf,
  sameNameOf,
  summaryOf,
  type UploadRow,
  wordsOf,
} from './-upload-groups'

let last = 0
function row(item: Partial<UploadItem>, status?: string, reason?: string): UploadRow {
  last += 1
  const id = String(last)
  const file: KnowledgeFile | undefined = status ? { fileId: id, status, reason, other: {} } : undefined
  return {
    item: { id, fileName: `${id}.md`, size: 1, state: 'added', canRetry: false, ...item },
    file,
    sameName: false,
  }
}
const many = (count: number, ...given: Parameters<typeof row>) =>
  Array.from({ length: count }, () => row(...given))

it('calls nothing a second file that may yet be skipped, or that does not get there', () => {
  const working = { state: 'working', step: { name: 'address' } } as const
  for (const going of [{ state: 'added' }, working] as const) expect(goesUp(row(going).item)).toBe(true)
  expect(goesUp(row({ state: 'working', step: { name: 'elsewhere' } }).item)).toBe(false)
  for (const state of ['queued', 'working', 'skipped', 'failed', 'cancelled', 'interrupted'] as const)
    expect(goesUp(row({ state }).item)).toBe(false)
})

it('says of what was cancelled whether it is there all the same', () => {
  const cancelled = { state: 'cancelled', collections: [{ id: 'c', name: 'Returns' }] } as const
  const words = [row(cancelled), row({ ...cancelled, fileId: 'f' }), row(cancelled, 'INGESTED')].map(endOf)
  expect(words).toEqual([
    'Cancelled. Nothing was added.',
    'Cancelled. It may have been added.',
    'Cancelled. It was added to Files, but perhaps not to Returns.',
  ])
})

it('isolates each of several collections whose names go from right to left', () => {
  const collections = ['שלום', 'תודה', 'Returns'].map((name) => ({ id: name, name }))
  expect(namesOf(row({ collections }).item)).toBe('\u2068שלום\u2069, \u2068תודה\u2069, Returns')
})

it('asks for another name only where the content is another, too', () => {
  const file = (fileId: string, sha256?: string): KnowledgeFile => ({
    fileId,
    fileName: 'a.md',
    sha256,
    status: 'INGESTED',
    other: {},
  })
  const added = (item: Partial<UploadItem>, own?: KnowledgeFile) =>
    ({ ...row({ fileName: 'a.md', fileId: 'own', ...item }), file: own }) as const
  const [own, same, other] = [file('own', 'aa'), file('f1', 'aa'), file('f2', 'bb')]
  expect(sameNameOf(added({}, own), [own])).toBe(false)
  expect(sameNameOf(added({}, own), [own, same])).toBe('content')
  expect(sameNameOf(added({}, own), [own, same, other])).toBe(true)
  // What services do not say is no reason to call them the same.
  expect(sameNameOf(added({}, file('own')), [file('own'), file('f1')])).toBe(true)
  // Somebody wanted it although its content was here, which is said in its row.
  expect(sameNameOf(added({ sameAs: 'a.md' }, own), [own, same])).toBe(false)
  const twins = many(2, {}, 'INGESTED').map((each) => ({ ...each, sameName: 'content' as const }))
  expect(inOrder(twins).ended.map(groupTitle)).toEqual([
    '2 files: The same file is here twice. Delete one of them.',
  ])
})

it('says of what was uploaded how much can be used, so that red rows are no surprise', () => {
  const rows = [...many(36, {}, 'INGESTED'), ...many(24, {}, 'FAILED')]
  expect(summaryOf(rows)).toBe('60 uploaded: 36 ready, 24 unreadable')
  expect(summaryOf([...rows, ...many(4, { state: 'failed' }), row({}, 'UPLOADED'), row({})])).toBe(
    '62 uploaded: 36 ready, 2 being read, 24 unreadable; 4 failed',
  )
  expect(
    summaryOf([
      ...many(2, { state: 'queued' }),
      ...many(210, { state: 'skipped' }),
      row({ state: 'interrupted' }),
      row({ state: 'cancelled' }),
    ]),
  ).toBe('2 on the way; 210 already here, skipped; 1 interrupted; 1 cancelled')
})

it('says of what was skipped for a collection that it is in there now, unless it could not be read', () => {
  const skipped = { state: 'skipped', collections: [{ id: 'c', name: 'Returns' }] } as const
  const rows = [...many(2, skipped), row({ ...skipped, isUnreadable: true }), row({ state: 'skipped' })]
  expect(summaryOf(rows)).toBe('2 already here, now in the collection; 2 already here, skipped')
  expect(inOrder(rows).ended.map(groupTitle)[0]).toBe('2 files: Already here, skipped. Now in Returns.')
})

it('says of what was skipped that its prompt was not sent, in the line of all', () => {
  const prompt = 'About returns.'
  const rows = [
    ...many(2, { state: 'skipped', prompt }),
    ...many(2, { state: 'skipped', prompt, isUnreadable: true }),
    ...many(2, { state: 'skipped', prompt, collections: [{ id: 'c', name: 'Returns' }] }),
    ...many(2, { state: 'skipped' }),
  ]
  expect(inOrder(rows).ended.map(groupTitle)).toEqual([
    '2 files: Already here, skipped. The retrieval prompt was not sent.',
    '2 files: Already here, but it could not be read. Skipped. The retrieval prompt was not sent.',
    '2 files: Already here, skipped. Now in Returns. The retrieval prompt was not sent.',
    '2 files: Already here, skipped.',
  ])
})

it('shows what needs a person, then what moves, then what is done', () => {
  const [ready, working, unreadable, queued, skipped, reading, failed] = [
    row({}, 'INGESTED'),
    row({ state: 'working' }),
    row({}, 'FAILED', 'There is no text in it.'),
    row({ state: 'queued' }),
    row({ state: 'skipped', sameAs: 'old.md' }),
    row({}, 'UPLOADED'),
    row({ state: 'failed', error: new Error('Broken.') }),
  ]
  const order = inOrder([ready, working, unreadable, queued, skipped, reading, failed])
  expect(order.needing.flatMap(({ rows }) => rows)).toEqual([unreadable, failed])
  expect([order.moving, order.waiting, order.reading]).toEqual([[working], [queued], [reading]])
  expect(order.ended.flatMap(({ rows }) => rows)).toEqual([skipped])
  expect(order.ready).toEqual([ready])
})

it('says nothing of the state of what no list tells of, and of what others deleted that it is gone', () => {
  const unknown = many(4, {}).map((each) => ({ ...each, lacks: 'unknown' as const }))
  expect(summaryOf(unknown)).toBe('4 uploaded')
  expect(unknown.some(isOver)).toBe(false)
  const deleted = many(3, {}).map((each) => ({ ...each, lacks: 'deleted' as const }))
  expect(summaryOf([...deleted, row({}, 'INGESTED')])).toBe('4 uploaded: 1 ready, 3 deleted meanwhile')
  expect(deleted.every(isOver)).toBe(true)
  expect(inOrder(deleted).ended.map(groupTitle)).toEqual(['3 files: Deleted meanwhile.'])
})

it('waits for none that the service does not list, and lets it be cleared', () => {
  const beyond = { ...row({}), lacks: 'beyond' as const }
  expect(summaryOf([beyond, row({}, 'UPLOADED'), row({}, 'INGESTED')])).toBe(
    '3 uploaded: 1 ready, 1 being read, 1 beyond what the service lists',
  )
  expect(isOver(beyond)).toBe(true)
  // Where it stood before, as the list may yet have it.
  expect(inOrder([beyond]).reading).toEqual([beyond])
})

it('says once that many have the name of another file', () => {
  const same = many(3, {}, 'INGESTED').map((each) => ({ ...each, sameName: true }))
  const { ended, ready } = inOrder([...same, row({}, 'INGESTED')])
  expect(ended.map(groupTitle)).toEqual(['3 files: Another file has the same name. Both are kept.'])
  expect(ready).toHaveLength(1)
})

it('leaves one that is put into its collection where it moves, whatever its file is', () => {
  const rows = [row({ state: 'working' }, 'INGESTED'), row({ state: 'working' }, 'FAILED')]
  const { moving, ready, needing } = inOrder(rows)
  expect([moving, ready, needing]).toEqual([rows, [], []])
})

it('makes one line of equal failures from the second on, as more may come of a drop that goes on', () => {
  const blank = many(24, {}, 'FAILED', 'There is no text in it.')
  const { needing } = inOrder([
    ...many(2, {}, 'FAILED', 'It is damaged.'),
    ...blank,
    row({ state: 'queued' }),
  ])
  expect(needing.map(groupTitle)).toEqual(['2 files: It is damaged.', '24 files: There is no text in it.'])
})

it('tells no time while nothing moves', () => {
  const progress = { leftMs: 19_000, movedAt: 100_000 }
  expect(wordsOf(progress, 101_000)).toBe('19 s left')
  expect(wordsOf(progress, 115_000)).toBe('waiting for an answer')
  expect(wordsOf({ movedAt: 100_000 }, 100_000)).toBeUndefined()
})
