import type { DeclaredVariable } from './variable-lint'

/** `CALL` is the value the document has seen (§2); `TEXT` serves SMS, e-mail and web chat on real services (D10). */
export const AGENT_TYPES = ['CALL', 'TEXT'] as const

/** What each kind of field holds once it is read. */
interface Values {
  prompt: string
  /** Said to people, with variables filled in. */
  spoken: string
  text: string
  id: string
  /** Ids, or slugs of tools (D11). */
  ids: readonly string[]
  flag: boolean
  /** As `flag`; `null` leaves it to the service. */
  flagOrNull: boolean
  number: number
  choice: string
  phone: string
  variables: readonly DeclaredVariable[]
  /** Any JSON: nothing is documented of it but `null` (§2). */
  json: unknown
  postCallVariables: unknown
  language: unknown
}

export type FieldKind = keyof Values

/** One field of a version. The kind decides how it is read, checked, entered, shown and compared. */
export interface VersionField {
  readonly kind: FieldKind
  readonly label: string
  /** Its part of the form. A field without one is carried over from version to version as it is. */
  readonly part?: FormPart
  readonly hint?: string
  /** The most characters, entries, or the largest number. */
  readonly max?: number
  readonly min?: number
  readonly options?: readonly string[]
  /** What one id is called. */
  readonly noun?: string
  /** Which of the ids used before the form offers. */
  readonly suggestions?: string
  /** Other names that services use for it. */
  readonly also?: readonly string[]
  /** The order of a list says nothing. */
  readonly unordered?: true
  /** Left empty it is not sent: services without it may refuse it, and those that have it decide. */
  readonly omitEmpty?: true
  /** What the local service answers when a version does not set it; else `null`. */
  readonly unset?: string
  /** Shown in the summary beside the form. */
  readonly inSummary?: true
}

export const FORM_PARTS = [
  'Prompt',
  'Knowledge',
  'Tools',
  'Speech and language',
  'Sound',
  'Conversation',
  'After the conversation',
  'Overrides',
] as const
export type FormPart = (typeof FORM_PARTS)[number]

/** No unit is documented. As seconds this is a day, as milliseconds a minute and a half. */
const TIME_MAX = 86_400
const TIME_WORDS = '86,400 seconds.'

/**
 * What a version is made of: fields of §2, and those that real services have beyond it (D130, D240). This is all there is of a field:
 * schemas, form, comparison, lint and the local service's storage follow from it. No schema stands here, so that lists stay light (D18).
 */
