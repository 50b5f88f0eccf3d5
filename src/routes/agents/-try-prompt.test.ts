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
  const broken = 'Be kind. If asked for a person,\n  transfer the call (at once).\nBe brief.'
  const span = findLine(broken, 'If asked for a person, transfer the call (at once).', {})
  expect(span && broken.slice(span.start, span.end)).toBe(
    'If asked for a person,\n  transfer the call (at once).',
  )
  expect(lineAt('Never say this.')).toBeUndefined()
  expect(lineAt(' ')).toBeUndefined()
})
