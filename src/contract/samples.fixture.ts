import type * as z from 'zod/mini'
import type { CheckedOperation } from './checked-operations'
import type { RequestBody } from './operation'
import type { OperationName, Operations } from './operations'

/** What zod says of a schema, as far as a sample needs it. */
interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly element?: z.ZodMiniType
  readonly innerType?: z.ZodMiniType
  readonly entries?: Readonly<Record<string, string | number>>
  readonly options?: readonly z.ZodMiniType[]
  readonly values?: readonly unknown[]
}

const version = {
  useKnowledgeBase: false,
  prompt: { system: 'You are brief.', variables: [], tools: [], preBuiltTools: [] },
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 's',
  ttsConfigId: 't',
  llmConfigId: 'l',
  voiceId: 'v',
}

const toPhoneNumber = '+15005550100'

/** Bodies whose fields have rules that their types do not say. All others are made from the schema. */
const listed: { readonly [Name in OperationName]?: RequestBody<Operations[Name]> } = {
  requestUpload: { fileName: 'a.md' },
  createAgent: { ...version, name: 'n', description: '', agentType: 'CALL' },
  createAgentVersion: version,
  updateAgentVersion: { voicemailMessage: null },
  updateAgent: { name: 'n' },
  tryVersion: { messages: [] },
  dispatchCall: { versionId: 'v', outboundPhoneNumberId: 'p', toPhoneNumber },
  createSmsThread: {
    agentVersionId: 'v',
    toPhoneNumber,
    fromPhoneNumber: '+15005550101',
    fromPhoneNumberId: 'p',
    initialMessage: 'm',
  },
  createEmailThread: { agentVersionId: 'v', toEmail: 'a@example.com', subject: 's', firstMessage: 'm' },
  searchPassages: { query: 'q', fileIds: ['f1'] },
  updateScenario: { name: 'n' },
  updateThread: { metadata: {} },
  createTool: { name: 'n', structure: { url: 'https://api.example.com', method: 'GET' } },
  updateTool: { name: 'n' },
  updateOrganization: { name: 'n' },
}

/** A value that a schema takes, with the fields only that it needs. Throws where the type alone does not say one. */
function sampleOf(schema: z.ZodMiniType): unknown {
  const { type, shape = {}, element, innerType, entries, options, values } = schema._zod.def as Definition
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(shape)
        .map(([name, field]) => [name, sampleOf(field)])
        .filter(([, value]) => value !== undefined),
    )
  if (type === 'string') return 'n'
  if (type === 'number' || type === 'int') return 1
  if (type === 'boolean') return false
  if (type === 'enum') return Object.values(entries ?? {})[0]
  if (type === 'literal') return values?.[0]
  if (type === 'array' && element) return [sampleOf(element)]
  if (type === 'optional') return undefined
  if (type === 'nullable') return null
  if (type === 'default' && innerType) return sampleOf(innerType)
  if (type === 'union' && options?.[0]) return sampleOf(options[0])
  if (type === 'custom' || type === 'record') return {}
  throw new Error(`No sample can be made of ${type}`)
}

/** A body that an operation takes: listed above, or made from its schema; `undefined` where nothing is sent. */
export function sampleBody({ name, request }: CheckedOperation): unknown {
  if (!request) return undefined
  const body = listed[name as OperationName] ?? sampleOf(request)
  const { error } = request.safeParse(body)
  if (error) throw new Error(`List a body of ${name} in samples.fixture.ts: ${error.message}`)
  return body
}

/** Parameters that must be one of certain words. */
const words: { readonly [Name in OperationName]?: Readonly<Record<string, string>> } = {
  listCalls: {
    status: 'FAILED',
    callEndedReason: 'NO_ANSWER',
    toPhoneNumber,
    createdAfter: '2026-03-01T10:00:00Z',
    createdBefore: '2026-03-02T10:00:00Z',
  },
  listThreads: { toPhoneNumber, isActive: 'true' },
  listMessages: { direction: 'INBOUND', status: 'RECEIVED' },
}

/** The same for its query, with every parameter it has. */
export function sampleQuery({ name, query }: CheckedOperation): Record<string, string> | undefined {
  if (!query) return undefined
  const { shape = {} } = query._zod.def as Definition
  return {
    ...Object.fromEntries(Object.keys(shape).map((each) => [each, '1'])),
    ...words[name as OperationName],
  }
}
