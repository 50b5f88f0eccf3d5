import { expect, it } from 'vitest'
import { progressWords } from './progress'

it('tells what moved, how fast, and what is left', () => {
  expect(progressWords(3_250_000, 12_600_000, 1_250_000)).toBe('3.1 MB of 12 MB, 1.2 MB/s, 7.5 s left')
  expect(progressWords(12_600_000, 12_600_000, 1_250_000)).toBe('12 MB of 12 MB, 1.2 MB/s')
  expect(progressWords(500, 1024)).toBe('500 B of 1.0 kB')
  expect(progressWords(500, null, 0)).toBe('500 B')
})
