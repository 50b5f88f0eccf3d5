import { expect, it } from 'vitest'
import { findLine } from './-try-prompt'

const prompt = 'You are {{name}}.\n\n- If asked for a   refund, hand over to {{desk}}.\nBe brief.'
const lineAt = (line: string, values = {}) => {
  const span = findLine(prompt, line, values)
  return span && prompt.slice(span.start, span.end)
}

it('the line that decided is found as it is written, as it reads, and not where it is not', () => {
  expect(lineAt('Be brief.')).toBe('Be brief.')
  expect(lineAt('If asked for a refund, hand over to the shop.', { desk: 'the shop' })).toBe(
    '- If asked for a   refund, hand over to {{desk}}.',
  )
  expect(lineAt('Never say this.')).toBeUndefined()
  expect(lineAt(' ')).toBeUndefined()
})
