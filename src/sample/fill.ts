import { setTimeout as sleep } from 'node:timers/promises'
import { listAgents } from '../contract/agent-list'
import { createAgentVersion, listAgentVersions } from '../contract/agent-versions'
import { createAgent, deployVersion } from '../contract/agents'
import { isCallOpen, listCalls } from '../contract/call-records'
import { dispatchCall } from '../contract/calls'
import { createCollection } from '../contract/collection-changes'
import { addFileToCollection } from '../contract/collection-files'
import { listCollections } from '../contract/collections'
import { createFile, requestUpload } from '../contract/file-changes'
import { CONTENT_TYPES, extensionOf, listFiles, progressOf } from '../contract/files'
import { simulateInboundCall } from '../contract/inbound-calls'
import { sendMessage } from '../contract/messages'
import { readOrganization, updateOrganization } from '../contract/organization'
import { listRuns, readRun } from '../contract/runs'
import { createScenario, listScenarios, runScenarios } from '../contract/testing-lab'
import { listThreads } from '../contract/thread-records'
import { createChatThread, createEmailThread, createSmsThread } from '../contract/threads'
import type { Ask, Upload } from './ask'
import { DOCUMENTS } from './documents'
import { AGENTS, CHATS, COLLECTIONS, EMAILS, NAME, type SampleAgent, SMS, WRITER } from './workspace'

/** Name of the organization while the workspace is being filled: a start that was ended in the middle goes on. */
const FILLING = `${NAME} (being filled)`

const PAGE = { limit: '100' }
/** Milliseconds between looks at what the service works on. */
const LOOK_MS = 250

interface Made {
  readonly spec: SampleAgent
  readonly id: string
  readonly labId: number
  /** Oldest first. */
  readonly versionIds: readonly string[]
}

/**
 * Makes the sample workspace with requests of the interface, each thing once. One that is whole costs one request, and stays as people changed
 * it. Resolves with whether it was filled now; rejects where something else is in it.
 */
export async function fillSample({ ask, upload }: { ask: Ask; upload: Upload }): Promise<boolean> {
  const { name } = await ask(readOrganization)
  if (name === NAME) return false
  if (name !== FILLING) {
    const [files, agents] = [await ask(listFiles), await ask(listAgents, { query: PAGE })]
    if (files.items.length + agents.items.length > 0)
      throw new Error('This workspace has files or agents of its own, so nothing was added to it.')
    await ask(updateOrganization, { body: { name: FILLING } })
  }
  const files = await fillFiles(ask, upload)
  const collections = await fillCollections(ask, files)
  const agents: Made[] = []
  for (const spec of AGENTS) agents.push(await fillAgent(ask, spec, collections))
  await fillCalls(ask, agents)
  await fillThreads(ask, agents)
  for (const agent of agents) await fillLab(ask, agent)
  // A shop that is shown has no 20 calls in progress.
  while ((await ask(listCalls, { query: PAGE })).items.some(isCallOpen)) await sleep(LOOK_MS)
  await ask(updateOrganization, { body: { name: NAME } })
  return true
}

/** Ids by file name, when everything is read. */
async function fillFiles(ask: Ask, upload: Upload): Promise<ReadonlyMap<string, string>> {
  const there = new Set((await ask(listFiles)).items.map(({ fileName }) => fileName))
  for (const { fileName, bytes } of DOCUMENTS.filter((each) => !there.has(each.fileName))) {
    const { fileId, uploadUrl } = await ask(requestUpload, { body: { fileName } })
    await upload(uploadUrl, CONTENT_TYPES[extensionOf(fileName) ?? '.md'], bytes)
    await ask(createFile, { body: { fileId } })
  }
  for (;;) {
    const { items } = await ask(listFiles)
    if (items.every(({ status }) => progressOf(status) !== 'waiting'))
      return new Map(items.map(({ fileName = '', fileId }) => [fileName, fileId]))
    await sleep(LOOK_MS)
  }
}

/** Ids by folder. */
async function fillCollections(
  ask: Ask,
  files: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const { items } = await ask(listCollections)
  const ids = new Map<string, string>()
  for (const [folder, body] of Object.entries(COLLECTIONS)) {
    const found = items.find(({ name }) => name === body.name)
    const collectionId = found?.id ?? (await ask(createCollection, { body })).record?.id ?? ''
    ids.set(folder, collectionId)
    const members = new Set(found?.files?.map(({ fileId }) => fileId))
    for (const document of DOCUMENTS) {
      const fileId = files.get(document.fileName)
      if (document.folder === folder && fileId !== undefined && !members.has(fileId))
        await ask(addFileToCollection, { params: { collectionId, fileId } })
    }
  }
  return ids
}

