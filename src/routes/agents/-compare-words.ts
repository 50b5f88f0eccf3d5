import { countOf } from '../../ui/numbers'

/** Every text of a comparison of two versions. */
export const words = {
  title: 'Comparison',
  close: 'Close comparison',
  swap: 'Swap sides',
  unknown: (version: string) =>
    `What version ${version} holds is not known here: this browser did not create it, and the service does not tell. It cannot be compared.`,
  noVersion: (version: string) => `This browser does not know a version ${version} of this agent.`,
  sameVersion: 'Both sides are the same version.',
  equal: 'No field differs.',
  differs: (count: number, same: number) =>
    `${countOf(count, 'field differs', 'fields differ')}, ${countOf(same, 'is', 'are')} the same.`,
  mixed:
    'One side is what was sent, the other what the service tells now. What only one of them tells is listed below and is no difference.',
  masked: 'Phone numbers in one of these versions were masked in the file it was imported from.',
  same: 'Unchanged fields',
  untold: 'Told by one side only',
  absent: 'Not there',
  declaration: (required: boolean, defaultValue: string) =>
    `${required ? 'Required' : 'Optional'}, ${defaultValue === '' ? 'no default' : `default "${defaultValue}"`}`,
  sources: { sent: 'as it was sent', service: 'as the service tells it' },
  version: (name: string, source: string) => `Version ${name}, ${source}`,
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  agentType: 'Agent type',
  'prompt.system': 'System prompt',
  'prompt.tools': 'Tools',
  'prompt.preBuiltTools': 'Built-in tools',
  voicemailMessage: 'Voicemail message',
  firstMessage: 'First message',
  useKnowledgeBase: 'Use knowledge base',
  knowledgeBaseCollectionIds: 'Collections',
  overrideSTTConfig: 'Override STT config',
  overrideTTSConfig: 'Override TTS config',
  overrideLLMConfig: 'Override LLM config',
  sttConfigId: 'Speech-to-text config id',
  ttsConfigId: 'Text-to-speech config id',
  llmConfigId: 'Language-model config id',
  voiceId: 'Voice id',
}

/** A field in words; what nobody knows keeps its wire name. */
export function fieldLabel(path: string): string {
  const variable = /^prompt\.variables\.(.+)$/.exec(path)?.[1]
  if (variable) return `Variable ${variable}`
  return Object.hasOwn(LABELS, path) ? (LABELS[path] ?? path) : path
}
