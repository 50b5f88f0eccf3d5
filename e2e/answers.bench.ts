import { expect, test } from 'playwright/test'
import { startLanguageServer } from '../src/service/engine/language-server.fixture'
import { print, spread } from './measure'
import { type Running, startStack } from './stack'

/** How soon an agent says its first words after a message, by rules and with a model that takes 300 ms for them. */
const KEY = 'bench-key-1234567890'
const headers = { 'x-api-key': KEY, 'content-type': 'application/json' }
const ROUNDS = 60
const MODEL_MS = 300

const TERMS = Array.from(
  { length: 400 },
  (_, at) =>
    `## Part ${at + 1}\n\nReturns of kind ${at + 1} are paid within ${at + 3} days. Parcels of kind ${at + 1} cost ${at} euros.\n`,
).join('\n')

async function send<Answer>({ origin }: Running, method: string, path: string, body?: object) {
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const json = (await response.json()) as Answer
  expect(response.ok, `${path} ${JSON.stringify(json)}`).toBe(true)
  return json
}

/** Resolves with the address of its version. */
async function addInformedAgent(service: Running) {
  const knowledge = '/api/v1/knowledge-base'
  const { uploadUrl, fileId } = await send<{ uploadUrl: string; fileId: string }>(
    service,
    'POST',
    '/generate-presigned-url',
    { fileName: 'terms.md' },
  )
  await fetch(uploadUrl, { method: 'PUT', headers: { 'content-type': 'text/markdown' }, body: TERMS })
  await send(service, 'POST', `${knowledge}/file`, { fileId })
  const { collection } = await send<{ collection: { id: string } }>(
    service,
    'POST',
    `${knowledge}/collection`,
    {
      name: 'Terms',
      description: '',
    },
  )
  await send(service, 'POST', `${knowledge}/collection/${collection.id}/file/${fileId}`)
  await expect
    .poll(async () => JSON.stringify(await send(service, 'GET', `${knowledge}/files`)), { timeout: 60_000 })
    .toMatch(new RegExp(`"${fileId}"[^}]*INGESTED|INGESTED[^}]*"${fileId}"`))
  const { agent } = await send<{ agent: { id: string; version: { id: string } } }>(
    service,
    'POST',
    '/api/v1/agents',
    {
      name: 'Terms desk',
      agentType: 'TEXT',
      prompt: { system: 'You answer questions about the terms.' },
      knowledgeBaseCollectionIds: [collection.id],
      sttConfigId: 'stt-general-en',
      ttsConfigId: 'tts-natural',
      llmConfigId: 'llm-balanced',
      voiceId: 'voice-clara',
    },
  )
  return `/api/v1/agents/${agent.id}/versions/${agent.version.id}`
}

/** Milliseconds until the first words of an answer, and until its end. */
async function tryOnce({ origin }: Running, version: string, text: string) {
  const started = performance.now()
  const body = JSON.stringify({ messages: [{ from: 'customer', text }] })
  const response = await fetch(`${origin}${version}/try`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  let heard = ''
  let first = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    heard += Buffer.from(chunk).toString()
    if (first === 0 && heard.includes('event: text')) first = performance.now() - started
  }
  expect(heard).toContain('"outcome":"answered"')
  return { first, whole: performance.now() - started }
}

const at = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.floor((values.length - 1) * share)]?.toFixed(0)

async function measure(service: Running, who: string) {
  const version = await addInformedAgent(service)
  const question = (round: number) => `Within how many days are returns of kind ${(round % 400) + 1} paid?`
  await tryOnce(service, version, question(0))
  const all = []
  for (let round = 1; round <= ROUNDS; round++) all.push(await tryOnce(service, version, question(round)))
  const firsts = all.map(({ first }) => first)
  print(`${who}: first words p50 ${at(firsts, 0.5)} ms, p95 ${at(firsts, 0.95)} ms`)
  print(`${who}: whole answer ${spread(all.map(({ whole }) => whole))} ms`)
}

test('answers', async () => {
  const stack = await startStack()
  const model = await startLanguageServer()
  model.behave(() => ({ text: 'They are paid within a few days, as the terms say.', afterMs: MODEL_MS }))
  const keys = { SERVICE_API_KEY: KEY, SERVICE_ACCESS_TOKEN: KEY }
  try {
    const byRules = await stack.startService(keys)
    await measure(byRules, 'rules')
    await byRules.stop()
    const byModel = await stack.startService({ ...keys, LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'm' })
    await measure(byModel, `model of ${MODEL_MS} ms`)
  } finally {
    await stack.close()
    await model.close()
  }
})
