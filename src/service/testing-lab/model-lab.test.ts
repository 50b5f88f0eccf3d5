import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createChatModel } from '../engine/chat-model'
import type { ChatModel } from '../engine/language-model'
import { type LanguageServer, startLanguageServer } from '../engine/language-server.fixture'
import { addAgent, addCollection, addFile } from '../journeys.fixture'
import { testService } from '../service.fixture'

let server: LanguageServer
beforeAll(async () => {
  server = await startLanguageServer()
})
afterAll(() => server.close())
beforeEach(() => server.behave(() => undefined))

const WAIT = { timeout: 10_000 }
const KEY = 'sk-very-secret'
const PATIENCE = { answer: 3_000, pause: 5, pauseMax: 100 }
const connect = () => createChatModel({ baseUrl: server.baseUrl, apiKey: KEY, model: 'some-model' }, PATIENCE)
/** Connects when it is used: the server is not there yet when the service is described. */
const model: ChatModel = {
  name: 'some-model',
  answer: (messages, signal) => connect().answer(messages, signal),
  converse: (...asked) => connect().converse(...asked),
}
const service = testService({ model })
const { send } = service

interface Scenario {
  id: number
  name: string
  first_message: string
  generated_by: string
}

interface Run {
  id: number
  status: string
  reason: string | null
  counts: Record<string, number>
  runs: {
    status: string
    verdict?: string
    reason: string
    judged_by: string | null
    transcript: unknown[]
  }[]
}

const LAB = '/api/v1/testing-lab'
const post = (path: string, body: Record<string, unknown>) => send(`${LAB}${path}`, { method: 'POST', body })
const readRun = async (id: number) => (await send(`${LAB}/runs/${id}`)).json as Run
const FACT = 'Refunds are paid within fourteen days.'

async function addInformedAgent() {
  service.readFilesWith(async () => ({ ok: true, passages: [{ text: FACT }] }))
  const [collectionId, fileId] = [await addCollection(service), await addFile(service, 'terms.md', '# Terms')]
  await send(`/api/v1/knowledge-base/collection/${collectionId}/file/${fileId}`, { method: 'POST' })
  await service.service().idle()
  return addAgent(service, {
    knowledgeBaseCollectionIds: [collectionId],
    prompt: {
      system: 'You answer calls of {{shop}}.',
      variables: [{ name: 'shop', required: true, defaultValue: 'The Corner Shop' }],
      tools: ['find-order'],
      preBuiltTools: [],
    },
  })
}

async function addScenario(labId: number, changes: Record<string, unknown> = {}): Promise<Scenario> {
  const body = {
    agent_id: labId,
    name: 'Refunds',
    instructions: 'You want to know about refunds.',
    first_message: 'Within how many days are refunds paid?',
    expected_outcome_prompt: `The agent says: “${FACT}”`,
    ...changes,
  }
  return (await post('/scenarios', body)).json as Scenario
}

async function startRun(labId: number, scenarios: readonly Scenario[], frequency = 1): Promise<number> {
  const { status, json } = await post('/scenarios/run', {
    agent_id: labId,
    scenarios: scenarios.map(({ id }) => id),
    frequency,
  })
  expect(status).toBe(201)
  return (json as Run).id
}

async function runToEnd(labId: number, scenarios: readonly Scenario[], frequency = 1): Promise<Run> {
  const id = await startRun(labId, scenarios, frequency)
  await service.service().idle()
  return readRun(id)
}

