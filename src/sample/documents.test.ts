import { expect, it } from 'vitest'
import { DOCUMENTS } from './documents'

it('lays out the tables of a text as lines in its PDF', () => {
  const prices = DOCUMENTS.find(({ fileName }) => fileName === 'repair-prices.pdf')
  const text = Buffer.from(prices?.bytes ?? []).toString('latin1')
  expect(text).toContain('(Repair: Price, Time) Tj T* (Zip slider: 12, 1 week) Tj')
  expect(text).toContain('(Bike service, small: 65, 3 days) Tj')
  expect(text).not.toContain('|')
})
