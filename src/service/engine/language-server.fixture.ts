import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { closeNow, listen } from '../../net/test-server.fixture'
import { quotedIn } from './meaning'

// A server that speaks the protocol of OpenAI-compatible language models, streaming included, and fails in every way that such servers do.

interface Message {
  readonly role: string
  /** `null` beside calls of tools. */
  readonly content: string | null
}

/** A request as it arrived. */
export interface Asked {
  readonly role: 'agent' | 'customer' | 'judge' | 'writer'
  readonly stream: boolean
  readonly model: unknown
  readonly messages: readonly Message[]
  readonly tools: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[]
  readonly wantsTokens: boolean
  readonly authorization: string | undefined
}

export type Behaviour =
  | { readonly text: string; readonly afterMs?: number }
  /** Asks for tools to be called; `input` is sent as it is. */
  | { readonly calls: readonly { readonly name: string; readonly input: string }[]; readonly text?: string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** `cut`: half of the answer, then the connection breaks. `ended`: half of the answer, then a proper end. `whole`: no stream, although one was asked for. */
  | 'cut'
  | 'ended'
  | 'whole'
  | 'error in stream'
  | 'not json'
  | 'other json'
  | 'silence'
  | 'drip'
  | 'endless'
  | 'hang up'

export interface LanguageServer {
  readonly baseUrl: string
  readonly asked: readonly Asked[]
  /** What to do from now on; `undefined` for an answer as a model would give it. */
  behave(next: (asked: Asked, place: number) => Behaviour | undefined): void
  close(): Promise<void>
}

function roleOf(messages: readonly Message[]): Asked['role'] {
  const system = messages[0]?.content ?? ''
  if (system.startsWith('You play a customer')) return 'customer'
  if (system.startsWith('You judge')) return 'judge'
  return system.startsWith('You write test scenarios') ? 'writer' : 'agent'
}

/** Reads what it was given and nothing else: says what the passages say, is content with the first answer, and expects what stands in quotation marks. */
function sensible({ role, messages }: Asked): string {
  const [system, user] = [messages[0]?.content ?? '', messages.at(-1)?.content ?? '']
  switch (role) {
    case 'agent':
      if (messages.at(-1)?.role === 'tool') return `The tool says: ${user}`
      return /From the knowledge base[^:]*:\s+\[[^\]]+\] ([\s\S]+)/.exec(system)?.[1] ?? 'I do not know.'
    case 'customer':
      return messages.length > 2 ? '[END]' : 'I have a question.'
    case 'judge': {
      const { expected_outcome, conversation } = JSON.parse(user) as {
        expected_outcome: string
        conversation: { who: string; said: string }[]
      }
      const said = conversation.map((turn) => (turn.who === 'agent' ? turn.said : '')).join(' ')
      const unsaid = quotedIn(expected_outcome).filter((fact) => !said.includes(fact))
      return `Here it is:\n\`\`\`json\n${JSON.stringify({ verdict: unsaid.length ? 'failed' : 'passed', reason: unsaid.length ? `Not said: ${unsaid.join()}` : 'All was said.' })}\n\`\`\``
    }
    case 'writer': {
      const { documents_say } = JSON.parse(user) as { documents_say: { sentence: string }[] }
      const drafts = documents_say.map(({ sentence }, index) => ({
        kind: 'happy-path',
        name: `Written ${index + 1}: ${sentence.slice(0, 40)}`,
        instructions: 'You ask for one thing.',
        first_message: `Tell me about this: ${sentence}`,
        expected_outcome: `The agent says: “${sentence}”`,
      }))
      return JSON.stringify({ scenarios: drafts })
    }
  }
}

