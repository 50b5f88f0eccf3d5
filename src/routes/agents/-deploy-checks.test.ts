import { describe, expect, it } from 'vitest'
import type { Tool } from '../../contract/tools'
import type { VersionEvidence } from '../../queries/evidence'
import { checksOf, type Stock, testLacks } from './-deploy-checks'
import { lintVersion } from './-lint-version'

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

const list = { tools: [tool('a', '')], cut: false, reading: false, error: null, noToken: false }
const nothing = { collections: [], files: [], reading: false }
const calling = (...tools: string[]) => content({ prompt: { system: 'Hi', variables: [], tools } })

describe('attached tools whose texts were not read', () => {
  it('are none when the list holds them all', () => {
    const fits = (texts: string) => [{ tone: 'good', text: `Variables of ${texts} fit together.` }]
    expect(checksOf(calling(), [], { ...list, tools: undefined }, nothing)).toEqual(
      fits('prompt and messages'),
    )
    expect(checksOf(calling('a'), [], { ...list, error: new Error('a later page failed') }, nothing)).toEqual(
      fits('prompt, messages and attached tools'),
    )
  })

  it.each([
    [{}, 'The service lists no tool b', 'tools'],
    [{ reading: true }, 'Reading', 'tools not read'],
    [{ cut: true }, 'not be read to its end, so the variables in b were', 'tools not read'],
    [{ error: new Error('away') }, 'not be read to its end', 'tools not read'],
    // A reason that is wanted every time says nothing.
    [{ tools: undefined, error: new Error('no token'), noToken: true }, 'variables in a, b were', undefined],
  ])('are named with the reason: %j', (how, text, lack) => {
    const [, unread, ...more] = checksOf(calling('a', 'b'), [], { ...list, ...how }, nothing)
    expect(unread).toMatchObject({ text: expect.stringContaining(text) })
    expect(unread?.lack).toBe(lack)
    expect(more).toEqual([])
  })
})

