import { describe, expect, it } from 'vitest'
import type { TestEvidence } from '../../queries/evidence'
import { attachedCollections, lacksOf, lintContent } from './-deploy-checks'
import { readContent } from './-version-fields'

const evidence = (verdict: TestEvidence['verdict']): TestEvidence => ({
  service: 's',
  id: 'e',
  agentId: 'a',
  versionId: 'v',
  run: { at: '2026-01-01T00:00:00Z' },
  verdict,
  knownFrom: 'entered by hand',
  recordedAt: '2026-01-01T00:00:00Z',
})
const content = (more: object) => {
  const read = readContent({
    prompt: {
      system: 'Hello {{custmer}}',
      variables: [{ name: 'customer', required: true, defaultValue: '' }],
    },
    ...more,
  })
  if (!read) throw new Error('no content')
  return read
}
const file = (fileId: string, status?: string) => ({ fileId, status, other: {} })

it('variables that would be heard wrong are found in prompt and messages, notes are left out', () => {
  const found = lintContent(content({ voicemailMessage: 'Bye {{name', firstMessage: 'Hi {customer}' }))
  expect(found.map(({ kind, place }) => [kind, place])).toEqual([
    ['undeclared', 'prompt.system'],
    ['single-brace', 'firstMessage'],
    ['unclosed', 'voicemailMessage'],
  ])
})

describe('attached collections', () => {
  const collection = (id: string, files?: ReturnType<typeof file>[]) => ({ id, name: id, files, other: {} })

  it('are whole, wait for files, are missing, or are not told of', () => {
    const known = [
      collection('c1', [file('f1', 'INGESTED')]),
      collection('c2', [file('f1', 'INGESTED'), file('f2', 'PENDING'), file('f3')]),
      collection('c4'),
    ]
    const all = attachedCollections(['c1', 'c2', 'c3', 'c4'], known, [])
    expect(all.map(({ state }) => state)).toEqual(['whole', 'waiting', 'missing', 'untold'])
    expect(all[1]?.waiting.map(({ fileId }) => fileId)).toEqual(['f2', 'f3'])
  })

  it('are judged by the list of files, which is newer than their copies', () => {
    const known = [collection('c1', [file('f1', 'PENDING'), file('f2', 'INGESTED')])]
    const files = [file('f1', 'INGESTED'), file('f2', 'FAILED')]
    expect(attachedCollections(['c1'], known, files)[0]?.waiting.map(({ fileId }) => fileId)).toEqual(['f2'])
  })
})

describe('what wants a reason', () => {
  const good = { evidence: evidence('passed'), findings: [], collections: [] }

  it('is nothing when the last test passed and all fits', () => {
    expect(lacksOf(good)).toEqual([])
    const untold = { id: 'c', state: 'untold', waiting: [] } as const
    expect(lacksOf({ ...good, collections: [untold] })).toEqual([])
  })

  it('is each thing that is missing or bad', () => {
    expect(lacksOf({ ...good, evidence: undefined })).toEqual(['no evidence'])
    expect(lacksOf({ ...good, evidence: evidence('unclear') })).toEqual(['verdict'])
    expect(lacksOf({ ...good, collections: undefined })).toEqual(['not read'])
    expect(lacksOf({ ...good, collections: [{ id: 'c', state: 'missing', waiting: [] }] })).toEqual(['files'])
    const findings = lintContent(content({}))
    expect(lacksOf({ ...good, findings, evidence: evidence('failed') })).toEqual(['verdict', 'lint'])
  })
})
