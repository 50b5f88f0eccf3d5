import { expect, test } from 'vitest'
import type { Language } from '../store/schema'
import { findSynonyms } from './find-synonyms'
import { FORMS, SYNONYMS } from './synonyms'
import { wordsOf } from './words'

const othersOf = (language: Language, question: string, word: string) =>
  findSynonyms(language, wordsOf(question))
    .filter((each) => each.word === word)
    .flatMap(({ others }) => others)

test('a word has those of its groups, whatever its ending, and not itself', () => {
  expect(othersOf('english', 'What about refunds?', 'refunds')).toEqual(
    expect.arrayContaining(['reimburse', 'money back']),
  )
  expect(othersOf('english', 'What about refunds?', 'refunds')).not.toContain('refund')
  expect(othersOf('german', 'Was ist mit der Rückgabe?', 'rückgabe')).toContain('rücksendung')
  expect(othersOf('french', 'Les colis livrés', 'livrés')).toContain('expédition')
})

test('a phrase is found with a word or two between its own, in their order', () => {
  const [found] = findSynonyms('english', wordsOf('May I send my boots back?'))
  expect(found).toMatchObject({ word: 'send', rest: ['back'], likeness: 0.8 })
  expect(found?.others).toContain('return')
  const apart = findSynonyms('english', wordsOf('I send them today, and come back'))
  expect(apart.filter(({ rest }) => rest.length > 0)).toEqual([])
  expect(findSynonyms('english', wordsOf('back to send')).some(({ rest }) => rest.length > 0)).toBe(false)
})

test('forms that no ending tells, and numbers', () => {
  expect(othersOf('english', 'Who sent it?', 'sent')).toContain('send')
  expect(othersOf('english', 'within fourteen days', 'fourteen')).toContain('14')
})

test('everyday words have formal ones, and words of them in any form (D741)', () => {
  expect(othersOf('english', 'How much do I pay back?', 'pay')).toContain('reimbursement')
  expect(othersOf('english', 'When do they find out?', 'find')).toContain('determine')
  expect(othersOf('english', 'We got rid of it', 'got')).toContain('remove')
  expect(othersOf('english', 'May I give it back?', 'give')).toContain('return')
})

test('runs without spaces', () => {
  expect(othersOf('simple', '返品できますか', '返品')).toContain('返却')
  expect(
    findSynonyms('simple', wordsOf('払い戻しは？')).find(({ rest }) => rest.length > 0)?.others,
  ).toContain('返金')
  expect(othersOf('simple', 'ソフトの消し方', '消し')).toContain('アンインストール')
})

test('what only asks and what has no group stays as it is', () => {
  expect(findSynonyms('english', wordsOf('please tell me about quaggas'))).toEqual([])
  expect(findSynonyms('spanish', wordsOf('devolver'))).toEqual([])
})

test('each group has at least two, none twice', () => {
  for (const text of Object.values(SYNONYMS))
    for (const group of text.split(/[;\n]/).filter((each) => each.trim() !== '')) {
      const entries = group.split(',').map((entry) => entry.trim())
      expect(entries.length, group).toBeGreaterThan(1)
      expect(new Set(entries).size, group).toBe(entries.length)
    }
  for (const text of Object.values(FORMS))
    for (const group of text.split(/[;\n]/).filter((each) => each.trim() !== ''))
      expect(group.trim().split(/\s+/).length, group).toBeGreaterThan(1)
})