const event = (choices: readonly object[], more = {}) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices, ...more })}\n\n`

const piece = (content: string, finish_reason: string | null = null) =>
  event([{ index: 0, delta: { content }, finish_reason }])

/** A call in three pieces, as servers stream them. */
const callPieces = (index: number, { name, input }: { name: string; input: string }) =>
  [
    { index, id: `c${index}`, type: 'function', function: { name, arguments: '' } },
    { index, function: { arguments: input.slice(0, 5) } },
    { index, function: { arguments: input.slice(5) } },
  ].map((call) => event([{ index: 0, delta: { tool_calls: [call] }, finish_reason: null }]))

const TOKENS = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 }

const whole = (content: string) =>
  JSON.stringify({
    id: 'x',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })

function reply(response: ServerResponse, asked: Asked, behaviour: Behaviour | undefined): void {
  const json = (status: number, body: string, headers: Record<string, string> = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  const begin = () =>
    response.writeHead(200, { 'content-type': asked.stream ? 'text/event-stream' : 'application/json' })
  const given = typeof behaviour === 'object' && 'text' in behaviour ? behaviour.text : undefined
  const text = given ?? sensible(asked)
  const half = text.slice(0, Math.ceil(text.length / 2))
  const first = asked.stream ? piece(half) : whole(text).slice(0, 40)

  if (typeof behaviour === 'object' && 'status' in behaviour)
    json(behaviour.status, behaviour.body ?? '{"error": {"message": "no"}}', behaviour.headers)
  else if (behaviour === 'not json') json(200, '<html>It works</html>', { 'content-type': 'text/html' })
  else if (behaviour === 'other json') json(200, '{"ok": true}')
  else if (behaviour === 'hang up') response.destroy()
  else if (behaviour === 'silence') return
  else if (behaviour === 'whole') json(200, whole(text))
  else if (behaviour === 'cut') begin().write(first, () => setTimeout(() => response.destroy(), 20))
  else if (behaviour === 'ended') begin().end(first)
  else if (behaviour === 'error in stream')
    begin().end(`${first}data: {"error": {"message": "overloaded"}}\n\n`)
  else if (behaviour === 'drip' || behaviour === 'endless') {
    begin()
    const more = behaviour === 'drip' ? ' ' : ' and so on '.repeat(2_000)
    const write = () => response.write(asked.stream ? piece(more) : more)
    const timer = setInterval(write, behaviour === 'drip' ? 50 : 1)
    response.on('close', () => clearInterval(timer))
  } else if (asked.stream) {
    const calls = typeof behaviour === 'object' && 'calls' in behaviour ? behaviour.calls : []
    const words = calls.length > 0 ? (given ?? '') : text
    const tell = () => {
      begin()
      for (const word of words.split(/(?<=\s)/)) response.write(piece(word))
      for (const each of calls.flatMap((call, index) => callPieces(index, call))) response.write(each)
      response.write(piece('', calls.length > 0 ? 'tool_calls' : 'stop'))
      response.end(`${asked.wantsTokens ? event([], { usage: TOKENS }) : ''}data: [DONE]\n\n`)
    }
    setTimeout(tell, typeof behaviour === 'object' && 'afterMs' in behaviour ? behaviour.afterMs : 0)
  } else json(200, whole(text))
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { model, messages, stream, tools, stream_options } = JSON.parse(Buffer.concat(chunks).toString()) as {
    model: unknown
    messages: Message[]
    stream?: boolean
    tools?: Asked['tools']
    stream_options?: { include_usage?: boolean }
  }
  const { authorization } = request.headers
  return {
    role: roleOf(messages),
    stream: stream === true,
    model,
    messages,
    tools: tools ?? [],
    wantsTokens: stream_options?.include_usage === true,
    authorization,
  }
}

export async function startLanguageServer(): Promise<LanguageServer> {
  const asked: Asked[] = []
  let next: Parameters<LanguageServer['behave']>[0] = () => undefined
  const server = createServer((request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end()
      return
    }
    readAsked(request).then(
      (one) => reply(response, one, next(one, asked.push(one) - 1)),
      () => response.writeHead(400).end(),
    )
  })
  const origin = await listen(server)
  return {
    baseUrl: `${origin}/v1`,
    asked,
    behave(behaviour) {
      next = behaviour
    },
    close: () => closeNow(server),
  }
}
