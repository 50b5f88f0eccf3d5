import { expect } from 'vitest'
import type { AgentRequest } from '../contract/requests/agents'
import type { Served } from './service.fixture'

// Steps that several test files need on their way to what they test.

type Json = Record<string, unknown>

const PDF = Buffer.from('%PDF-1.7\nbytes that only claim to be one')

/** An agent that can be created as it is. */
export const agentBody = (changes: Partial<AgentRequest> = {}): AgentRequest => ({
  name: 'Reception',
  description: 'Answers the telephone',
  agentType: 'CALL',
  useKnowledgeBase: true,
  prompt: { system: 'You answer calls of a shop.', variables: [], tools: [], preBuiltTools: [] },
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 'stt-general-en',
  ttsConfigId: 'tts-natural',
  llmConfigId: 'llm-balanced',
  voiceId: 'voice-clara',
  ...changes,
})

export async function requestTarget({ send }: Served, fileName = 'guide.pdf') {
  const { status, json } = await send('/generate-presigned-url', { method: 'POST', body: { fileName } })
  expect(status).toBe(201)
  return json as { uploadUrl: string; fileId: string }
}

/** Sends bytes to an upload address. */
export async function put(
  { service }: Served,
  url: string,
  body: BodyInit | null = PDF,
  type = 'application/pdf',
) {
  const init = { method: 'PUT', body, headers: { 'content-type': type }, duplex: 'half' }
  const response = await service().fetch(new Request(url, init))
  return { status: response.status, json: (await response.json()) as Json }
}

/** A file with a record; gives its id. */
export async function addFile(
  test: Served,
  fileName = 'guide.pdf',
  content: BodyInit = PDF,
): Promise<string> {
  const { uploadUrl, fileId } = await requestTarget(test, fileName)
  const type = fileName.endsWith('.pdf') ? 'application/pdf' : 'text/markdown'
  expect((await put(test, uploadUrl, content, type)).status).toBe(200)
  const created = await test.send('/api/v1/knowledge-base/file', { method: 'POST', body: { fileId } })
  expect(created.status).toBe(201)
  return fileId
}

export async function addCollection({ send }: Served, name = 'Handbook'): Promise<string> {
  const { json } = await send('/api/v1/knowledge-base/collection', {
    method: 'POST',
    body: { name, description: '' },
  })
  return (json as { collection: { id: string } }).collection.id
}

interface AddedAgent {
  readonly agentId: string
  readonly versionId: string
  readonly labId: number
}

/** An agent; deployed unless told otherwise. */
export async function addAgent(
  { send }: Served,
  changes: Partial<AgentRequest> = {},
  deploy = true,
): Promise<AddedAgent> {
  const { status, json } = await send('/api/v1/agents', { method: 'POST', body: agentBody(changes) })
  expect(status, JSON.stringify(json)).toBe(201)
  const { agent } = json as { agent: { id: string; cekuraAgentId: number; version: { id: string } } }
  if (deploy) {
    const path = `/api/v1/agents/${agent.id}/versions/${agent.version.id}/deploy`
    expect((await send(path, { method: 'PATCH' })).status).toBe(200)
  }
  return { agentId: agent.id, versionId: agent.version.id, labId: agent.cekuraAgentId }
}
