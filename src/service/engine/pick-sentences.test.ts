import { expect, test } from 'vitest'
import { pickSentences } from './pick-sentences'

const POLICY = 'Unused goods can be returned within 45 days of delivery. Clean them first.'
const DAMAGED = 'The damaged article need not be sent back when it costs little. Write to us.'
const CARD = 'A refund always goes back to the way of payment that was used.'

test('what is asked in other words is answered, and "back" alone is no answer', () => {
  expect(pickSentences('How many days do I have to send something back?', [DAMAGED, CARD, POLICY])).toEqual([
    'Unused goods can be returned within 45 days of delivery.',
  ])
  expect(pickSentences('Must I send it back?', [DAMAGED, CARD])).toEqual([
    'The damaged article need not be sent back when it costs little.',
  ])
})

test('"how many" and "when" are answered with a number that the question does not have', () => {
  const texts = ['The kiosk opens at 9:30.', 'The kiosk opens late when it rains, and the kiosk is green.']
  expect(pickSentences('When does the kiosk open?', texts)[0]).toBe(texts[0])
  const days = ['For 3 days the ferry is closed.', 'The ferry stays closed for five days.']
  expect(pickSentences('What is closed for 3 days?', days)[0]).toBe(days[0])
})

test('a sentence is no answer for a number, or for a verb that says little', () => {
  const refunds = 'Refunds are paid within 14 days of the return.'
  const others = [
    'Shipping to Norway takes seven days and costs 12 euros.',
    'Refunds over 500 euros need a signature.',
  ]
  expect(pickSentences('Within how many days are refunds paid?', [refunds, ...others])).toEqual([refunds])
  expect(pickSentences('How long does shipping take?', ['Refunds take 14 days.', ...others])).toEqual([
    others[0],
  ])
  expect(pickSentences('How long do refunds take?', [refunds, ...others])).not.toContain(others[0])
  // What "it" is stands before.
  const ferry = ['The ferry is slow.', 'It takes three hours.']
  expect(pickSentences('How long does the ferry take?', ferry)).toEqual(ferry)
})

test('nothing in common is no answer, whatever its numbers', () => {
  expect(pickSentences('How many quaggas are there?', ['There are 12 ferries.'])).toEqual([])
})
