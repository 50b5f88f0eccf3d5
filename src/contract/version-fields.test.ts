import { expect, it } from 'vitest'
import { versionContent } from './requests/agents'
import { FORM_PARTS, fieldList, versionFields } from './version-fields'

/** What versions of real services hold beyond ids, numbers and dates, as public references show it. */
const SEEN =
  'mode prompt.system prompt.variables prompt.tools prompt.preBuiltTools sttConfigId ttsConfigId llmConfigId voiceId overrideSTTConfig overrideTTSConfig overrideLLMConfig knowledgeBaseCollectionIds useKnowledgeBase voicemailMessage speakFirst firstMessage postCallPrompt postCallVariables backgroundAudio voiceVolume voiceSpeed forwardingPhoneNumber initialSilenceTimeout finalSilenceTimeout maxCallDuration language'

it('declares every field that versions of real services have, each in a part of the form', () => {
  expect(Object.keys(versionFields).toSorted()).toEqual(SEEN.split(' ').toSorted())
  for (const [path, { part }] of fieldList) expect(FORM_PARTS, path).toContain(part)
})

it('says the range of every number, and refuses what is outside', () => {
  const valid = {
    prompt: { system: 'Be brief.' },
    sttConfigId: 's',
    ttsConfigId: 't',
    llmConfigId: 'l',
    voiceId: 'v',
  }
  expect(versionContent.safeParse(valid).success).toBe(true)
  const numbers = fieldList.filter(([, { kind }]) => kind === 'number')
  expect(numbers).toHaveLength(6)
  for (const [path, { min, max, hint }] of numbers) {
    expect(hint).toContain(`${min} to ${max?.toLocaleString('en')}`)
    const accepts = (value: number) => versionContent.safeParse({ ...valid, [path]: value }).success
    expect([Number(min) - 1, min, max, Number(max) + 1].map((value) => accepts(Number(value)))).toEqual([
      false,
      true,
      true,
      false,
    ])
  }
})
