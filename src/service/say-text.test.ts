import { expect, it } from 'vitest'
import { sayText } from './say-text'
import { secondsToSay } from './telephone/settle-call'

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

it('takes longer to say more, and never no time', () => {
  expect(secondsToSay('one two three four five six seven eight nine ten')).toBe(3)
  expect(secondsToSay('')).toBe(1)
})
