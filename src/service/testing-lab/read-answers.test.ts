import { expect, test } from 'vitest'
import { readJson } from '../engine/language-model'
import { readDrafts } from './generate-drafts'
import { readVerdict } from './play-by-model'

test.each([
  ['{"verdict":"passed","reason":"r"}', 'passed'],
  ['Sure.\n```json\n{"verdict": "FAILED", "reason": "r",}\n```\nAnything else?', 'failed'],
  ['{"passed": true, "explanation": "r"}', 'passed'],
  ['{"result": "pass", "rationale": "r"}', 'passed'],
  ['[{"verdict": "unclear", "reason": "r"}]', 'unclear'],
  ['In {short}: {"success": false, "reason": "r"}', 'failed'],
  ['{"verdict": {"result": "failed"}, "reason": "r"}', 'failed'],
])('reads the verdict of %j', (text, verdict) => {
  expect(readVerdict(text)).toEqual({ verdict, explanation: 'r' })
})

test('a rule that would mend the prompt is read, unless the agent passed', () => {
  const said = (verdict: string) => JSON.stringify({ verdict, reason: 'r', rule: ' Ask for the date. ' })
  expect(readVerdict(said('failed'))).toEqual({
    verdict: 'failed',
    explanation: 'r',
    suggestedRule: 'Ask for the date.',
  })
  expect(readVerdict(said('passed'))).toEqual({ verdict: 'passed', explanation: 'r' })
})

test('reads a verdict without JSON, and none where there is none', () => {
  expect(readVerdict('**Verdict:** failed. It said nothing.')).toMatchObject({ verdict: 'failed' })
  for (const text of ['', 'It went well.', '{"verdict": "splendid"}', '{"verdict":', '[]', '{{{{{{{{{{'])
    expect(readVerdict(text), text).toBeUndefined()
})

test('finds JSON among words, brackets in strings minded', () => {
  expect(readJson('a [b] {"c": "}\\"]", "d": [1, 2,],} e')).toEqual({ c: '}"]', d: [1, 2] })
  expect(readJson('['.repeat(10_000))).toBeUndefined()
})

test('reads scenarios under any likely name, and leaves out what is none', () => {
  const one = { type: 'Edge cases', title: 'T', description: 'D', firstMessage: 'F' }
  const draft = { kind: 'edge case', name: 'T', instructions: 'D', firstMessage: 'F', expectedOutcome: '' }
  for (const text of [
    JSON.stringify([one, { name: 'x' }, 7]),
    JSON.stringify({ items: [one] }),
    JSON.stringify(one),
  ])
    expect(readDrafts(`Here: ${text}`)).toEqual([draft])
  expect(readDrafts('none')).toEqual([])
})

test('characters that no store takes are left out of what a model wrote', () => {
  const [draft] = readDrafts('[{"name":"caf\\u0000é \\ud83d","instructions":"Ask."}]')
  expect(draft?.name).toBe('café \ufffd')
  expect(readVerdict('{"verdict":"failed","reason":"r\\u0000"}')).toEqual({
    verdict: 'failed',
    explanation: 'r',
  })
})
