import { expect, test } from 'vitest'
import { smsLength } from './-sms-length'

test.each([
  ['', 'GSM-7', 0, 1, 160],
  ['a'.repeat(160), 'GSM-7', 160, 1, 0],
  ['a'.repeat(161), 'GSM-7', 161, 2, 145],
  ['a'.repeat(306), 'GSM-7', 306, 2, 0],
  ['a'.repeat(307), 'GSM-7', 307, 3, 152],
  ['€'.repeat(80), 'GSM-7', 160, 1, 0],
  // The two septets of the sign do not fit into the last one of the first segment.
  [`${'a'.repeat(152)}€${'a'.repeat(10)}`, 'GSM-7', 164, 2, 141],
  ['ü'.repeat(160), 'GSM-7', 160, 1, 0],
  ['ж'.repeat(70), 'UCS-2', 70, 1, 0],
  ['ж'.repeat(71), 'UCS-2', 71, 2, 63],
  ['’', 'UCS-2', 1, 1, 69],
  ['😀'.repeat(35), 'UCS-2', 70, 1, 0],
  // A sign of two units is not cut: 33 of them and one unit of room left.
  ['😀'.repeat(36), 'UCS-2', 72, 2, 61],
] as const)('%j', (text, encoding, units, segments, left) => {
  expect(smsLength(text)).toMatchObject({ encoding, units, segments, left })
})

test('names the letters that make a text longer', () => {
  expect(smsLength('It’s “new” – really').foreign).toEqual(['’', '“', '”', '–'])
})
