import { expect, it } from 'vitest'
import { readyWords } from './-file-part'

it('says how many rows are ready, one as one', () => {
  const words = [readyWords(1, 1), readyWords(3, 3), readyWords(0, 1), readyWords(1, 3), readyWords(2, 3)]
  expect(words).toEqual([
    'The row is ready.',
    'All 3 rows are ready.',
    '0 of 1 row is ready; the others are not sent.',
    '1 of 3 rows is ready; the others are not sent.',
    '2 of 3 rows are ready; the others are not sent.',
  ])
})
