import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { isWire, objectReply, textOf, type Wire } from './reply'

/** The call of a tool as it was sent, with its secrets masked. */
export interface ToolRequestShown {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const textsOf = (wire: Wire): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wire).flatMap(([name, value]) => {
      const text = textOf(value)
      return text === undefined ? [] : [[name, text]]
    }),
  )

export function readToolRequest(value: unknown): ToolRequestShown | undefined {
  if (!isWire(value)) return undefined
  const body = textOf(value.body)
  return {
    method: textOf(value.method) ?? '',
    url: textOf(value.url) ?? '',
    headers: isWire(value.headers) ? textsOf(value.headers) : {},
    ...(body === undefined ? {} : { body }),
  }
}

const readTriedTool = recordReader(
  {
    name: field.text('name'),
    request: field.object(readToolRequest, 'request'),
    status: field.number('status'),
    answer: field.text('answer'),
    /** Why there is no good answer. */
    error: field.text('error'),
    /** Milliseconds. */
    tookMs: field.number('tookMs'),
  },
  'request',
)

/** A call of a tool that was tried: what was sent, and what came of it. */
export type TriedTool = RecordOf<typeof readTriedTool>

export const tryTool = operation({
  name: 'tryTool',
  method: 'POST',
  path: '/api/v1/tools/{toolId}/try',
  source: 'extension',
  summary: 'Calls a custom tool with these values, once and for real, as an agent would.',
  to: 'call the tool',
  done: 'the tool was called',
  // Of the service nothing; of the tool's host maybe.
  changes: [],
  about: ({ reply }) => ({ name: isWire(reply) ? textOf(reply.name) : undefined }),
  // The answer is of a stranger, and may hold anything.
  stores: (reply) => (isWire(reply) ? { name: textOf(reply.name), status: reply.status } : {}),
  // Tools have a minute.
  timeoutMs: 75_000,
  sendsBody: ({ z, variableValues }) => z.strictObject({ variables: z.optional(variableValues) }),
  reply: objectReply(['result'], readTriedTool, 'the reply has no call of a tool'),
})
