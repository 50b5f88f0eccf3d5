import { expect, it } from 'vitest'
import { turnsOf } from './turns'

it('reads a turn from each line that names who speaks', () => {
  expect(turnsOf('Agent: Hello.\nCustomer: Yes?\nIt is late.\n\nAgent: Sorry: wrong number.')).toEqual([
    { who: 'Agent', said: 'Hello.' },
    { who: 'Customer', said: 'Yes?\nIt is late.\n' },
    { who: 'Agent', said: 'Sorry: wrong number.' },
  ])
})

it('keeps text without speakers as it is', () => {
  expect(turnsOf('\nThey met at 10:30.\nhttps://a.example')).toEqual([
    { said: 'They met at 10:30.\nhttps://a.example' },
  ])
})
