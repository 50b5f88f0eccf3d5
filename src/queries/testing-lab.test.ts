import 'fake-indexeddb/auto'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Scenario } from '../contract/scenario'
import { agentMutations } from './agent-changes'
import { agentVersionQueries } from './agent-versions'
import { agentQueries } from './agents'
import { changeVersion, deployShown } from './change-version'
import { infoOf } from './console-info.fixture'
import { evidenceMutations, evidenceQueries } from './evidence'
import { labMutations } from './lab-changes'
import { createQueryClient } from './query-client'
import { runPollDelay, runQueries } from './runs'
import { labQueries } from './testing-lab'

const LAB = '/api/v1/testing-lab'

/** A body that is text goes out as it stands. */
let answers: Record<string, [status: number, body: unknown]>
let asked: string[]
let client: QueryClient
let counter = 0
beforeEach(async () => {
  counter += 1
  answers = {}
  asked = []
  const serviceName = `https://lab-${counter}.example`
  client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false, staleTime: 0 } })
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' } = {}) => {
    if (path === '/console/info') return Response.json(infoOf(serviceName))
    // What every service has: else nothing is learnt of the rest (D900).
    if (path.endsWith('/collections')) return Response.json([])
    asked.push(`${method} ${path}`)
    const [status, body] = answers[`${method} ${path}`] ?? [404, { message: 'No such address.' }]
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
  })
  await mutate(agentMutations.addById(), { agentId: 'a', versionId: 'v', name: 'Shop' })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const mutate = <Variables, Data>(options: object, variables: Variables): Promise<Data> =>
  client
    .getMutationCache()
    .build(client, options as never)
    .execute(variables as never) as Promise<Data>
const evidence = () => client.query({ ...evidenceQueries.list(), staleTime: 0 })
const readRun = () => client.query({ ...runQueries.one(7), staleTime: 0 })
const over = {
  id: 7,
  status: 'completed',
  agent_version_id: 'v',
  runs: [{ id: 1, status: 'completed', success: true }],
}

it('a run is there no sooner than its evidence', async () => {
  answers[`GET ${LAB}/runs/7`] = [200, over]
  const shown = new QueryObserver(client, evidenceQueries.list())
  const leave = shown.subscribe(() => undefined)
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toEqual([]))
  await readRun()
  expect(shown.getCurrentResult().data).toMatchObject([{ versionId: 'v', verdict: 'passed' }])
  leave()
})

it('a run that the service tells is over becomes evidence, once; what is removed stays removed', async () => {
  answers[`GET ${LAB}/runs/7`] = [200, { ...over, status: 'running' }]
  await readRun()
  expect(await evidence()).toEqual([])
  answers[`GET ${LAB}/runs/7`] = [200, over]
  await readRun()
  const [found, ...more] = await evidence()
  expect(found).toMatchObject({
    agentId: 'a',
    versionId: 'v',
    run: { id: 7 },
    verdict: 'passed',
    knownFrom: 'service',
  })
  expect(more).toEqual([])
  await mutate(evidenceMutations.remove(), found)
  await readRun()
  expect(await evidence()).toEqual([])
})

