import { describe, expect, it } from 'vitest'
import { agentRequest } from '../../contract/requests/agents'
import {
  type AgentFormValues,
  agentResolver,
  asStored,
  asTyped,
  emptyAgent,
  fromRequest,
  placeErrors,
  toAgentRequest,
  toVersionChanges,
  toVersionRequest,
} from './-agent-form'

const filled: AgentFormValues = {
  ...emptyAgent,
  name: ' Renewals ',
  prompt: { ...emptyAgent.prompt, system: 'Greet {{customer}}.' },
  sttConfigId: ' stt-1\n',
  ttsConfigId: 'tts-1',
  llmConfigId: 'llm-1',
  voiceId: 'voice-1',
}

const judge = (values: AgentFormValues, begun?: AgentFormValues) =>
  agentResolver(values, begun, { fields: {}, shouldUseNativeValidation: false })

describe('the request of the agent form', () => {
  it('holds every field of the document, and null where a field is left empty', () => {
    const request = toAgentRequest(filled)
    expect(agentRequest.parse(request)).toEqual({
      name: 'Renewals',
      description: '',
      agentType: 'CALL',
      useKnowledgeBase: false,
      prompt: { system: 'Greet {{customer}}.', variables: [], tools: [], preBuiltTools: [] },
      voicemailMessage: null,
      overrideSTTConfig: null,
      sttConfigId: 'stt-1',
      ttsConfigId: 'tts-1',
      llmConfigId: 'llm-1',
      voiceId: 'voice-1',
    })
    expect(JSON.stringify(request)).not.toContain('knowledgeBaseCollectionIds')
  })

  it('carries what is filled in', () => {
    const request = toAgentRequest({
      ...filled,
      voicemailMessage: 'Call us back.',
      overrideSTTConfig: '{"language": "en"}',
      knowledgeBaseCollectionIds: ['c-1', 'c-2'],
      prompt: { ...filled.prompt, variables: [{ name: ' customer ', required: true, defaultValue: ' ' }] },
    })
    expect(request).toMatchObject({
      voicemailMessage: 'Call us back.',
      overrideSTTConfig: { language: 'en' },
      knowledgeBaseCollectionIds: ['c-1', 'c-2'],
      prompt: { variables: [{ name: 'customer', required: true, defaultValue: ' ' }] },
    })
  })
})

describe('the changes of an edited version', () => {
  it('are the fields that differ, whole, and null for what was emptied', () => {
    const before = { ...filled, voicemailMessage: 'Call back.' }
    const prompt = { ...filled.prompt, system: 'Greet.' }
    expect(toVersionChanges(before, before)).toEqual({})
    expect(toVersionChanges(before, { ...before, name: 'Other' })).toEqual({})
    expect(toVersionChanges(before, { ...before, voicemailMessage: '', prompt })).toEqual({
      voicemailMessage: null,
      prompt: expect.objectContaining({ system: 'Greet.', variables: expect.anything() }),
    })
  })
})

it('a text with line ends of Windows is sent as it was stored unless it was changed', () => {
  const stored = { ...filled, voicemailMessage: 'a\r\nb', prompt: { ...filled.prompt, system: 'c\r\nd' } }
  const sent = (values: AgentFormValues) => asStored(toVersionRequest(stored), toVersionRequest(values))
  const start = asTyped(stored)
  expect(start.prompt.system).toBe('c\nd')
  expect(sent(start)).toEqual(toVersionRequest(stored))
  const typed = { ...start, prompt: { ...start.prompt, system: 'c\nd\ne' } }
  expect(sent(typed)).toMatchObject({ voicemailMessage: 'a\r\nb', prompt: { system: 'c\nd\ne' } })
})

it('a number to forward to is sent without the signs that people write in it', () => {
  const sent = toVersionRequest({ ...filled, forwardingPhoneNumber: '+1 (415) 555-0100' })
  expect(sent.forwardingPhoneNumber).toBe('+14155550100')
})

