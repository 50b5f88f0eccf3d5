import { expect, it } from 'vitest'
import type { Collection } from '../contract/collections'
import type { LedgerEntry } from '../ledger/entry'
import { membersOf } from './members'
import { membershipOf } from './membership'

const collection = (id: string, fileIds?: string[]): Collection => ({
  id,
  name: `Collection ${id}`,
  files: fileIds?.map((fileId) => ({ fileId, other: {} })),
  other: {},
})
const holds = (fileId: string, collectionIds?: string[]) => ({ fileId, collectionIds, other: {} })
const listOf = (...items: Collection[]) => ({ items, unreadable: [] })
const did = (
  operation: string,
  collectionId: string,
  state: LedgerEntry['state'] = 'accepted',
): LedgerEntry => ({
  id: `${operation}${collectionId}`,
  service: 'local',
  operation,
  params: { collectionId, fileId: 'f' },
  startedAt: '2026-01-01T00:00:00Z',
  state,
  tab: 't',
})

it('believes the collections when all of them say what they hold', () => {
  const list = listOf(collection('1', ['f', 'g']), collection('2', ['g']))
  expect(membershipOf(holds('f'), { list, entries: [did('addFileToCollection', '2')] })).toEqual({
    collections: [{ id: '1', name: 'Collection 1' }],
    source: 'service',
  })
  expect(membershipOf(holds('f'), { list: listOf() })).toEqual({ collections: [], source: 'service' })
})

it('else believes the file', () => {
  const list = listOf(collection('2'), collection('1', ['f']))
  expect(membershipOf(holds('f', ['2', '9']), { list })).toEqual({
    collections: [
      { id: '2', name: 'Collection 2' },
      { id: '9', name: undefined },
    ],
    source: 'service',
  })
})

it('else knows what was done here, in the order in which it was done', () => {
  const newestFirst = [
    did('addFileToCollection', '3', 'unknown'),
    did('removeFileFromCollection', '1'),
    did('addFileToCollection', '2'),
    did('addFileToCollection', '1'),
  ]
  const known = { list: listOf(collection('1'), collection('2')), entries: newestFirst }
  expect(membershipOf(holds('f'), known)).toEqual({
    collections: [{ id: '2', name: 'Collection 2' }],
    source: 'browser',
  })
  expect(membershipOf(holds('g'), known)).toEqual({ collections: [], source: 'unknown' })
})

it('tells what a collection holds by what the collection says', () => {
  const members = membersOf({ collection: collection('1', ['f', 'g']), files: [holds('h', ['1'])] })
  expect(members).toEqual({ fileIds: ['f', 'g'], source: 'service' })
})

it('else by what the files say, when all of them do', () => {
  const files = [holds('f', ['1', '2']), holds('g', ['2'])]
  expect(membersOf({ collection: collection('1'), files })).toEqual({ fileIds: ['f'], source: 'service' })
  expect(membersOf({ collection: collection('1'), files: [...files, holds('h')] }).source).toBe('unknown')
})

it('else by what was done here, the newest last, and only what was accepted', () => {
  // The ledger hands them over newest first.
  const entries = [did('removeFileFromCollection', '1'), did('addFileToCollection', '1')]
  expect(membersOf({ collection: collection('1'), entries })).toEqual({ fileIds: [], source: 'browser' })
  expect(membersOf({ collection: collection('1'), entries: entries.toReversed() }).fileIds).toEqual(['f'])
  const refused = [did('addFileToCollection', '1', 'refused'), did('addFileToCollection', '2')]
  expect(membersOf({ collection: collection('1'), entries: refused }).source).toBe('unknown')
})