describe('a model plays agent, customer and judge', () => {
  test('from the rendered prompt, the tools and what was found', async () => {
    const { labId } = await addInformedAgent()
    const run = await runToEnd(labId, [await addScenario(labId)])
    expect(run).toMatchObject({
      status: 'completed',
      runs: [
        {
          verdict: 'passed',
          reason: 'All was said.',
          judged_by: 'the language model some-model',
          transcript: [
            { role: 'customer', content: 'Within how many days are refunds paid?' },
            { role: 'agent', content: FACT, passages: [{ file_name: 'terms.md' }] },
          ],
        },
      ],
    })
    const ofAgent = server.asked.find(({ role }) => role === 'agent')
    expect(ofAgent?.messages[0]?.content).toMatch(/The Corner Shop[\s\S]*find-order[\s\S]*Refunds are paid/)
    expect(ofAgent?.stream).toBe(true)
  })

  test('an agent without the document fails', async () => {
    const { labId } = await addAgent(service)
    expect(await runToEnd(labId, [await addScenario(labId)])).toMatchObject({
      runs: [{ verdict: 'failed', reason: `Not said: ${FACT}` }],
    })
  })

  test('without an expected outcome nothing is judged, and no judge is asked', async () => {
    const { labId } = await addInformedAgent()
    const before = server.asked.length
    expect(await runToEnd(labId, [await addScenario(labId, { expected_outcome_prompt: '' })])).toMatchObject({
      runs: [
        { verdict: 'unclear', reason: 'No outcome is expected, so nothing was judged.', judged_by: null },
      ],
    })
    expect(server.asked.slice(before).map(({ role }) => role)).not.toContain('judge')
  })

  test('the customer begins where nobody wrote how, and does not go on for ever', async () => {
    const { labId } = await addInformedAgent()
    server.behave(({ role }) => (role === 'customer' ? { text: 'And then?' } : undefined))
    const [conversation] = (await runToEnd(labId, [await addScenario(labId, { first_message: '' })])).runs
    expect(conversation?.transcript).toHaveLength(12)
    expect(conversation?.transcript[0]).toMatchObject({ role: 'customer', content: 'And then?' })
  })

  test('a judge who cannot be understood is asked once more, and then it is unclear', async () => {
    const { labId } = await addInformedAgent()
    const scenario = await addScenario(labId)
    let judged = 0
    server.behave(({ role, messages }) => {
      if (role !== 'judge') return undefined
      judged++
      return {
        text: messages.length > 2 ? '{"verdict": "passed", "reason": "Mended."}' : 'Well, I liked it.',
      }
    })
    expect(await runToEnd(labId, [scenario])).toMatchObject({
      runs: [{ verdict: 'passed', reason: 'Mended.' }],
    })
    expect(judged).toBe(2)
    server.behave(({ role }) => (role === 'judge' ? { text: 'Well, I liked it.' } : undefined))
    expect(await runToEnd(labId, [scenario])).toMatchObject({
      counts: { unclear: 1 },
      runs: [{ verdict: 'unclear', reason: expect.stringContaining('neither answer could be read') }],
    })
  })
})

describe('a conversation that fails does not hold up the others', () => {
  test.each([
    ['is too busy', { status: 429 }, /\(429\)/],
    ['breaks', { status: 500 }, /failed \(500\)/],
    ['is cut off', 'cut', /cut off/],
    ['answers nonsense', 'not json', /cannot be read/],
    ['is too slow', 'silence', /no whole answer/],
  ] as const)('when its server %s', async (_, behaviour, reason) => {
    const { labId } = await addInformedAgent()
    const scenarios = [
      await addScenario(labId, { first_message: 'Refunds paid, UNLUCKY?' }),
      await addScenario(labId, { name: 'Lucky' }),
    ]
    server.behave(({ messages }) => (JSON.stringify(messages).includes('UNLUCKY') ? behaviour : undefined))
    const run = await runToEnd(labId, scenarios)
    expect(run).toMatchObject({
      status: 'completed',
      counts: { total: 2, passed: 1, broken: 1 },
      runs: [
        { status: 'failed', reason: expect.stringMatching(reason), transcript: [{ role: 'customer' }] },
        { status: 'completed', verdict: 'passed' },
      ],
    })
    expect(run.runs[0]?.verdict).toBeUndefined()
    expect(JSON.stringify([run, service.log])).not.toContain(KEY)
  })

  test('and a run of which nothing came about has failed, with the reason', async () => {
    const { labId } = await addInformedAgent()
    server.behave(() => ({ status: 401 }))
    expect(await runToEnd(labId, [await addScenario(labId)], 3)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('refused the key (401)'),
      counts: { broken: 3 },
    })
    const { runs } = (await send(`${LAB}/runs`)).json as { runs: { scenario_results: unknown[] }[] }
    expect(runs[0]?.scenario_results).toEqual([expect.not.objectContaining({ verdict: expect.anything() })])
  })

  test('and after ten in a row the rest is given up, so that a dead server does not take hours', async () => {
    const { labId } = await addInformedAgent()
    server.behave(() => ({ status: 401 }))
    const before = server.asked.length
    const run = await runToEnd(labId, [await addScenario(labId)], 40)
    // Three were on their way when the tenth failed.
    expect(server.asked.length - before).toBeLessThanOrEqual(13)
    expect(run).toMatchObject({ status: 'failed', counts: { total: 40, broken: 40 } })
    expect(run.runs.at(-1)?.reason).toMatch(/^Not held, because 10 conversations.*refused the key \(401\)/)
  })
})

