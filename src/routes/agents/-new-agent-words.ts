import { countOf } from '../../ui/numbers'

/** Every text of the form of a new agent. */
export const words = {
  title: 'New agent',
  context: 'Creates an agent with its first version. It handles no traffic until the version is deployed.',
  back: 'Agents',
  submit: 'Create agent',
  created: (name: string) => `${name} was created`,
  inDoubt: {
    title: 'The agent may have been created',
    text: 'Everything you typed is kept. Look in the service before you send it again, or you may get two agents.',
  },

  sections: {
    agent: 'Agent',
    prompt: 'Prompt',
    knowledge: 'Knowledge',
    tools: 'Tools',
    speech: 'Speech and language',
  },

  name: 'Name',
  description: 'Description',
  agentType: 'Agent type',
  agentTypeHint: 'TEXT serves SMS, e-mail and web chat.',
  useKnowledgeBase: 'Use knowledge base',
  useKnowledgeBaseHint: 'The agent answers from the files of its collections.',
  collections: 'Collections',
  collectionsHint: 'Attached to the version. Pick by name, or paste ids. Wire name:',
  systemPrompt: 'System prompt',
  systemPromptHint: 'Write {{name}} where the value of a variable belongs.',
  tokens: (count: string) => `about ${count} tokens (estimate)`,
  preview: {
    title: 'Preview with test values',
    values: 'Test values. Empty: the default, else the braces stay.',
    valueOf: (name: string) => `Test value of ${name}`,
    prompt: 'The prompt as it would read',
  },
  variables: 'Variables',
  variablesHint: 'Values come with each call or thread; the default stands in where none is given.',
  addUsed: (count: number) =>
    count === 1 ? 'Add the variable used in the prompt' : `Add the ${count} variables used in the prompt`,
  tools: 'Tools',
  toolsHint: 'Slugs of custom tools, searched by name or slug. The order is kept.',
  toolsCut: (count: string) => `Only the first ${count} tools were read. Any other slug can be typed.`,
  toolsUnlisted: (slugs: readonly string[]) =>
    `Not in the tool list, and sent as ${slugs.length === 1 ? 'it stands' : 'they stand'}: ${slugs.join(', ')}.`,
  toolsFailed: 'The tool list could not be read. Slugs can still be typed.',
  toolsNoToken:
    'The tool list needs an access token (SERVICE_ACCESS_TOKEN), which this console does not have. Slugs can still be typed.',
  preBuiltTools: 'Built-in tools',
  preBuiltToolsHint: 'Slugs. Wire name:',
  voicemail: 'Voicemail message',
  voicemailHint: 'Spoken to an answering machine. Empty: null is sent.',
  overrideStt: 'Override STT config',
  overrideSttHint: 'A JSON object. Empty: null is sent. Wire name:',
  sttConfigId: 'Speech-to-text config id',
  ttsConfigId: 'Text-to-speech config id',
  llmConfigId: 'Language-model config id',
  voiceId: 'Voice id',
  noun: {
    config: 'config',
    voice: 'voice',
    collection: 'collection',
    tool: 'tool',
    preBuiltTool: 'built-in tool',
  },

  summary: {
    title: 'What will be sent',
    unnamed: 'No name yet',
    prompt: 'System prompt',
    promptSize: (characters: number, words: number) =>
      `${countOf(characters, 'character')}, ${countOf(words, 'word')}`,
    empty: 'Empty',
    variables: 'Variables',
    none: 'None',
    required: 'required',
    knowledge: 'Knowledge',
    knowledgeOff: 'Not used',
    knowledgeNoCollection: 'Used, without a collection',
    collections: (count: number) => countOf(count, 'collection'),
    tools: 'Tools',
    collectionsUnused: 'Collections are chosen, but "Use knowledge base" is off.',
  },
}
