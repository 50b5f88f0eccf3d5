import { describe, expect, it } from 'vitest'
import { agentFileName, applyTemplate, readAgentFile, writeAgentFile } from './-agent-file'
import { type AgentFormValues, emptyAgent, fromRequest, toAgentRequest } from './-agent-form'

const filled: AgentFormValues = {
  ...emptyAgent,
  name: 'Renewals',
  description: 'Asks',
  agentType: 'TEXT',
  useKnowledgeBase: true,
  knowledgeBaseCollectionIds: ['c-1'],
  prompt: {
    system: 'Greet {{customer}}.',
    variables: [{ name: 'customer', required: true, defaultValue: 'you' }],
    tools: ['find-order', 'book'],
    preBuiltTools: ['end-call'],
  },
  voicemailMessage: 'Call back.',
  overrideSTTConfig: '{\n  "language": "en"\n}',
  sttConfigId: 'stt',
  ttsConfigId: 'tts',
  llmConfigId: 'llm',
  voiceId: 'voice',
}

describe('a file of an agent', () => {
  it('comes back as it went, with every field and its nulls', () => {
    expect(readAgentFile(writeAgentFile(filled))).toEqual({ values: filled, unknown: [], unfit: [] })
    expect(readAgentFile(writeAgentFile(emptyAgent))).toEqual({ values: emptyAgent, unknown: [], unfit: [] })
  })

  it('carries its mark and its version, and no secret', () => {
    const file = writeAgentFile({ ...filled, overrideSTTConfig: '{"apiKey": "abc-123", "model": "m"}' })
    expect(JSON.parse(file)).toMatchObject({ format: 'switchboard.agent', formatVersion: 1 })
    expect(file).not.toContain('abc-123')
    expect(file).toContain('"model": "m"')
  })

  it('may be a bare creation request', () => {
    const bare = JSON.stringify(toAgentRequest(filled))
    expect(readAgentFile(`\uFEFF${bare}`)).toEqual({ values: filled, unknown: [], unfit: [] })
  })

  it('tells what has no place in the form, and what is of the wrong kind', () => {
    const read = fromRequest({
      name: 7,
      farewell: true,
      agentType: 'FAX',
      prompt: { system: 'x', mood: 'calm', variables: [{ name: 'a' }, {}], tools: ['t', {}] },
      voicemailMessage: null,
    })
    expect(read.unknown).toEqual(['farewell', 'prompt.mood'])
    expect(read.unfit).toEqual(
      ['prompt.variables.1', 'name', 'agentType', 'prompt.tools'].sort(byMention(read.unfit)),
    )
    expect(read.values.prompt.variables).toEqual([{ name: 'a', required: false, defaultValue: '' }])
    expect(read.values).toMatchObject({ name: '', agentType: 'CALL', voicemailMessage: '' })
  })

  it('says why it is none', () => {
    const reasons = [
      '{',
      '[]',
      '{"format": "other"}',
      '{"format": "switchboard.agent", "formatVersion": 9}',
      '{"a": 1}',
    ]
    for (const text of reasons) expect(readAgentFile(text)).toEqual({ problem: expect.stringMatching(/\.$/) })
    expect(readAgentFile('{"format": "switchboard.agent", "formatVersion": 9, "agent": {}}')).toEqual({
      problem: expect.stringContaining('newer'),
    })
  })

  it('are read with the line ends that the fields make (D1001)', () => {
    const text = JSON.stringify({ name: 'Desk', prompt: { system: 'Be brief.\r\nCall them {{nmae}}.' } })
    expect(readAgentFile(text)).toMatchObject({
      values: { prompt: { system: 'Be brief.\nCall them {{nmae}}.' } },
    })
  })

  it('has a name that any system takes', () => {
    expect(agentFileName('Rückläufer / Nord')).toBe('rucklaufer-nord.agent.json')
    expect(agentFileName('  ')).toBe('agent.agent.json')
  })
})

const byMention = (order: readonly string[]) => (one: string, other: string) =>
  order.indexOf(one) - order.indexOf(other)

describe('templates', () => {
  it('take the first samples for ids that are empty, each time', () => {
    const samples = { voiceIds: ['voice-clara', 'voice-mira'], sttConfigIds: [] }
    const { voiceId, sttConfigId } = applyTemplate('reception', emptyAgent, samples)
    expect([voiceId, sttConfigId]).toEqual(['voice-clara', ''])
    expect(applyTemplate('reception', filled, samples).voiceId).toBe('voice')
    expect(applyTemplate('blank', filled, samples).voiceId).toBe('')
  })

  it('leave ids and tools as they are, and declare exactly what they use', async () => {
    const { lintTexts } = await import('../../contract/variable-lint')
    for (const name of ['reception', 'reminder', 'knowledge'] as const) {
      const values = applyTemplate(name, filled)
      expect(values.voiceId).toBe('voice')
      expect(values.prompt.tools).toEqual(['find-order', 'book'])
      const texts = [values.prompt.system, values.voicemailMessage]
      const findings = lintTexts(
        texts.map((text, index) => ({ place: String(index), label: 'it', text })),
        values.prompt.variables,
      )
      expect(findings.filter(({ kind }) => kind !== 'no-default')).toEqual([])
    }
  })
})
