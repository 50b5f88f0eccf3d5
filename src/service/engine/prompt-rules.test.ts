import { describe, expect, test } from 'vitest'
import { factsOfPrompt } from './facts'
import { findPromptRule, tellsNothing } from './prompt-rules'

const under = (heading: string, ...lines: string[]) =>
  ['You help customers of a shop.', '', heading, ...lines.map((each) => `- ${each}`)].join('\n')

describe('what stands under a heading that forbids is no order (D682)', () => {
  test.each([
    "## Don'ts",
    '### DON’TS:',
    '**Do not:**',
    '🚫 Never',
    '# Never',
    'Never:',
    'You must never:',
    'The agent may not:',
    'Do not do any of the following:',
    'Things to avoid',
    'What not to do:',
    '## Forbidden',
    '- **Not allowed:**',
    'Under no circumstances:',
  ])('%s', (heading) => {
    const system = under(
      heading.endsWith(':') || /^[#*]/.test(heading) ? heading : `## ${heading}`,
      'Ask for a card number.',
      'Transfer callers to a person.',
      'Greet with “Yo”.',
      'Refunds take 3 days.',
    )
    for (const rule of ['asks', 'person', 'greeting'] as const)
      expect(findPromptRule(system, rule)).toBeUndefined()
    expect(factsOfPrompt(system)).toEqual([])
  })

  test.each([
    [
      'a later heading of the same rank',
      "## Don'ts\n- Promise anything.\n\n## Dos\n- Ask for the order number.",
    ],
    ['text after the list', 'Never:\n- promise anything\n- guess\n\nAsk for the order number.'],
    ['a heading about a matter', '## Parcel not received\n- Ask for the order number.'],
    ['a condition', 'If you do not know the answer:\n- Ask for the order number.'],
    ['both at once', "## Dos and don'ts\n- Ask for the order number."],
    ['a sentence of its own', 'Never guess.\nAsk for the order number.'],
  ])('%s forbids nothing', (_, system) => {
    expect(findPromptRule(system, 'asks')).toBe('Ask for the order number.')
  })

  test.each([
    "## Don'ts\n### Money\n- Ask for a card number.",
    'Never:\nask for a card number\nask for a PIN\n\nBe kind.',
    'Never:\n\n1. Ask for a card number.\n2. Ask for a PIN.',
    'Never: ask for a card number.',
    'Never promise a refund, ask for a card number, or give advice.',
  ])('%j asks for nothing', (system) => {
    expect(findPromptRule(system, 'asks')).toBeUndefined()
  })

  test('and is a rule about what to keep away from', () => {
    const line = 'Talk about other companies.'
    expect(findPromptRule(under("## Don'ts", line), 'scope')).toBe(line)
  })
})

test.each([
  ['If you do not know the answer, transfer the caller to a colleague.', true],
  ['Where that is not enough, hand over to a person.', true],
  ['Do not transfer callers to a person.', false],
  ['If somebody insists, do not transfer them to a person.', false],
])('%j offers a person: %s', (system, isOffered) => {
  expect(findPromptRule(system, 'person') !== undefined).toBe(isOffered)
})

test.each([
  ['I do not want to give my name.', true],
  ["No, I won't tell you my address", true],
  ["I'd rather not say.", true],
  ['I would prefer not to.', true],
  ['That is none of your business!', true],
  ['I do not have that at hand.', true],
  ["I don't know.", true],
  ['No idea', true],
  ['Not at hand, sorry', true],
  ['4711', false],
  ['Nora Noble', false],
  ['No. 12', false],
  ['I do not want to pay for delivery.', false],
  ['My parcel was not delivered.', false],
  ["Why can't I give my name?", false],
])('%j tells nothing: %s', (said, isNothing) => {
  expect(tellsNothing(said)).toBe(isNothing)
})