test('at most four conversations are held at once, and the request does not wait for them', async () => {
  const { labId } = await addInformedAgent()
  server.behave(() => 'silence')
  const before = server.asked.length
  const id = await startRun(labId, [await addScenario(labId)], 10)
  await vi.waitFor(() => expect(server.asked.length).toBe(before + 4), WAIT)
  const run = await readRun(id)
  expect(run.status).toBe('running')
  expect(run.runs.map(({ status }) => status).sort()).toEqual([
    ...Array(6).fill('pending'),
    ...Array(4).fill('running'),
  ])
  server.behave(() => undefined)
  await service.service().idle()
  expect(await readRun(id)).toMatchObject({
    status: 'completed',
    counts: { total: 10, passed: 6, broken: 4 },
  })
})

test('a service that is closed in the middle goes on where it was', async () => {
  const { labId } = await addInformedAgent()
  server.behave(() => 'silence')
  const before = server.asked.length
  const id = await startRun(labId, [await addScenario(labId)], 5)
  await vi.waitFor(() => expect(server.asked.length).toBe(before + 4), WAIT)
  const closing = performance.now()
  server.behave(() => undefined)
  await service.restart()
  expect(performance.now() - closing).toBeLessThan(2_500)
  await service.service().idle()
  expect(await readRun(id)).toMatchObject({ status: 'completed', counts: { total: 5, passed: 5 } })
})

describe('a model writes scenarios', () => {
  const generate = async (labId: number, count: number) =>
    (
      await post('/scenarios/generate', {
        agent_id: labId,
        num_scenarios: count,
        generate_expected_outcomes: true,
      })
    ).json as Scenario[]

  test('and rules add what it leaves out', async () => {
    const { labId } = await addInformedAgent()
    const scenarios = await generate(labId, 4)
    expect(scenarios.map(({ generated_by }) => generated_by)).toEqual([
      'the language model some-model',
      ...Array(3).fill('rules, because the language model wrote too few'),
    ])
    expect(scenarios[0]).toMatchObject({ name: `Written 1: ${FACT}`, tags: ['happy path'] })
  })

  test('and rules write all where it is out of order', async () => {
    const { labId } = await addInformedAgent()
    server.behave(() => ({ status: 500 }))
    const scenarios = await generate(labId, 3)
    expect(new Set(scenarios.map(({ generated_by }) => generated_by))).toEqual(
      new Set(["rules, because the language model's server failed (500), also when asked again"]),
    )
  })

  test('and is asked again when it cannot be understood', async () => {
    const { labId } = await addInformedAgent()
    server.behave(({ messages }) =>
      messages.length === 2
        ? { text: 'With pleasure!' }
        : {
            text: '[{"kind": "hostile", "name": "Rude", "instructions": "Be rude.", "first_message": "You!"}]',
          },
    )
    expect(await generate(labId, 1)).toMatchObject([
      { name: 'Rude', tags: ['hostile'], first_message: 'You!' },
    ])
  })

  test('and what it wrote stays where one of its answers failed, and rules add the rest and say why', async () => {
    const { labId } = await addInformedAgent()
    server.behave(({ messages }) => (messages[1]?.content?.includes('2 of 2') ? { status: 401 } : undefined))
    const scenarios = await generate(labId, 12)
    expect(scenarios[0]?.generated_by).toBe('the language model some-model')
    expect(scenarios.at(-1)?.generated_by).toMatch(/^rules, because the language model.*refused the key/)
  })
})