describe('attached collections', () => {
  const collection = (id: string, files?: ReturnType<typeof file>[]) => ({ id, name: id, files, other: {} })
  const checks = (ids: string[], stock: Stock) =>
    checksOf(content({ knowledgeBaseCollectionIds: ids }), [], list, stock).slice(1)
  const known = [
    collection('c1', [file('f1', 'INGESTED')]),
    collection('c2', [file('f1', 'INGESTED'), file('f2', 'PENDING'), file('f3')]),
    collection('c4'),
  ]

  it('are whole, wait for files, are missing, or are not told of', () => {
    const stock = { collections: known, files: [], reading: false }
    const all = checks(['c1', 'c2', 'c3', 'c4'], stock)
    expect(all).toEqual([
      {
        tone: 'bad',
        lack: 'files',
        text: '2 files of c2 are not INGESTED:',
        items: ['f2, PENDING', 'f3, no status'],
      },
      { tone: 'bad', lack: 'files', text: 'The service lists no collection c3, which is attached.' },
      { tone: 'unknown', text: 'The service does not report the files of c4.' },
    ])
    expect(checks(['c1'], stock)).toEqual([
      { tone: 'good', text: 'All files of its collection are ingested.' },
    ])
    expect(checks([], stock)).toEqual([])
    expect(checks(['c3'], { ...stock, isCut: true })).toEqual([
      {
        tone: 'unknown',
        lack: 'not read',
        text: 'The collection c3, which is attached, is not among those that were read.',
      },
    ])
  })

  it('are missed where the knowledge base is used without one', () => {
    expect(checksOf(content({ useKnowledgeBase: true }), [], list, nothing).slice(1)).toEqual([
      {
        tone: 'bad',
        lack: 'no collection',
        text: 'It uses the knowledge base and has no collection, so it answers from no document.',
      },
    ])
  })

  it('are said to have changed since the latest result, where both times are known, and want no reason for it', () => {
    const stock = {
      collections: [{ ...collection('c1', [file('f1', 'INGESTED')]), updatedAt: '2026-03-02T10:00:00Z' }],
      files: [],
      reading: false,
    }
    const since = (at: string | undefined, lists: Stock = stock, recordedAt?: string) =>
      checksOf(
        content({ knowledgeBaseCollectionIds: ['c1'] }),
        [],
        list,
        lists,
        at === undefined
          ? undefined
          : {
              run: { at },
              knownFrom: recordedAt ? 'entered by hand' : 'service',
              recordedAt: recordedAt ?? at,
            },
      ).slice(2)
    expect(since('2026-03-02T09:59:00Z')).toEqual([
      { tone: 'bad', text: 'Its last test ran before the documents of c1 changed. Run the scenarios again.' },
    ])
    expect(since('2026-03-02T10:01:00Z')).toEqual([])
    // By hand it is entered to the minute.
    expect(since('2026-03-02T10:00:00Z', stock, '2026-03-02T10:00:20Z')).toEqual([])
    expect(since('2026-03-02T09:59:30Z', stock, '2026-03-02T09:59:50Z')).toHaveLength(1)
    expect(since(undefined)).toEqual([])
    expect(since('once')).toEqual([])
    expect(since('2026-03-02T09:59:00Z', { ...stock, collections: known })).toEqual([])
    const empty = { ...stock, collections: [collection('c5', [])] }
    expect(checks(['c5'], empty)).toMatchObject([
      { tone: 'bad', lack: 'files', text: 'c5 has no files, so nothing is answered from it.' },
    ])
  })

  it('are judged by the list of files, which is newer than their copies', () => {
    const stale = [collection('c1', [file('f1', 'PENDING'), file('f2', 'INGESTED')])]
    const files = [file('f1', 'INGESTED'), file('f2', 'FAILED')]
    const [check] = checks(['c1'], { collections: stale, files, reading: false })
    expect(check?.items).toEqual(['f2, FAILED'])
  })

  it('name five files and count the others', () => {
    const many = [
      collection(
        'c1',
        Array.from({ length: 7 }, (_, at) => file(`f${at}`)),
      ),
    ]
    const [check] = checks(['c1'], { collections: many, files: [], reading: false })
    expect(check?.items?.slice(4)).toEqual(['f4, no status', 'and 2 more'])
  })

  it('that could not be read want a reason', () => {
    for (const [reading, text] of [
      [true, 'Reading'],
      [false, 'could not be read'],
    ] as const) {
      const [check] = checks(['c1'], { collections: undefined, files: [], reading })
      expect(check).toMatchObject({ lack: 'not read', text: expect.stringContaining(text) })
    }
  })
})

it('variables that are wrong want a reason; a version that nobody knows could not be checked', () => {
  const found = mistakes(content({}), [])
  expect(checksOf(content({}), found, list, nothing)).toEqual([
    {
      tone: 'bad',
      lack: 'lint',
      text: '1 variable of prompt, messages and tools is wrong',
      items: found.map(({ message }) => message),
    },
  ])
  expect(checksOf(undefined, [], list, nothing)).toMatchObject([{ tone: 'unknown' }])
})

it('a part of the scenarios wants a reason as no test does; what was entered by hand is taken as it is', () => {
  const known = (more: Partial<VersionEvidence>) =>
    ({
      verdict: 'passed',
      scenarios: [{ id: '1', verdict: 'passed' }],
      untested: 0,
      ...more,
    }) as VersionEvidence
  expect(testLacks(undefined)).toEqual(['no evidence'])
  expect(testLacks(known({}))).toEqual([])
  expect(testLacks(known({ untested: 5 }))).toEqual(['not run'])
  expect(testLacks(known({ scenarios: [], untested: 5 }))).toEqual([])
  expect(testLacks(known({ verdict: 'failed', untested: 5 }))).toEqual(['verdict'])
  expect(testLacks(known({ verdict: 'unclear', scenarios: [], changed: true }))).toEqual(['changed'])
})
