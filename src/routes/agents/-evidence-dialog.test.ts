import { expect, it } from 'vitest'
import {
  type EvidenceValues,
  evidenceResolver,
  localMinute,
  noEvidence,
  toEvidence,
} from './-evidence-dialog'

const values = (more: Partial<EvidenceValues> = {}): EvidenceValues => ({
  ...noEvidence(new Date()),
  verdict: 'passed',
  ...more,
})
const errorsOf = async (given: EvidenceValues) =>
  (await evidenceResolver(given, undefined, { fields: {}, shouldUseNativeValidation: false })).errors

it('wants a verdict, a time that has been, and counts that fit together', async () => {
  expect(await errorsOf(values())).toEqual({})
  expect((await errorsOf(values({ verdict: '' }))).verdict?.message).toBe('Choose a verdict')
  expect((await errorsOf(values({ at: '' }))).at?.message).toMatch(/day and time/)
  const tomorrow = localMinute(new Date(Date.now() + 86_400_000))
  expect((await errorsOf(values({ at: tomorrow }))).at?.message).toMatch(/future/)
  expect((await errorsOf(values({ passed: 1.5 }))).passed?.message).toMatch(/whole number/)
  expect((await errorsOf(values({ failed: -1 }))).failed?.message).toMatch(/0 or more/)
  expect((await errorsOf(values({ passed: 3, failed: 2, total: 4 }))).total?.message).toMatch(/fewer/)
  expect(await errorsOf(values({ passed: 3, failed: 1, total: 4 }))).toEqual({})
})

it('keeps what was filled in and nothing else', () => {
  const of = { agentId: 'a1', versionId: 'v1' }
  const at = '2026-01-02T03:04'
  expect(toEvidence(values({ at }), of)).toEqual({
    ...of,
    verdict: 'passed',
    run: { at: new Date(at).toISOString() },
    knownFrom: 'entered by hand',
  })
  expect(
    toEvidence(values({ at, runName: ' Nightly ', runId: 7, failed: 0, note: ' ok ' }), of),
  ).toMatchObject({
    run: { name: 'Nightly', id: 7 },
    counts: { failed: 0 },
    note: 'ok',
  })
})
