import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import type { NewEvidence } from '../../queries/evidence'
import { words } from './-evidence-words'

/** What the fields of a test result hold. */
export interface EvidenceValues {
  verdict: string
  runName: string
  runId: number | null
  /** As `datetime-local` gives it: local time without a zone. */
  at: string
  passed: number | null
  failed: number | null
  total: number | null
  note: string
}

/** Now, as `datetime-local` takes it. */
export function localMinute(now: Date): string {
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const noEvidence = (now: Date): EvidenceValues => ({
  verdict: '',
  runName: '',
  runId: null,
  at: localMinute(now),
  passed: null,
  failed: null,
  total: null,
  note: '',
})

const count = (label: string) =>
  z.nullable(z.int(words.form.whole(label)).check(z.gte(0, words.form.whole(label))))

const evidenceForm = z
  .object({
    verdict: z.enum(['passed', 'failed', 'unclear'], 'Choose a verdict'),
    runName: text({ label: words.form.runName, max: 200 }),
    runId: count(words.form.runId),
    at: z.string().check(
      z.refine((at) => !Number.isNaN(Date.parse(at)), words.form.time),
      // A minute of grace: the field has no seconds, and clocks differ.
      z.refine((at) => !(Date.parse(at) > Date.now() + 60_000), words.form.future),
    ),
    passed: count(words.form.passed),
    failed: count(words.form.failed),
    total: count(words.form.total),
    note: text({ label: words.form.note, max: 2_000 }),
  })
  .check(
    z.refine(({ passed, failed, total }) => total === null || (passed ?? 0) + (failed ?? 0) <= total, {
      path: ['total'],
      message: words.form.tooFew,
    }),
  )

export const evidenceResolver = standardSchemaResolver<EvidenceValues, unknown, EvidenceValues>(
  evidenceForm as never,
)

/** What is kept; empty fields are left out. */
export function toEvidence(values: EvidenceValues, of: { agentId: string; versionId: string }): NewEvidence {
  const { passed, failed, total } = values
  const counts = {
    ...(passed !== null && { passed }),
    ...(failed !== null && { failed }),
    ...(total !== null && { total }),
  }
  return {
    ...of,
    verdict: values.verdict as NewEvidence['verdict'],
    run: {
      at: new Date(values.at).toISOString(),
      ...(values.runName.trim() && { name: values.runName.trim() }),
      ...(values.runId !== null && { id: values.runId }),
    },
    ...(Object.keys(counts).length > 0 && { counts }),
    ...(values.note.trim() && { note: values.note.trim() }),
    knownFrom: 'entered by hand',
  }
}
