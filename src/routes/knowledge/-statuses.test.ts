import { describe, expect, it } from 'vitest'
import type { KnowledgeFile } from '../../contract/files'
import { failureOf, nameOf, noteOf } from './-file-status'
import { endedSince, endedWords, statusesOf } from './-use-ended'

const file = (fileId: string, status?: string, more: Partial<KnowledgeFile> = {}): KnowledgeFile => ({
  fileId,
  status,
  other: {},
  ...more,
})

describe('what is announced', () => {
  const before = statusesOf([
    file('a', 'UPLOADED'),
    file('b', 'PENDING'),
    file('c', 'INGESTED'),
    file('d', 'UPLOADED'),
  ])

  it('is what ended since the list before, well or badly', () => {
    const now = [file('a', 'INGESTED'), file('b', 'FAILED'), file('c', 'INGESTED'), file('d', 'UPLOADED')]
    expect(endedSince(before, now).map(({ fileId }) => fileId)).toEqual(['a', 'b'])
  })

  it('is nothing of a file that the list never showed waiting', () => {
    expect(endedSince(before, [file('e', 'INGESTED')])).toEqual([])
  })

  it('is also a file that was uploaded here and ready at once, and that only once', () => {
    const now = [file('e', 'INGESTED')]
    expect(endedSince(before, now, new Set(['e']))).toEqual(now)
    expect(endedSince(statusesOf(now), now, new Set(['e']))).toEqual([])
  })

  it('is nothing at the first list, where an earlier page has announced what it uploaded', () => {
    expect(endedSince(undefined, [file('e', 'INGESTED')], new Set(['e']))).toEqual([])
  })
})

it('names a few files, and counts many', () => {
  const many = Array.from({ length: 24 }, (_, at) => file(`file-with-a-long-name-${at}`, 'INGESTED'))
  expect(endedWords([file('a', 'INGESTED'), file('b', 'FAILED', { reason: 'It is empty.' })])).toBe(
    'a is INGESTED. b is FAILED. It is empty.',
  )
  const empty = ['b', 'c', 'd'].map((id) => file(id, 'FAILED', { reason: 'It is empty.' }))
  expect(endedWords(empty)).toBe('b is FAILED. c is FAILED. d is FAILED. It is empty.')
  expect(endedWords([...empty.slice(0, 2), file('e', 'FAILED', { reason: 'It is locked.' })])).toBe(
    'b is FAILED. c is FAILED. It is empty. e is FAILED. It is locked.',
  )
  expect(endedWords([...many, file('b', 'FAILED')])).toBe('24 files are INGESTED. 1 file is FAILED.')
  const long = ['f', 'g'].map((id) => file(id, 'FAILED', { reason: `${id} is a scan. `.repeat(9) }))
  expect(endedWords(long)).toBe('2 files are FAILED.')
  expect(endedWords([])).toBe('')
})

describe('a failed file', () => {
  it('says why, or that nobody said why', () => {
    expect(failureOf(file('a', 'FAILED', { reason: 'It is empty.' }))).toBe('It is empty.')
    expect(failureOf(file('a', 'FAILED'))).toBe('The service gave no reason.')
    expect(failureOf(file('a', 'INGESTED', { reason: 'left over' }))).toBeUndefined()
  })

  it('and one that is read with a warning say what is wrong', () => {
    const warning = 'Only 2 of 14 pages have text.'
    expect(noteOf(file('a', 'FAILED', { reason: 'It is empty.' }))).toBe('It is empty.')
    expect(noteOf(file('a', 'INGESTED', { reason: 'left over', warning }))).toBe(warning)
    expect(endedWords([file('a', 'INGESTED', { warning })])).toBe(`a is INGESTED. ${warning}`)
  })

  it('is called by its id where it has no name', () => {
    expect(nameOf(file('f-1'))).toBe('f-1')
  })
})
