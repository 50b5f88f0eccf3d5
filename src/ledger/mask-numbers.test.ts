import { expect, it } from 'vitest'
import { maskNumbers, maskPeople } from './mask-numbers'

it.each([
  ['+14155550123', '+1********23'],
  ['ring +1 415 555 0124 today', 'ring +1 *** *** **24 today'],
  ['+1 (415) 555-0125, or mail', '+1 (***) ***-**25, or mail'],
  ['(415) 555-0125.', '(***) ***-**25.'],
  ['415-555-0125 or 415.555.0126', '***-***-**25 or ***.***.**26'],
  ['0171 2345678; 030/901820', '**** *****78; ***/****20'],
  ['+44 20 7946 0018', '+4* ** **** **18'],
  ['{"toPhoneNumber":"+4930901820"}', '{"toPhoneNumber":"+4*******20"}'],
])('masks a phone number however it is written: %s', (text, masked) => {
  expect(maskNumbers({ said: [text] })).toEqual({ said: [masked] })
})

it.each([
  '2026-11-29T08:30:31.123Z',
  '08-30-2026 12:15',
  '01234567-0123-4567-8901-234567890123',
  'call-0123456789-1',
  'order 4711 0815, 3 of 10',
  '0.12345678901',
  '127.0.0.1:4600',
  '1764405031123',
  '+123456789012345678',
])('leaves what is none: %s', (text) => {
  expect(maskNumbers(text)).toBe(text)
})

it('masks addresses of people beside their numbers', () => {
  expect(maskPeople('ann@example.com, (415) 555-0125')).toBe('a**@example.com, (***) ***-**25')
})