describe('a version that is changed in place', () => {
  const change = () =>
    mutate<void, unknown>(
      changeVersion() as object,
      {
        params: { agentId: 'a', versionId: 'v' },
        body: { voiceId: 'voice-b' },
      } as never,
    ).catch(() => undefined)
  const listed = async (id: number, created_at: string) => {
    answers[`GET ${LAB}/runs?limit=200`] = [200, { runs: [{ ...over, id, created_at }] }]
    await client.query({ ...runQueries.list(), staleTime: 0 })
    return (await evidence()).find(({ run }) => run.id === id)?.changed
  }
  const PAST = '2026-01-01T00:00:00Z'
  const FUTURE = '2200-01-01T00:00:00Z'
  const PATCH = 'PATCH /api/v1/agents/a/versions/v'

  it('is not what was tested before, also where that run is read later', async () => {
    answers[PATCH] = [200, { version: { id: 'v' } }]
    expect(await listed(7, PAST)).toBeUndefined()
    await change()
    expect((await evidence()).map(({ changed }) => changed)).toEqual([true])
    expect(await listed(8, PAST)).toBe(true)
    expect(await listed(9, FUTURE)).toBeUndefined()
  })

  it('may be another where no answer came, and is the same where the change was refused', async () => {
    answers[PATCH] = [409, { message: 'Deployed.' }]
    expect(await listed(7, PAST)).toBeUndefined()
    await change()
    expect((await evidence()).map(({ changed }) => changed)).toEqual([undefined])
    answers[PATCH] = [504, { message: 'Too late.' }]
    await change()
    expect((await evidence()).map(({ changed }) => changed)).toEqual([true])
  })

  describe('elsewhere', () => {
    const reports = (...versions: object[]) => {
      answers['GET /api/v1/agents/a/versions'] = [200, { agent: { id: 'a', versions } }]
      return client.query({ ...agentVersionQueries.list('a'), staleTime: 0 })
    }
    const draft = { id: 'v', deployed: false, updatedAt: '2026-02-01T00:00:00Z' }

    it('is not what was tested before, whichever is read first, also once it is deployed', async () => {
      await reports(draft)
      expect(await listed(7, PAST)).toBe(true)
      expect(await listed(8, '2026-03-01T00:00:00Z')).toBeUndefined()
      await reports({ ...draft, updatedAt: '2026-04-01T00:00:00Z' })
      expect((await evidence()).map(({ changed }) => changed)).toEqual([true, true])
      await reports({ ...draft, deployed: true })
      expect((await evidence()).map(({ changed }) => changed)).toEqual([true, true])
    })

    it.each<[string, ...object[]]>([
      ['no time of change is told', { id: 'v', deployed: false }],
      ['it may be the time of a deployment', { ...draft, deployed: true }],
      ['nobody tells what is deployed', { ...draft, deployed: undefined }],
    ])('is taken as it was tested where %s', async (_, ...versions) => {
      expect(await listed(7, PAST)).toBeUndefined()
      await reports(...versions)
      expect((await evidence()).map(({ changed }) => changed)).toEqual([undefined])
    })

    it('is taken as it was tested where it was deployed from here, which moves the time as well', async () => {
      expect(await listed(7, PAST)).toBeUndefined()
      answers['PATCH /api/v1/agents/a/versions/v/deploy'] = [200, { version: { id: 'v' } }]
      await mutate(deployShown(null), { params: { agentId: 'a', versionId: 'v' } })
      await reports(draft, { id: 'v2', deployed: true })
      expect((await evidence()).map(({ changed }) => changed)).toEqual([undefined])
    })
  })
})

const listedRun = {
  id: 8,
  status: 'completed',
  agent_version_id: 'v',
  counts: { total: 2, passed: 1, failed: 1 },
}

it('a list of runs does the same, and tells nothing of versions that nobody here knows', async () => {
  answers[`GET ${LAB}/runs?limit=200`] = [
    200,
    { runs: [listedRun, { ...listedRun, id: 9, agent_version_id: 'other' }] },
  ]
  await client.query({ ...runQueries.list(), staleTime: 0 })
  expect((await evidence()).map(({ run, verdict }) => [run.id, verdict])).toEqual([[8, 'failed']])
})

it('a run is known scenario by scenario, also where it was stored as a whole before', async () => {
  const list = async (more: object) => {
    answers[`GET ${LAB}/runs?limit=200`] = [200, { runs: [{ ...listedRun, ...more }] }]
    await client.query({ ...runQueries.list(), staleTime: 0 })
    return (await evidence()).map(({ scenarios }) => scenarios)
  }
  expect(await list({})).toEqual([undefined])
  const results = [{ scenario: 3, scenario_name: 'Refunds', verdict: 'failed' }]
  expect(await list({ scenario_results: results })).toEqual([
    [{ id: '3', name: 'Refunds', verdict: 'failed' }],
  ])
  const [found] = await evidence()
  await mutate(evidenceMutations.remove(), found)
  expect(await list({ scenario_results: results })).toEqual([])
  answers[`GET ${LAB}/runs/7`] = [
    200,
    {
      ...over,
      runs: [
        { id: 1, scenario: 3, scenario_name: 'Refunds', status: 'completed', verdict: 'passed' },
        { id: 2, scenario: 3, status: 'failed' },
        { id: 3, scenario: 4, status: 'completed', verdict: 'passed' },
      ],
    },
  ]
  await readRun()
  expect((await evidence()).map(({ scenarios }) => scenarios)).toEqual([
    [
      { id: '3', name: 'Refunds', verdict: 'unclear' },
      { id: '4', verdict: 'passed' },
    ],
  ])
})

