import { expect, it } from 'vitest'
import { sayOpening, sayText, secondsToSay } from './settle-call'

const variables = [
  { name: 'first', required: true, defaultValue: '' },
  { name: 'city', required: false, defaultValue: 'Rome' },
]

it('fills in what was sent, else the default, else leaves the braces for all to see', () => {
  expect(sayText(' {{first}} of {{ city }}, {{plan}} ', variables, { first: 'Ada' })).toBe(
    'Ada of Rome, {{plan}}',
  )
  expect(sayText('{{city}}', variables, { city: 'Bari' })).toBe('Bari')
})

it.each([
  ['You answer calls of a shop. Be brief.', 'I answer calls of a shop.'],
  ['You are the reception. Say your name.', 'I am the reception.'],
  ['# Role\n\n**You** remind people of your v1.5 plan', 'I remind people of my v1.5 plan'],
  ['- Greet\n- Help. Then stop.', 'Greet Help.'],
  ['# Only a heading', 'Only a heading'],
])('says the opening of %j', (prompt, said) => {
  expect(sayOpening(prompt)).toBe(said)
})

it('ends a long opening at a word', () => {
  const said = sayOpening(`You help ${'with many things '.repeat(100)}.`)
  expect(said.length).toBeLessThan(250)
  expect(said).toMatch(/(with|many|things) …$/)
})

it('takes longer to say more, and never no time', () => {
  expect(secondsToSay(['one two three four five six seven eight nine ten'])).toBe(4)
  expect(secondsToSay([''])).toBe(2)
})
