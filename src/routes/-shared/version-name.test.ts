import { expect, it } from 'vitest'
import { inSentence, nameOf, versionTitle } from './version-name'

it('a version is called by its number, else its label, else its id alone', () => {
  expect(versionTitle({ versionId: 'version-7', number: 4, label: 'spring' })).toBe('Version 4')
  expect(versionTitle({ versionId: 'version-7', label: 'spring' })).toBe('spring')
  expect(versionTitle({ versionId: 'version-7', label: '' })).toBe('version-7')
  expect(nameOf({ versionId: 'version-7', number: 4, label: 'spring' })).toBe('Version 4, spring')
  expect(nameOf({ versionId: 'version-7', number: 4 })).toBe('Version 4')
  expect(nameOf({ versionId: 'version-7', label: 'spring' })).toBe('spring')
  expect(nameOf({ versionId: '0123456789abcdef0123' })).toBe('01234567…0123')
})

it('a number is said in a sentence; a label or an id stays as it is', () => {
  expect(inSentence('Version 4, Vanilla')).toBe('version 4, Vanilla')
  expect(inSentence('Vanilla')).toBe('Vanilla')
  expect(inSentence('Version-7')).toBe('Version-7')
})