it('a service that repeats its cursor is not followed for ever', async () => {
  const page = { scenarios: [{ id: 1, name: 'One' }], pagination: { nextCursor: 'again' } }
  answers[`GET ${LAB}/scenarios?limit=200`] = [200, page]
  answers[`GET ${LAB}/scenarios?cursor=again&limit=200`] = [200, page]
  const found = await client.query({ ...labQueries.scenarios(), staleTime: 0 })
  expect(found?.items).toHaveLength(1)
  expect(asked.filter((each) => each.includes('scenarios'))).toHaveLength(2)
})

it('a service of smaller pages is asked for its own', async () => {
  const page = [200, { scenarios: [{ id: 1 }], runs: [{ id: 1 }] }] as const
  for (const list of ['scenarios', 'runs']) {
    answers[`GET ${LAB}/${list}?limit=200`] = [400, { message: 'limit must be ≤ 50' }]
    answers[`GET ${LAB}/${list}`] = [...page]
  }
  expect((await client.query({ ...labQueries.scenarios(), staleTime: 0 }))?.items).toHaveLength(1)
  expect((await client.query({ ...runQueries.list(), staleTime: 0 }))?.items).toHaveLength(1)
})

it('without the extension nothing is listed, and it is not asked again', async () => {
  expect(await client.query({ ...runQueries.list(), staleTime: 0 })).toBeNull()
  expect(await client.query({ ...runQueries.list(), staleTime: 0 })).toBeNull()
  expect(asked.filter((each) => each.includes('/runs'))).toHaveLength(1)
})

it('an integer that was used with an agent is remembered for it, and the reply is kept whole', async () => {
  answers[`POST ${LAB}/scenarios/generate`] = [200, { task: 'later' }]
  const reply = await mutate(labMutations.generate(), {
    body: { agent_id: 41, num_scenarios: 1 },
    note: { agentId: 'a' },
  })
  expect(reply).toEqual({ items: [], unreadable: [], raw: { task: 'later' } })
  expect((await client.query({ ...agentQueries.one('a'), staleTime: 0 }))?.testingLabId).toBe(41)
  const { entries } = await client.query({ ...labQueries.stored(), staleTime: 0 })
  expect(entries[0]).toMatchObject({ reply: { task: 'later' }, note: { agentId: 'a' } })
})

it('a change that the service does not have changes nothing, and says so instead of failing', async () => {
  answers[`PATCH ${LAB}/scenarios/5`] = [405, { message: 'no' }]
  expect(await mutate(labMutations.save(), { params: { id: '5' }, body: { name: 'New' } })).toBeNull()
})

it('a change of what others changed meanwhile is not sent, and one of other fields is (D793)', async () => {
  const name = { name: 'New' }
  const saves = (seen: Scenario, body: object) =>
    mutate(labMutations.save(), { params: { id: '5' }, body, seen })
  answers[`GET ${LAB}/scenarios?limit=200`] = [200, { scenarios: [{ id: 5, name: 'Theirs', tags: ['a'] }] }]
  answers[`PATCH ${LAB}/scenarios/5`] = [200, { scenario: { id: 5, ...name } }]
  const seen = { id: 5, name: 'Old', tags: ['a'], other: {} }
  await expect(saves(seen, name)).rejects.toMatchObject({ now: { name: 'Theirs' } })
  expect(asked.filter((each) => each.startsWith('PATCH'))).toEqual([])
  await saves({ ...seen, name: 'Theirs' }, name)
  await saves(seen, { tags: ['b'] })
  expect(asked.filter((each) => each.startsWith('PATCH'))).toHaveLength(2)
})

it('a change whose answer cannot be read was made all the same, and is not taken for one that is not there', async () => {
  answers[`PATCH ${LAB}/scenarios/5`] = [200, 'Saved.']
  const change = () => mutate(labMutations.save(), { params: { id: '5' }, body: { name: 'New' } })
  await expect(change()).rejects.toMatchObject({ name: 'UnreadableReply' })
  await expect(change()).rejects.toMatchObject({ name: 'UnreadableReply' })
  const { entries } = await client.query({ ...labQueries.stored(), staleTime: 0 })
  expect(entries.map(({ state }) => state)).toEqual(['accepted', 'accepted'])
})