describe('the check before sending', () => {
  it('has no complaint when the contract takes the request', async () => {
    expect(await judge(filled)).toEqual({ values: filled, errors: {} })
  })

  it('puts each complaint on its field', async () => {
    const row = { name: 'order number', required: false, defaultValue: '' }
    const { errors } = await judge({
      ...emptyAgent,
      name: '   ',
      prompt: { ...emptyAgent.prompt, variables: [row, { ...row, name: 'a' }, { ...row, name: 'a' }] },
    })
    expect(errors).toMatchObject({
      name: { message: 'Name is needed' },
      voiceId: { message: 'Voice id is needed' },
      prompt: { system: { message: 'System prompt is needed' } },
    })
    expect(errors.prompt?.variables?.[0]?.name?.message).toMatch(/must start with a letter/)
  })

  it('leaves what only the service knows to the service', async () => {
    const { values } = fromRequest({
      language: { languageCode: 'de', region: 'north' },
      prompt: { variables: [{ name: 'a', description: 'Customer name' }] },
    })
    const { errors } = await judge({
      ...filled,
      language: values.language,
      prompt: { ...filled.prompt, variables: values.prompt.variables },
    })
    expect(errors).toEqual({})
  })

  it('says nothing of what is as the service reported it, only of what was changed or is missing', async () => {
    const reported = fromRequest({
      prompt: { variables: [{ name: 'größe' }, { name: 'b' }] },
      maxCallDuration: 600_000,
      initialSilenceTimeout: 600_000,
    }).values
    const [odd, other] = reported.prompt.variables
    const begun = { ...filled, ...reported, prompt: { ...filled.prompt, variables: [odd, other] } }
    const values = { ...begun, prompt: { ...begun.prompt, variables: [odd, { ...other, name: 'ö' }] } }
    const { errors } = await judge(
      { ...values, name: 'A', voiceId: '', initialSilenceTimeout: 700_000 } as AgentFormValues,
      begun as AgentFormValues,
    )
    expect(Object.keys(errors).toSorted()).toEqual([
      'initialSilenceTimeout',
      'llmConfigId',
      'prompt',
      'sttConfigId',
      'ttsConfigId',
      'voiceId',
    ])
    expect(Object.keys(errors.prompt?.variables ?? {})).toEqual(['1'])
  })

  it('names a variable that is there twice', async () => {
    const row = { name: 'a', required: false, defaultValue: '' }
    const { errors } = await judge({ ...filled, prompt: { ...filled.prompt, variables: [row, row] } })
    expect(errors.prompt?.variables?.[1]?.name?.message).toBe('Variable name a is used twice')
  })
})

it('puts a complaint about one of several ids at the field of them all', () => {
  const values = { ...filled, prompt: { ...filled.prompt, tools: ['book', 'ghost'] } }
  const complaints = [
    'prompt.tools.1',
    'prompt.tools[0]',
    'prompt.tools.7',
    'prompt.variables.0.name',
    'voiceId',
  ]
  expect(
    placeErrors(
      complaints.map((path) => ({ path, message: 'no' })),
      values,
    ),
  ).toEqual([
    { path: 'prompt.tools', message: 'ghost: no' },
    { path: 'prompt.tools', message: 'book: no' },
    { path: 'prompt.tools.7', message: 'no' },
    { path: 'prompt.variables.0.name', message: 'no' },
    { path: 'voiceId', message: 'no' },
  ])
})

describe('a language', () => {
  const german = { languageId: null, languageCode: 'de', languageDisplayName: 'German', region: 'north' }

  it('is three fields, and what else the service says of it stays', () => {
    const { values } = fromRequest({ language: german })
    expect(values.language).toEqual({ ...german, languageId: '' })
    expect(
      toVersionRequest({ ...values, language: { ...values.language, languageCode: ' de-AT ' } }),
    ).toMatchObject({
      language: { languageCode: 'de-AT', languageDisplayName: 'German', region: 'north' },
    })
    expect(fromRequest({ language: 'de' }).values.language.languageCode).toBe('de')
  })

  it('that is empty is not sent, and one that was emptied is null', () => {
    expect(toVersionRequest(emptyAgent)).not.toHaveProperty('language')
    const { values } = fromRequest({ language: { languageCode: 'de' } })
    const empty = { ...values, language: emptyAgent.language }
    expect(toVersionChanges(values, empty)).toEqual({ language: null })
  })

  it('with a name only is held back at its code', async () => {
    const language = { ...emptyAgent.language, languageDisplayName: 'German' }
    const { errors } = await judge({ ...filled, language })
    expect(errors.language?.languageCode?.message).toBe('Language needs languageId or languageCode')
    expect(placeErrors([{ path: 'language', message: 'no' }], filled)).toEqual([
      { path: 'language.languageCode', message: 'no' },
    ])
  })
})
