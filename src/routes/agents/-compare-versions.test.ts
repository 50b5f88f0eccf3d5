import { describe, expect, it } from 'vitest'
import { fieldOf, fieldsOf, readContent } from '../../contract/version-content'
import { compareFields, contentsOf } from './-compare-versions'
import { readDeclaration } from './-field-text'

const sent = {
  name: 'Renewals',
  prompt: {
    system: 'Hello {{customer}}',
    variables: [{ name: 'customer', required: true, defaultValue: '' }],
    tools: ['find-order'],
    preBuiltTools: [],
  },
  voicemailMessage: null,
  voiceId: 'voice-1',
}
const changed = (diffs: ReturnType<typeof compareFields>) =>
  diffs.filter(({ state }) => state === 'changed').map(({ path }) => path)

describe('the fields of a version', () => {
  it('have the prompt first, each variable by itself, and keep what nobody knows', () => {
    const paths = fieldsOf({ oddity: 1, voiceId: 'x', prompt: { ...sent.prompt, style: 'calm' } })
    expect(paths.map(({ path }) => path)).toEqual([
      'prompt.system',
      'prompt.variables.customer',
      'prompt.tools',
      'prompt.preBuiltTools',
      'voiceId',
      'oddity',
      'prompt.style',
    ])
  })

  it('are read from anything, or not at all', () => {
    expect(readContent('odd')).toBeUndefined()
    const read = readContent({
      prompt: {
        variables: [null, { name: 'a' }],
        tools: [1, 'b', { id: 't', slug: 'c' }],
        preBuiltTools: [{ id: 'end-call' }],
      },
    })
    expect(read).toEqual({
      prompt: {
        variables: [{ name: 'a', required: false, defaultValue: '' }],
        tools: ['1', 'b', 'c'],
        preBuiltTools: ['end-call'],
      },
    })
    expect(fieldOf(read, 'prompt.system')).toBe('')
    expect(fieldOf(read, 'knowledgeBaseCollectionIds')).toEqual([])
    expect(fieldOf(undefined, 'useKnowledgeBase')).toBe(false)
  })
})

describe('comparing two versions', () => {
  it('tells what changed, was added and taken out', () => {
    const after = {
      ...sent,
      prompt: {
        ...sent.prompt,
        system: 'Hi',
        variables: [{ name: 'order', required: false, defaultValue: '' }],
      },
      voiceId: 'voice-2',
      backgroundAudio: 7,
    }
    expect(changed(compareFields(sent, after, true))).toEqual([
      'prompt.system',
      'prompt.variables.customer',
      'prompt.variables.order',
      'voiceId',
      'backgroundAudio',
    ])
  })

  it('takes line ends of Windows for no difference', () => {
    const withSystem = (system: string) => ({ ...sent, prompt: { ...sent.prompt, system } })
    expect(changed(compareFields(withSystem('a\r\nb'), withSystem('a\nb'), true))).toEqual([])
  })

  it('takes neither the order of keys nor null for a difference, but the order of a list', () => {
    const { voicemailMessage: _left, ...rest } = sent
    const same = { ...rest, overrideSTTConfig: { b: 1, a: 2 }, knowledgeBaseCollectionIds: [] }
    expect(changed(compareFields(same, { ...sent, overrideSTTConfig: { a: 2, b: 1 } }, true))).toEqual([])
    const tools = (...list: string[]) => ({ prompt: { tools: list } })
    expect(changed(compareFields(tools('a', 'b'), tools('b', 'a'), true))).toEqual(['prompt.tools'])
    const variables = (...names: string[]) => ({ prompt: { variables: names.map((name) => ({ name })) } })
    const moved = compareFields(variables('a', 'b', 'c'), variables('b', 'a', 'd'), true)
    expect(changed(moved)).toEqual(['prompt.variables.c', 'prompt.variables', 'prompt.variables.d'])
    expect(moved).toContainEqual(expect.objectContaining({ before: ['a', 'b'], after: ['b', 'a'] }))
    expect(changed(compareFields(variables('a', 'b'), variables('b', 'a'), false))).toEqual([])
  })

  it('does not hold the name of the agent against a version that has none', () => {
    const { name: _name, ...second } = sent
    expect(changed(compareFields(sent, second, true))).toEqual([])
    expect(changed(compareFields(sent, { ...sent, name: 'Other' }, true))).toEqual(['name'])
  })

  it('does not compare secrets between what was stored and what the service says', () => {
    const stored = { ...sent, overrideSTTConfig: { apiKey: '[not stored]', rate: 1 } }
    const told = { ...sent, overrideSTTConfig: { apiKey: 's3cret', rate: 1 } }
    expect(changed(compareFields(stored, told, false))).toEqual([])
    const other = { ...told, overrideSTTConfig: { apiKey: 's3cret', rate: 2 } }
    expect(changed(compareFields(stored, other, false))).toEqual(['overrideSTTConfig'])
    // Two versions that the service reports are compared whole.
    const third = { ...told, overrideSTTConfig: { apiKey: 'other', rate: 1 } }
    expect(changed(compareFields(told, third, true))).toEqual(['overrideSTTConfig'])
  })

  it('between what was sent and what the service says, takes silence for no difference', () => {
    const service = { ...sent, mode: 'PROMPT', voiceId: 'voice-9' }
    const diffs = compareFields(sent, service, false)
    expect(changed(diffs)).toEqual(['voiceId'])
    expect(diffs.find(({ path }) => path === 'mode')?.state).toBe('untold')
    const without = { ...service, prompt: { ...sent.prompt, variables: [] } }
    expect(changed(compareFields(sent, without, false))).toContain('prompt.variables.customer')
  })
})

it('reads a declaration only where nothing of it would be dropped', () => {
  expect(readDeclaration({ name: 'a', required: true })).toEqual({ required: true, defaultValue: '' })
  expect(readDeclaration({ required: false, defaultValue: 'x' })).toEqual({
    required: false,
    defaultValue: 'x',
  })
  for (const other of [
    undefined,
    'x',
    { required: 'yes' },
    { required: true, type: 'str' },
    { required: true, defaultValue: 3 },
  ])
    expect(readDeclaration(other)).toBeUndefined()
})

it('compares what was sent where the service tells only parts, which would hide what else differs', () => {
  const version = (versionId: string, system: string) => ({ versionId, request: { prompt: { system } } })
  const part = { id: 'a', content: { voiceId: 'v' } }
  const contents = contentsOf([version('a', 'x'), version('b', 'y')] as never, () => part as never)
  expect(contents.map((each) => each?.source)).toEqual(['sent', 'sent'])
})
