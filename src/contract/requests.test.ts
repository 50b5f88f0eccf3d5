import { describe, expect, it } from 'vitest'
import { dispatchCall } from './calls'
import { createCollection } from './collection-changes'
import { type AgentRequest, agentRequest } from './requests/agents'
import { schemaOf } from './schema'
import { runScenarios } from './testing-lab'
import { createEmailThread, createSmsThread } from './threads'

const variables = [{ name: 'company', required: true, defaultValue: '' }]
const agent: AgentRequest = {
  name: 'Reception',
  description: '',
  agentType: 'CALL',
  useKnowledgeBase: true,
  prompt: {
    system: 'You answer for {{company}}.',
    variables,
    tools: [],
    preBuiltTools: [],
  },
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 's',
  ttsConfigId: 't',
  llmConfigId: 'l',
  voiceId: 'v',
}

const complaint = (result: {
  success: boolean
  error?: { issues: { path: PropertyKey[]; message: string }[] }
}) => result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')

describe('agentRequest (§2)', () => {
  it('passes with every field, voicemail and override null', () => {
    expect(agentRequest.parse(agent)).toEqual(agent)
  })

  it('passes with no more than what it means nothing without (D242)', () => {
    const { name, agentType, sttConfigId, ttsConfigId, llmConfigId, voiceId } = agent
    const ids = { sttConfigId, ttsConfigId, llmConfigId, voiceId }
    const least = { name, agentType, prompt: { system: 'Hi {{a}}', variables: [{ name: 'a' }] }, ...ids }
    expect(agentRequest.parse(least)).toEqual(least)
  })

  it.each([
    [{ name: '   ' }, /name: Name is needed/],
    [{ agentType: 'FAX' }, /CALL or TEXT/],
    [{ prompt: { ...agent.prompt, system: '' } }, /System prompt is needed/],
    [{ prompt: { ...agent.prompt, variables: [...variables, ...variables] } }, /variables\.1\.name: .*twice/],
    [
      { prompt: { ...agent.prompt, variables: [{ name: 'a b', required: false, defaultValue: '' }] } },
      /name may have a to z, A to Z, digits and _ \. - only, and must start with a letter or _/,
    ],
    [{ name: 'a\u0000b' }, /cannot be stored/],
    [{ name: '\ud800' }, /cannot be stored/],
    [{ voiceId: '' }, /Voice id is needed/],
  ])('refuses %j', (change, message) => {
    expect(complaint(agentRequest.safeParse({ ...agent, ...change }))).toMatch(message)
  })
})

const call = { versionId: 'v', outboundPhoneNumberId: 'p', toPhoneNumber: '+15005550100' }

describe('schemaOf(dispatchCall.sendsBody) (§2)', () => {
  it('passes without what is optional (D14, D241)', () => {
    const { outboundPhoneNumberId: _, ...least } = call
    for (const each of [call, least]) expect(schemaOf(dispatchCall.sendsBody).parse(each)).toEqual(each)
  })

  it('reads metadata that came as text (D241)', () => {
    expect(schemaOf(dispatchCall.sendsBody).parse({ ...call, metadata: ' {"a": [1]} ' }).metadata).toEqual({
      a: [1],
    })
    expect(complaint(schemaOf(dispatchCall.sendsBody).safeParse({ ...call, metadata: '[1]' }))).toMatch(
      /metadata: Metadata must be/,
    )
  })

  it.each(['15005550100', '+0123456789', '+1 500 555 0100', '+1500', '', '+123456789012345678'])(
    'refuses the number %j and says what would be right',
    (toPhoneNumber) => {
      expect(complaint(schemaOf(dispatchCall.sendsBody).safeParse({ ...call, toPhoneNumber }))).toMatch(
        /\+15551234567/,
      )
    },
  )

  it.each([[[]], ['text'], [7], [null]])('refuses %j as metadata', (metadata) => {
    expect(complaint(schemaOf(dispatchCall.sendsBody).safeParse({ ...call, metadata }))).toMatch(
      /Metadata must be a JSON object/,
    )
  })

  it('keeps keys that mean something to JavaScript as data', () => {
    const metadata = JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')
    expect(Object.keys(schemaOf(dispatchCall.sendsBody).parse({ ...call, metadata }).metadata ?? {})).toEqual(
      ['__proto__', 'constructor'],
    )
  })
})

it('bounds subjects as mail does', () => {
  const mail = { agentVersionId: 'v', toEmail: 'a@b.test', firstMessage: 'Hello' }
  expect(schemaOf(createEmailThread.sendsBody).safeParse({ ...mail, subject: 'x'.repeat(998) }).success).toBe(
    true,
  )
  expect(
    complaint(schemaOf(createEmailThread.sendsBody).safeParse({ ...mail, subject: 'x'.repeat(999) })),
  ).toMatch(/998/)
  expect(
    complaint(schemaOf(createEmailThread.sendsBody).safeParse({ ...mail, toEmail: 'a@b', subject: 'x' })),
  ).toMatch(/name@example\.com/)
})

it('wants both numbers of an SMS in international format', () => {
  const sms = {
    agentVersionId: 'v',
    fromPhoneNumberId: 'p',
    initialMessage: 'Hello',
    toPhoneNumber: '1',
    fromPhoneNumber: '2',
  }
  expect(complaint(schemaOf(createSmsThread.sendsBody).safeParse(sms))).toMatch(
    /To phone number.*From phone number/,
  )
})

it('takes whole numbers only in the testing lab (§2)', () => {
  expect(complaint(schemaOf(runScenarios.sendsBody).safeParse({ agent_id: '1', scenarios: [] }))).toMatch(
    /agent_id.*whole.*at least one scenario/,
  )
})

it('wants a collection name that is more than spaces', () => {
  expect(complaint(schemaOf(createCollection.sendsBody).safeParse({ name: '  ', description: '' }))).toMatch(
    /Name is needed/,
  )
})
