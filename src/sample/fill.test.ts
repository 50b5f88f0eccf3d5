import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listAgents } from '../contract/agent-list'
import { isCallOpen, listCalls } from '../contract/call-records'
import { listCollections } from '../contract/collections'
import { listFiles } from '../contract/files'
import { updateOrganization } from '../contract/organization'
import { listRuns, readRun } from '../contract/runs'
import { listScenarios, runScenarios } from '../contract/testing-lab'
import { listThreads } from '../contract/thread-records'
import { readConfig } from '../proxy/config'
import { startConsole } from '../proxy/start'
import { placeEmptyDatabase } from '../service/empty-database.fixture'
import { openService } from '../service/open'
import { type Ask, askConsole } from './ask'
import { DOCUMENTS } from './documents'
import { fillSample } from './fill'
import { AGENTS, CHATS, COLLECTIONS, EMAILS, SMS } from './workspace'

const dataDir = mkdtempSync(join(tmpdir(), 'sample-'))
let running: Awaited<ReturnType<typeof startConsole>>
/** How far the clock of the service is ahead, in milliseconds. */
let ahead = 0

beforeAll(async () => {
  await placeEmptyDatabase(dataDir)
  running = await startConsole({
    // Wherever the console is.
    config: readConfig({ PORT: '0', BASE_PATH: '/console' }),
    openService: (publicUrl) =>
      openService({
        dataDir,
        publicUrl,
        programs: inject('programs'),
        clock: { now: () => new Date(Date.now() + ahead) },
      }),
  })
})
afterAll(async () => {
  await running?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Asks the console, and counts; the answer to request `lost` never arrives. */
function counting(lost = Number.POSITIVE_INFINITY) {
  const { ask, upload } = askConsole(running.address)
  const sent: string[] = []
  const counted: Ask = async (operation, request) => {
    sent.push(operation.name)
    // Once all is made, who waits for calls to end waits no half a minute here.
    if (operation === listCalls && sent.includes(listRuns.name)) ahead = 60_000
    const reply = await ask(operation, request)
    if (sent.length === lost) throw new Error('The answer was lost')
    return reply
  }
  return { ask: counted, upload, sent }
}

async function counts(): Promise<Record<string, number>> {
  const { ask } = askConsole(running.address)
  const query = { limit: '100' }
  const lists = {
    files: await ask(listFiles),
    collections: await ask(listCollections),
    agents: await ask(listAgents, { query }),
    calls: await ask(listCalls, { query }),
    threads: await ask(listThreads, { query }),
    scenarios: await ask(listScenarios, { query }),
    runs: await ask(listRuns, { query }),
  }
  return Object.fromEntries(Object.entries(lists).map(([name, { items }]) => [name, items.length]))
}

/** Of each agent without a run of its own, what its scenarios come to with its newest version. */
async function verdictsOfUntested(): Promise<Record<string, readonly unknown[]>> {
  const { ask } = askConsole(running.address)
  const agents = (await ask(listAgents, { query: { limit: '100' } })).items
  const verdicts: Record<string, readonly unknown[]> = {}
  for (const { name } of AGENTS.filter(({ runs }) => !runs)) {
    const agent_id = agents.find((agent) => agent.name === name)?.testingLabId ?? 0
    const { items } = await ask(listScenarios, { query: { limit: '100', agent_id: String(agent_id) } })
    const scenarios = items.flatMap(({ id }) => (typeof id === 'number' ? [id] : []))
    const { record } = await ask(runScenarios, { body: { agent_id, scenarios } })
    const read = () => ask(readRun, { params: { id: String(record?.id) } })
    await expect.poll(async () => (await read()).state).toBe('completed')
    verdicts[name] = (await read()).conversations?.map(({ verdict }) => verdict) ?? []
  }
  return verdicts
}

const sum = (of: (agent: (typeof AGENTS)[number]) => readonly unknown[] | undefined) =>
  AGENTS.reduce((all, agent) => all + (of(agent)?.length ?? 0), 0)

const WHOLE = {
  files: DOCUMENTS.length,
  collections: Object.keys(COLLECTIONS).length,
  agents: AGENTS.length,
  calls: sum(({ calls }) => calls) + sum(({ callers }) => callers),
  threads: SMS.length + EMAILS.length + CHATS.length,
  scenarios: sum(({ scenarios }) => scenarios),
  runs: sum(({ runs }) => runs),
}

test('what was ended in the middle goes on, each thing is made once, and a whole workspace is left as it is', async () => {
  // 40 documents can be read, and one cannot.
  expect(DOCUMENTS).toHaveLength(41)
  for (const lost of [30, 150, 60]) await expect(fillSample(counting(lost))).rejects.toThrow('lost')
  expect(await fillSample(counting())).toBe(true)
  expect(await counts()).toEqual(WHOLE)
  const calls = await askConsole(running.address).ask(listCalls, { query: { limit: '100' } })
  expect(calls.items.filter(isCallOpen)).toEqual([])
  const { items } = await askConsole(running.address).ask(listFiles)
  expect(items.filter(({ status }) => status !== 'INGESTED').map(({ fileName }) => fileName)).toEqual([
    'price-list-2019-scan.pdf',
  ])

  // Whoever opens an agent that nobody tested yet can run its scenarios at once.
  expect(AGENTS.filter(({ scenarios }) => scenarios.length < 3)).toEqual([])
  expect(await verdictsOfUntested()).toEqual({
    'Repair booking': ['passed', 'passed', 'passed', 'passed'],
    'Shop messages': ['passed', 'passed', 'passed', 'passed'],
    'Member renewals': ['passed', 'passed', 'passed'],
  })
  WHOLE.runs += 3
  const again = counting()
  expect(await fillSample(again)).toBe(false)
  expect(again.sent).toEqual(['readOrganization'])

  // A person renames it, so it is theirs.
  const { ask, upload } = askConsole(running.address)
  await ask(updateOrganization, { body: { name: 'Ours' } })
  await expect(fillSample({ ask, upload })).rejects.toThrow('of its own')
  expect(await counts()).toEqual(WHOLE)
}, 120_000)