export const versionFields = {
  'prompt.system': {
    kind: 'prompt',
    part: 'Prompt',
    label: 'System prompt',
    hint: 'Write {{name}} where the value of a variable belongs.',
    max: 100_000,
  },
  'prompt.variables': {
    kind: 'variables',
    part: 'Prompt',
    label: 'Variables',
    hint: 'Values come with each call or thread; the default stands in where none is given.',
    max: 100,
  },
  /** Absent: whether collections are attached (D242). */
  useKnowledgeBase: {
    kind: 'flag',
    part: 'Knowledge',
    label: 'Use knowledge base',
    hint: 'The agent answers from the files of its collections.',
  },
  /** Collections are attached at the version (§9); the field is one that real services take (D12). */
  knowledgeBaseCollectionIds: {
    kind: 'ids',
    part: 'Knowledge',
    label: 'Collections',
    hint: 'Attached to the version. Pick by name, or paste ids.',
    noun: 'collection',
    suggestions: 'collectionIds',
    unordered: true,
    max: 50,
    also: ['collections'],
    omitEmpty: true,
  },
  'prompt.tools': {
    kind: 'ids',
    part: 'Tools',
    label: 'Tools',
    hint: 'Slugs of custom tools, searched by name or slug. The order is kept.',
    noun: 'tool',
    max: 100,
  },
  'prompt.preBuiltTools': {
    kind: 'ids',
    part: 'Tools',
    label: 'Built-in tools',
    hint: 'Pick by name, or paste slugs.',
    noun: 'built-in tool',
    suggestions: 'preBuiltToolSlugs',
    max: 100,
  },
  sttConfigId: {
    kind: 'id',
    part: 'Speech and language',
    label: 'Speech-to-text config id',
    noun: 'config',
    suggestions: 'sttConfigIds',
  },
  ttsConfigId: {
    kind: 'id',
    part: 'Speech and language',
    label: 'Text-to-speech config id',
    noun: 'config',
    suggestions: 'ttsConfigIds',
  },
  llmConfigId: {
    kind: 'id',
    part: 'Speech and language',
    label: 'Language-model config id',
    noun: 'config',
    suggestions: 'llmConfigIds',
  },
  voiceId: {
    kind: 'id',
    part: 'Speech and language',
    label: 'Voice id',
    noun: 'voice',
    suggestions: 'voiceIds',
  },
  voicemailMessage: {
    kind: 'spoken',
    part: 'Speech and language',
    label: 'Voicemail message',
    hint: 'Spoken to an answering machine. Empty = no message.',
    max: 2_000,
  },
  overrideSTTConfig: {
    kind: 'json',
    part: 'Overrides',
    label: 'Override STT config',
    hint: 'Any JSON. Empty = no override.',
  },
  overrideTTSConfig: { kind: 'json', part: 'Overrides', label: 'Override TTS config', omitEmpty: true },
  overrideLLMConfig: { kind: 'json', part: 'Overrides', label: 'Override LLM config', omitEmpty: true },
  language: {
    kind: 'language',
    part: 'Speech and language',
    label: 'Language',
    hint: 'Such as de or pt-BR. A language has a code or an id.',
    omitEmpty: true,
  },
  backgroundAudio: {
    kind: 'number',
    part: 'Sound',
    label: 'Background audio',
    hint: '0 to 100.',
    min: 0,
    max: 100,
    omitEmpty: true,
  },
  voiceVolume: {
    kind: 'number',
    part: 'Sound',
    label: 'Voice volume',
    hint: '0 to 100.',
    min: 0,
    max: 100,
    omitEmpty: true,
  },
  voiceSpeed: {
    kind: 'number',
    part: 'Sound',
    label: 'Voice speed',
    hint: '0 to 10.',
    min: 0,
    max: 10,
    omitEmpty: true,
  },
  mode: {
    kind: 'choice',
    part: 'Conversation',
    label: 'Mode',
    hint: 'PROMPT follows the prompt, FLOW a flow that is drawn in another tool.',
    options: ['FLOW', 'PROMPT'],
    unset: 'PROMPT',
    omitEmpty: true,
  },
  speakFirst: { kind: 'flagOrNull', part: 'Conversation', label: 'Speak first', omitEmpty: true },
  firstMessage: {
    kind: 'spoken',
    part: 'Conversation',
    label: 'First message',
    hint: 'Empty = the agent finds its own words.',
    max: 2_000,
    omitEmpty: true,
  },
  forwardingPhoneNumber: {
    kind: 'phone',
    part: 'Conversation',
    label: 'Forwarding phone number',
    omitEmpty: true,
  },
  initialSilenceTimeout: {
    kind: 'number',
    part: 'Conversation',
    label: 'Initial silence timeout',
    hint: `0 to ${TIME_WORDS}`,
    min: 0,
    max: TIME_MAX,
    omitEmpty: true,
  },
  finalSilenceTimeout: {
    kind: 'number',
    part: 'Conversation',
    label: 'Final silence timeout',
    hint: `0 to ${TIME_WORDS}`,
    min: 0,
    max: TIME_MAX,
    omitEmpty: true,
  },
  maxCallDuration: {
    kind: 'number',
    part: 'Conversation',
    label: 'Longest call duration',
    hint: `1 to ${TIME_WORDS}`,
    min: 1,
    max: TIME_MAX,
    omitEmpty: true,
  },
  postCallPrompt: {
    kind: 'text',
    part: 'After the conversation',
    label: 'Post-call prompt',
    max: 20_000,
    omitEmpty: true,
  },
  postCallVariables: {
    kind: 'postCallVariables',
    part: 'After the conversation',
    label: 'Post-call variables',
    hint: 'What is noted of a conversation after it has ended.',
    max: 100,
    omitEmpty: true,
  },
} as const satisfies Record<string, VersionField>

export type FieldPath = keyof typeof versionFields
export type KindOf<P extends FieldPath> = (typeof versionFields)[P]['kind']
export type ValueOf<P extends FieldPath> = Values[KindOf<P>]

export const fieldAt = (path: FieldPath): VersionField => versionFields[path]

/** The fields of a version in their order, by wire path. */
export const fieldList = Object.entries(versionFields) as [FieldPath, VersionField][]

/** Those of the agent itself, which only the request that creates it has (§2). */
export const agentLabels = { name: 'Name', description: 'Description', agentType: 'Agent type' } as const

/** The name of a field, or of one variable; a field that is not declared keeps its wire name. */
export function fieldLabel(path: string): string {
  const variable = /^prompt\.variables\.(.+)$/.exec(path)?.[1]
  if (variable) return `Variable ${variable}`
  if (Object.hasOwn(agentLabels, path)) return agentLabels[path as keyof typeof agentLabels]
  return Object.hasOwn(versionFields, path) ? versionFields[path as FieldPath].label : path
}