async function fillAgent(
  ask: Ask,
  spec: SampleAgent,
  collections: ReadonlyMap<string, string>,
): Promise<Made> {
  const { name, description, agentType, firstMessage, voicemailMessage = null, deployed } = spec
  const contents = spec.versions.map((version) => ({
    useKnowledgeBase: true,
    knowledgeBaseCollectionIds: version.collections.flatMap((folder) => collections.get(folder) ?? []),
    prompt: {
      system: version.system,
      variables: version.system.includes('{{first_name}}')
        ? [{ name: 'first_name', required: false, defaultValue: 'there' }]
        : [],
      tools: [...(version.tools ?? [])],
      preBuiltTools: [...(version.preBuiltTools ?? [])],
    },
    voicemailMessage,
    ...(firstMessage && { firstMessage, speakFirst: true }),
    overrideSTTConfig: null,
    sttConfigId: 'stt-telephone-en',
    ttsConfigId: 'tts-natural',
    llmConfigId: 'llm-balanced',
    voiceId: 'voice-clara',
  }))
  const [first, ...later] = contents
  if (!first) throw new Error(`${name} has no version.`)
  const found = (await ask(listAgents, { query: PAGE })).items.find((agent) => agent.name === name)
  const agentId =
    found?.id ?? (await ask(createAgent, { body: { name, description, agentType, ...first } })).agentId
  const versions = async () => (await ask(listAgentVersions, { params: { agentId }, query: PAGE })).items
  const missing = spec.versions.length - (await versions()).length
  for (const body of missing > 0 ? later.slice(-missing) : [])
    await ask(createAgentVersion, { params: { agentId }, body })
  const all = (await versions()).toSorted((one, other) => (one.version ?? 0) - (other.version ?? 0))
  const versionIds = all.map(({ id }) => id)
  const versionId = deployed === undefined ? undefined : versionIds[deployed]
  if (versionId !== undefined && !all.some((version) => version.deployed))
    await ask(deployVersion, { params: { agentId, versionId } })
  const listed = (await ask(listAgents, { query: PAGE })).items.find(({ id }) => id === agentId)
  return { spec, id: agentId, labId: listed?.testingLabId ?? 0, versionIds }
}

async function fillCalls(ask: Ask, agents: readonly Made[]): Promise<void> {
  const { items } = await ask(listCalls, { query: PAGE })
  const has = (leadId: string) => items.some((call) => call.leadId === leadId)
  const hasFrom = (number: string) =>
    items.some((call) => call.outbound === false && call.fromPhoneNumber === number)
  for (const [place, { spec, id: agentId, versionIds }] of agents.entries()) {
    const versionId = versionIds[spec.deployed ?? 0] ?? ''
    for (const [index, [toPhoneNumber, firstName]] of (spec.calls ?? []).entries()) {
      const leadId = `customer-${place + 1}${String(index + 1).padStart(3, '0')}`
      const body = {
        versionId,
        outboundPhoneNumberId: 'number-main',
        toPhoneNumber,
        firstName,
        leadId,
        variables: { ...(spec.firstMessage?.includes('{{first_name}}') && { first_name: firstName }) },
      }
      if (!has(leadId)) await ask(dispatchCall, { params: { agentId }, body })
    }
    for (const fromPhoneNumber of spec.callers ?? [])
      if (!hasFrom(fromPhoneNumber)) await ask(simulateInboundCall, { body: { agentId, fromPhoneNumber } })
  }
}

async function fillThreads(ask: Ask, agents: readonly Made[]): Promise<void> {
  const writer = agents.find(({ spec }) => spec.name === WRITER)
  const agentVersionId = writer?.versionIds[writer.spec.deployed ?? 0]
  if (!writer || agentVersionId === undefined) return
  const { items } = await ask(listThreads, { query: PAGE })
  for (const [toPhoneNumber, initialMessage] of SMS)
    if (!items.some((thread) => thread.toPhoneNumber === toPhoneNumber))
      await ask(createSmsThread, {
        body: { agentVersionId, toPhoneNumber, fromPhoneNumberId: 'number-main', initialMessage },
      })
  for (const [toEmail, subject, firstMessage] of EMAILS)
    if (!items.some((thread) => thread.toEmail === toEmail))
      await ask(createEmailThread, { body: { agentVersionId, toEmail, subject, firstMessage } })
  const chats = items.filter(({ toEmail, toPhoneNumber }) => !toEmail && !toPhoneNumber).length
  for (const messages of CHATS.slice(chats)) {
    const { record } = await ask(createChatThread, { body: { agentId: writer.id } })
    const threadId = record?.threadId
    for (const message of threadId === undefined ? [] : messages) {
      await ask(sendMessage, { params: { threadId: threadId ?? '' }, body: { message } })
      // The agent answers before the visitor goes on.
      await sleep(4 * LOOK_MS)
    }
  }
}

async function fillLab(ask: Ask, { spec, labId, versionIds }: Made): Promise<void> {
  const query = { ...PAGE, agent_id: String(labId) }
  const ids = new Map((await ask(listScenarios, { query })).items.map(({ name, id }) => [name, id]))
  for (const { name, first, says } of spec.scenarios) {
    if (ids.has(name)) continue
    const body = {
      agent_id: labId,
      name,
      instructions: 'You are a customer of the shop. You are friendly and in a hurry.',
      first_message: first,
      expected_outcome_prompt: `The agent says “${says}”.`,
      tags: ['sample'],
    }
    const { record } = await ask(createScenario, { body })
    if (record) ids.set(name, record.id)
  }
  const { items } = await ask(listRuns, { query })
  const scenarios = [...ids.values()].filter((id) => typeof id === 'number')
  for (const { name, version } of spec.runs ?? []) {
    const found = items.find((run) => run.name === name)
    const body = { agent_id: labId, scenarios, name, agent_version_id: versionIds[version] }
    const id = found?.id ?? (await ask(runScenarios, { body })).record?.id
    // One after the other, so that the newest is the one of the newest version.
    while (id !== undefined) {
      const { state } = await ask(readRun, { params: { id: String(id) } })
      if (state !== 'pending' && state !== 'running') break
      await sleep(LOOK_MS)
    }
  }
}