describe('a scenario that is written anew', () => {
  const SCENARIO = `${LAB}/scenarios/5`
  const began = '2026-09-01T10:00:00Z'
  const two = {
    ...over,
    created_at: began,
    runs: [5, 6].map((scenario_id) => ({ id: scenario_id, scenario_id, status: 'completed', success: true })),
  }
  const save = (body: object) => mutate(labMutations.save(), { params: { id: '5' }, body })
  const known = async () => {
    const [found] = await evidence()
    return found && [found.scenarios?.map(({ id }) => id), found.unjudged]
  }
  beforeEach(() => {
    answers[`GET ${LAB}/runs/7`] = [200, two]
    answers[`PATCH ${SCENARIO}`] = [200, { id: 5 }]
  })

  it('did not run as it is now, and the others did (D998)', async () => {
    await readRun()
    await save({ name: 'Other', tags: ['a'] })
    expect(await known()).toEqual([['5', '6'], undefined])
    await save({ expected_outcome_prompt: 'Tells the price.' })
    expect(await known()).toEqual([['6'], ['5']])
    await readRun()
    expect(await known()).toEqual([['6'], ['5']])
    answers[`PATCH ${LAB}/scenarios/6`] = [200, { id: 6 }]
    await mutate(labMutations.save(), { params: { id: '6' }, body: { instructions: 'Ask twice.' } })
    expect(await evidence()).toMatchObject([{ changed: true }])
  })

  it('did not run in what began before, and ran in what began since', async () => {
    await save({ instructions: 'Ask twice.' })
    await readRun()
    expect(await known()).toEqual([['6'], ['5']])
    answers[`GET ${LAB}/runs/8`] = [200, { ...two, id: 8, created_at: '2200-01-01T00:00:00Z' }]
    await client.query({ ...runQueries.one(8), staleTime: 0 })
    expect((await evidence()).map(({ scenarios }) => scenarios?.length).toSorted()).toEqual([1, 2])
  })

  it('may be another where no answer came, and is the same where the change was refused', async () => {
    await readRun()
    answers[`PATCH ${SCENARIO}`] = [422, { message: 'No.' }]
    await expect(save({ first_message: 'Hello?' })).rejects.toThrow()
    expect(await known()).toEqual([['5', '6'], undefined])
    answers[`PATCH ${SCENARIO}`] = [504, '<h1>Gateway Time-out</h1>']
    await expect(save({ first_message: 'Hello?' })).rejects.toThrow()
    expect(await known()).toEqual([['6'], ['5']])
  })
})

it('verdicts of a person are kept for each scenario of a run, and can be taken back', async () => {
  const judge = (scenario: string, verdict: object | null) =>
    mutate(labMutations.judge(), { labId: '7', scenario, verdict })
  await judge('5', { verdict: 'passed' })
  await judge('6', { verdict: 'failed', note: 'too slow' })
  await judge('5', null)
  const { notes } = await client.query({ ...labQueries.stored(), staleTime: 0 })
  expect(notes).toMatchObject([
    { kind: 'run', labId: '7', verdicts: { 6: { verdict: 'failed', note: 'too slow' } } },
  ])
  expect(notes[0]?.verdicts).not.toHaveProperty('5')
})

it('looks at a run ever less often', () => {
  expect([0, 12, 50, 500].map(runPollDelay)).toEqual([1_500, 3_000, 10_000, 30_000])
})

it('a run is read again often when it begins, however long the one before it took', () => {
  const { refetchInterval } = runQueries.list()
  const reader = {}
  const at = (dataUpdateCount: number, ...open: readonly number[]) => {
    const items = [1, 2].map((id) => ({ id, status: open.includes(id) ? 'running' : 'completed', other: {} }))
    const runs = items.map((run) => ({ ...run, state: run.status }))
    return (
      typeof refetchInterval === 'function' &&
      refetchInterval(
        Object.assign(reader, { state: { error: null, dataUpdateCount, data: { items: runs } } }) as never,
      )
    )
  }
  expect([at(1, 1), at(12, 1), at(100, 1)]).toEqual([1_500, 3_000, 30_000])
  expect([at(101), at(102, 2), at(115, 2)]).toEqual([false, 1_500, 3_000])
  expect(at(116, 1, 2)).toBe(1_500)
})
