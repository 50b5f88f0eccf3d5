import { describe, expect, it } from 'vitest'
import type { Tool } from '../../contract/tools'
import type { TestEvidence } from '../../queries/evidence'
import { attachedCollections, lacksOf, type UnreadTools, unreadTools } from './-deploy-checks'
import { lintVersion } from './-findings'

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
const content = (more: object) => ({
  prompt: {
    system: 'Hello {{custmer}}',
    variables: [{ name: 'customer', required: true, defaultValue: '' }],
  },
  ...more,
})
const mistakes = (...args: Parameters<typeof lintVersion>) =>
  lintVersion(...args).filter(({ severity }) => severity !== 'note')
const file = (fileId: string, status?: string) => ({ fileId, status, other: {} })

it('variables that would be heard wrong are found in prompt and messages, notes are left out', () => {
  const found = mistakes(content({ voicemailMessage: 'Bye {{name', firstMessage: 'Hi {customer}' }), [])
  expect(found.map(({ kind, place }) => [kind, place])).toEqual([
    ['undeclared', 'prompt.system'],
    ['unclosed', 'voicemailMessage'],
    ['single-brace', 'firstMessage'],
  ])
})

const tool = (slug: string, url: string): Tool => ({
  id: `id of ${slug}`,
  slug,
  structure: { url, variables: [{ name: 'order', required: true, other: {} }], other: {} },
  other: {},
})

it('so are those of the tools that it calls, whose own variables are known to them', () => {
  const tools = [
    tool('find', 'https://example.com/{{order}}/{{custmer}}'),
    tool('other', 'https://example.com/{{nobody}}'),
  ]
  const version = content({ prompt: { system: 'Hi', variables: [{ name: 'customer' }], tools: ['find'] } })
  expect(mistakes(version, tools).map(({ message }) => message)).toEqual([
    '{{custmer}} in the URL of the tool find is not declared. Did you mean {{customer}}?',
  ])
})

describe('attached tools whose texts were not read', () => {
  const list = { tools: [tool('a', '')], cut: false, reading: false, error: null, noToken: false }

  it('are none when the list holds them all', () => {
    expect(unreadTools([], { ...list, tools: undefined })).toBeUndefined()
    expect(unreadTools(['a'], { ...list, error: new Error('a later page failed') })).toBeUndefined()
  })

  it.each([
    [{}, 'missing'],
    [{ reading: true }, 'reading'],
    [{ cut: true }, 'not read'],
    [{ error: new Error('away') }, 'not read'],
    [{ tools: undefined, error: new Error('no token'), noToken: true }, 'no token'],
  ])('are named with the reason: %j', (how, state) => {
    const unread = unreadTools(['a', 'b'], { ...list, ...how })
    expect(unread).toEqual({ state, slugs: 'tools' in how ? ['a', 'b'] : ['b'] })
  })
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
  const good = { evidence: evidence('passed'), findings: [], tools: undefined, collections: [] }

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
    const unread = (state: UnreadTools['state']) => lacksOf({ ...good, tools: { state, slugs: ['a'] } })
    expect((['reading', 'not read', 'missing', 'no token'] as const).map(unread)).toEqual([
      ['tools not read'],
      ['tools not read'],
      ['tools'],
      [],
    ])
    const findings = mistakes(content({}), [])
    expect(lacksOf({ ...good, findings, evidence: evidence('failed') })).toEqual(['verdict', 'lint'])
  })
})
