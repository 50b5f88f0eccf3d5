import { describe, expect, it } from 'vitest'
import { at, fieldOf, fieldsOf, put, rank, readContent, unfitIn } from './version-content'

describe('a content', () => {
  it('is read from any object, and from nothing else', () => {
    for (const none of [null, undefined, 'x', 7, []]) expect(readContent(none)).toBeUndefined()
    expect(readContent({})).toEqual({})
  })

  it('leaves out what only the service sets, and what is not said', () => {
    const given = { id: 'v1', deployed: true, createdAt: 'x', voiceId: 'v', own: { a: 1 }, gone: undefined }
    expect(readContent(given)).toStrictEqual({ voiceId: 'v', own: { a: 1 } })
  })

  it('takes another name of a field only where the field is not there', () => {
    expect(readContent({ collections: [{ id: 'c1' }, 'c2', 7, null, ''] })).toStrictEqual({
      knowledgeBaseCollectionIds: ['c1', 'c2', '7'],
    })
    expect(readContent({ knowledgeBaseCollectionIds: ['c1'], collections: ['c2'] })).toStrictEqual({
      knowledgeBaseCollectionIds: ['c1'],
      collections: ['c2'],
    })
  })

  it('keeps null, and what is not of the type of its field', () => {
    const given = { voiceId: null, useKnowledgeBase: 'yes', sttConfigId: {} }
    expect(readContent(given)).toStrictEqual(given)
  })

  it('takes nothing out of a list that it reads in part', () => {
    const prompt = { system: 'x', tools: [{ slug: 'a' }, {}], variables: ['city', { kind: 'text' }] }
    expect(readContent({ prompt })).toStrictEqual({ prompt })
    expect(unfitIn(readContent({ prompt }))).toEqual(['prompt.variables.1', 'prompt.tools'])
    const readable = { tools: [17, 'find-order'], variables: ['city', { name: 'a' }] }
    expect(readContent({ prompt: readable, voiceId: 7 })).toStrictEqual({
      prompt: {
        tools: ['17', 'find-order'],
        variables: ['city', 'a'].map((name) => ({ name, required: false, defaultValue: '' })),
      },
      voiceId: '7',
    })
    expect(unfitIn({ prompt: readable, voiceId: 7 })).toEqual([])
    // Any JSON is whole.
    expect(unfitIn({ overrideLLMConfig: ['a', '', null] })).toEqual([])
  })

  it('reads a variable with what is missing filled in, and what the service adds', () => {
    const prompt = { variables: [{ name: 'a', default: 'x', kind: 'text' }, { name: 7 }, {}] }
    expect(fieldOf({ prompt }, 'prompt.variables')).toEqual([
      { name: 'a', required: false, defaultValue: 'x', kind: 'text' },
    ])
  })
})

describe('a field', () => {
  it.each([
    ['voiceId', 'v', {}, ''],
    ['prompt.system', 'x', 7, ''],
    ['useKnowledgeBase', true, 'yes', false],
    ['prompt.tools', ['find-order'], 'find-order', []],
  ] as const)('%s is what was given, and empty where that is none', (path, given, odd, empty) => {
    expect(fieldOf(put({}, path, given), path)).toEqual(given)
    for (const none of [odd, null]) expect(fieldOf(put({}, path, none), path)).toEqual(empty)
    for (const none of [{}, undefined, 'x']) expect(fieldOf(none, path)).toEqual(empty)
  })

  it('is read at its path from own fields only', () => {
    expect(at({ prompt: { system: 'x' } }, 'prompt.system')).toBe('x')
    for (const none of ['prompt', null, { prompt: 'x' }, {}])
      expect(at(none, 'prompt.system')).toBeUndefined()
    expect(at({}, 'constructor')).toBeUndefined()
  })

  it('is put at its path beside the others; undefined changes nothing', () => {
    const content = { prompt: { system: 'x', tools: [] }, voiceId: 'v' }
    expect(put(content, 'prompt.system', 'y')).toEqual({ prompt: { system: 'y', tools: [] }, voiceId: 'v' })
    expect(put({ prompt: 'x' }, 'prompt.system', 'y')).toEqual({ prompt: { system: 'y' } })
    expect(put(content, 'prompt.system', undefined)).toBe(content)
  })
})

it('names what cannot be read by its path, a variable by its place', () => {
  const prompt = { system: 7, variables: [{ name: 'a' }, {}, { name: 1 }], tools: ['a', {}] }
  expect(unfitIn({ prompt, voiceId: {}, useKnowledgeBase: 'yes', llmConfigId: null })).toEqual([
    'prompt.system',
    'prompt.variables.1',
    'prompt.variables.2',
    'useKnowledgeBase',
    'prompt.tools',
    'voiceId',
  ])
  expect(unfitIn({ prompt: { variables: 'a' } })).toEqual(['prompt.variables'])
  expect(unfitIn({ prompt: { system: 'x', variables: [], tools: [] }, useKnowledgeBase: false })).toEqual([])
})

it('lists what is said first, then declared fields, then the others as they came', () => {
  const variables = [{ name: 'a' }, { other: 1 }]
  const content = {
    zz: 1,
    prompt: { tools: [], variables, system: 'x', temperature: 1 },
    voiceId: 'v',
    aa: 2,
  }
  expect(fieldsOf(content)).toEqual([
    { path: 'prompt.system', value: 'x' },
    { path: 'prompt.variables.a', value: { name: 'a' } },
    { path: 'prompt.variables.2', value: { other: 1 } },
    { path: 'prompt.tools', value: [] },
    { path: 'voiceId', value: 'v' },
    { path: 'zz', value: 1 },
    { path: 'prompt.temperature', value: 1 },
    { path: 'aa', value: 2 },
  ])
  expect(fieldsOf({ prompt: 'x' })).toEqual([{ path: 'prompt', value: 'x' }])
  expect(fieldsOf({ prompt: { variables: 'x' } })).toEqual([{ path: 'prompt.variables', value: 'x' }])
  expect(rank('prompt.system')).toBe(0)
  expect(rank('prompt.variables.a')).toBe(rank('prompt.variables'))
})
