import { describe, expect, test } from 'vitest'
import { readTestRun } from '../../contract/run'
import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { lastAttempts } from '../../queries/last-attempts'
import type { CallRow } from '../../queries/merge-calls'
import { evidenceOf } from '../../queries/run-evidence'
import { attentionOf, type Workspace } from './attention'
import { callShares, callsByDay, isDoubt, lastLaunches, passRates } from './figures'

const now = Date.parse('2026-03-14T12:00:00Z')
const agent = (name: string, more: Partial<StoredAgent> = {}): StoredAgent => ({
  service: 'local',
  agentId: name,
  name,
  source: 'reported',
  addedAt: '2026-03-01T00:00:00Z',
  versions: [],
  deployedVersionId: `${name}-1`,
  testingLabId: 7,
  ...more,
})
const run = (id: number, versionId: string, verdicts: readonly string[]) =>
  readTestRun({
    id,
    agent: 7,
    agent_version_id: versionId,
    status: 'completed',
    ended_at: `2026-03-1${id}T10:00:00Z`,
    runs: verdicts.map((verdict, place) => ({
      id: id * 10 + place,
      scenario: place + 1,
      scenario_name: `Scenario ${place + 1}`,
      status: 'completed',
      verdict,
    })),
  })
/** What is stored of runs of the agent "Desk". */
const tested = (...all: ReturnType<typeof run>[]) =>
  runs(...all).flatMap((each) => {
    const found = evidenceOf(each, { agentId: 'Desk', versionId: each.versionId ?? '' })
    return found ? [{ ...found, service: 'local', id: `run ${each.id}`, recordedAt: found.run.at }] : []
  })
const draftsOf = (...keys: string[]) => keys.map((key) => ({ key, search: {} }))
const titles = (known: Omit<Workspace, 'now'>) => attentionOf({ now, ...known }).map(({ title }) => title)
const runs = (...all: ReturnType<typeof run>[]) => all.flatMap((each) => each ?? [])

describe('what needs attention', () => {
  test('a name from right to left keeps the numbers of its sentence where they are', () => {
    const name = 'שירות לקוחות 12/3'
    expect(
      titles({
        agents: [agent(name, { agentId: 'desk' })],
        drafts: [{ key: 'version.desk.v' }, { key: 'batch', search: { agent: 'desk' } }],
      }),
    ).toEqual([
      `\u2068${name}\u2069 is live without a test`,
      `\u2068${name}\u2069: a version is not saved`,
      `\u2068${name}\u2069: calls from a file are not started`,
    ])
    const files = [name, 'a.pdf'].map((fileName, at) => ({
      fileId: `${at}`,
      fileName,
      status: 'FAILED',
      other: {},
    }))
    expect(attentionOf({ now, files })[0]?.detail).toBe(`\u2068${name}\u2069, a.pdf`)
    expect(passRates(runs(run(1, 'v', ['passed'])).map((each) => ({ ...each, name })))[0]?.label).toBe(
      `\u2068${name}\u2069: 1 of 1 passed`,
    )
  })

  test('nothing where all is in order or not known', () => {
    expect(titles({})).toEqual([])
    expect(
      titles({
        files: [{ fileId: 'a', status: 'INGESTED', other: {} }],
        writes: [{ id: 'w', state: 'accepted', operation: 'createFile' }],
        agents: [agent('Desk'), agent('Draft', { deployedVersionId: undefined })],
        evidence: tested(run(1, 'Desk-1', ['passed', 'passed'])),
      }),
    ).toEqual([])
  })

  test('files that failed, and those that wait for too long', () => {
    const file = (fileId: string, status: string, minutes: number) => ({
      fileId,
      status,
      createdAt: new Date(now - minutes * 60_000).toISOString(),
      other: {},
    })
    const items = attentionOf({
      now,
      files: [
        file('a', 'FAILED', 1),
        file('b', 'FAILED', 1),
        file('e', 'INGESTION_FAILED', 1),
        file('c', 'PENDING', 16),
        file('d', 'PENDING', 14),
      ],
    })
    expect(items.map(({ title, link }) => [title, link.search])).toEqual([
      ['2 files could not be read', { status: 'FAILED' }],
      // The list that opens shows one status.
      ['1 file could not be read', { file: 'e' }],
      ['1 file waiting for more than 15 minutes', { file: 'c' }],
    ])
  })

  test('writes whose outcome is unknown, and how many may have reached people', () => {
    const [item] = attentionOf({
      now,
      writes: [
        { id: '1', state: 'unknown', operation: 'dispatchCall' },
        { id: '2', state: 'unknown', operation: 'createFile' },
        { id: '3', state: 'refused', operation: 'dispatchCall' },
      ],
    })
    expect(item).toMatchObject({
      title: '2 writes without a known outcome',
      detail: '1 call may have been placed.',
      link: { search: { state: 'unknown' } },
    })
  })

  test.each([
    [1, 'It may have been done.'],
    [2, 'They may have been done.'],
  ])('%d without an answer: %s', (count, detail) => {
    const writes = Array.from({ length: count }, (_, at) => ({
      ...{ id: `${at}`, state: 'unknown', operation: 'createFile' },
    })) as Workspace['writes']
    expect(attentionOf({ now, writes })[0]).toMatchObject({ detail })
  })

  test('one unknown call is settled where calls are listed', () => {
    const write = { id: '1', state: 'unknown', operation: 'dispatchCall' } as const
    const items = attentionOf({ now, writes: [write] })
    expect(items[0]?.link).toEqual({ to: '/calls', search: { call: '1' } })
    expect(attentionOf({ now, writes: [write, { ...write, id: '2' }] })[0]?.link).toEqual({
      to: '/calls',
      search: { state: 'unknown' },
    })
  })

  test('failing scenarios of what is deployed, not of other versions; the latest result of each counts', () => {
    const agents = [agent('Desk')]
    const failed = run(1, 'Desk-1', ['failed', 'failed'])
    expect(titles({ agents, evidence: tested(failed) })).toEqual(['Desk: 2 of 2 scenarios still fail'])
    // The way to it is the run that failed, whatever ran since.
    const since = tested(run(2, 'Desk-1', ['passed']), failed)
    expect(attentionOf({ now, agents, evidence: since })[0]).toMatchObject({
      title: 'Desk: 1 of 2 scenarios still fails',
      verb: 'Open run',
      link: { params: { runId: '1' }, search: { show: 'not-passed' } },
    })
    const mended = run(2, 'Desk-1', ['passed', 'passed'])
    expect(titles({ agents, evidence: tested(mended, failed) })).toEqual([])
    // What was tested is another version.
    expect(titles({ agents, evidence: tested(run(1, 'Desk-2', ['failed'])) })).toEqual([
      'Desk is live without a test',
    ])
    // So is what it was before it was changed.
    const evidence = tested(failed).map((each) => ({ ...each, changed: true as const }))
    const [item] = attentionOf({ now, agents, evidence })
    expect(item).toMatchObject({
      title: 'Desk is live without a test',
      detail: 'Its deployed version was not tested since a change.',
      verb: 'Run scenarios',
    })
  })

  test('agents that are live without a test are named, many are counted', () => {
    const live = ['A', 'B', 'C', 'D'].map((name) => agent(name))
    expect(titles({ agents: live.slice(0, 2) })).toEqual([
      'A is live without a test',
      'B is live without a test',
    ])
    expect(titles({ agents: live })).toEqual(['4 live agents are not fully tested'])
  })

  test('scenarios that ran against other versions alone did not run against what is live', () => {
    const agents = [agent('Desk', { deployedVersionId: 'Desk-2' })]
    const six = run(1, 'Desk-1', ['failed', ...Array.from({ length: 5 }, () => 'passed')])
    const [item, ...others] = attentionOf({
      now,
      agents,
      evidence: tested(run(2, 'Desk-2', ['passed']), six),
    })
    expect(others).toEqual([])
    expect(item).toMatchObject({
      tone: 'unknown',
      title: 'Desk: 5 of 6 scenarios did not run',
      verb: 'Run scenarios',
      link: { to: '/testing-lab/run', search: { agent: 'Desk', version: 'Desk-2' } },
    })
    // What fails comes first, and a result of the whole is taken as it is told (D928).
    expect(titles({ agents, evidence: tested(run(2, 'Desk-2', ['failed']), six) })).toEqual([
      'Desk: 1 of 6 scenarios still fails',
    ])
    const whole = tested(run(2, 'Desk-2', ['passed'])).map((each) => ({ ...each, scenarios: undefined }))
    expect(titles({ agents, evidence: [...whole, ...tested(six)] })).toEqual([])
  })

  test('calls that are being sent are shown, not continued', () => {
    const batch = { kind: 'batch', id: 'b', fileName: 'leads.csv' } as const
    const of = (sender: 'this page' | { isHere: boolean } | undefined) =>
      attentionOf({ now, work: [{ ...batch, sender }] }).map(({ verb, detail }) => `${verb}: ${detail}`)
    expect(of({ isHere: true })).toEqual(['Show: Another tab of this browser sends this batch.'])
    expect(of('this page')).toEqual(['Show: This page sends this batch.'])
    expect(of(undefined)).toEqual(['Continue: undefined'])
  })

  test('the worst comes first, drafts and open work last', () => {
    expect(
      titles({
        missing: ['SERVICE_API_KEY'],
        agents: [agent('Desk')],
        work: [
          { kind: 'replacement', id: 'r', name: 'a.md', waits: true },
          { kind: 'batch', id: 'b', fileName: 'leads.csv' },
          { kind: 'batch', id: 'c', fileName: 'c.csv', isNew: true },
          { kind: 'draft', id: 'd', fileName: 'd.csv', agentId: undefined },
        ],
        drafts: draftsOf('agent', 'sms thread', 'version.Desk.Desk-1', 'somewhere else'),
        files: [{ fileId: 'a', status: 'FAILED', other: {} }],
      }),
    ).toEqual([
      'SERVICE_API_KEY is not set',
      '1 file could not be read',
      'Desk is live without a test',
      'Replacing a.md waits for you',
      'Calls from leads.csv are not finished',
      'Calls from c.csv are ready to start',
      'Calls from d.csv are not started',
      'A new agent is not sent',
      'An SMS thread is not started',
      'Desk: a version is not saved',
    ])
  })
})

test('a draft is opened again where it was begun, and names the agent it was begun with', () => {
  const drafts = [
    ...draftsOf('batch'),
    { key: 'batch Desk', search: { agent: 'Desk' } },
    { key: 'call a1', search: { place: true, agent: 'a1' } },
    { key: 'generate Desk', search: { agent: 'Desk' } },
    { key: 'sms thread v2', search: { agent: 'Desk', version: 'v2' } },
    { key: 'e-mail thread a1', search: { agent: 'a1', channel: 'email' } },
    { key: 'web chat Desk', search: { agent: 'Desk', channel: 'chat' } },
    { key: 'run {"agent":"Desk"}', search: { agent: 'Desk' } },
    { key: 'agent.Desk.v2', search: { from: 'Desk', version: 'v2' } },
    ...draftsOf('batches'),
    // Written by an earlier build, which did not say where.
    { key: 'call a2' },
  ]
  const items = attentionOf({ now, agents: [agent('Desk', { deployedVersionId: undefined })], drafts })
  expect(items.map(({ title, link }) => [title, link.to, link.search])).toEqual([
    ['Calls from a file are not started', '/calls/batch/new', {}],
    ['Desk: calls from a file are not started', '/calls/batch/new', { agent: 'Desk' }],
    ['A call is not placed', '/calls', { place: true, agent: 'a1' }],
    ['Desk: new scenarios are not generated', '/testing-lab/generate', { agent: 'Desk' }],
    ['Desk: an SMS thread is not started', '/threads/new', { agent: 'Desk', version: 'v2' }],
    ['An e-mail thread is not started', '/threads/new', { agent: 'a1', channel: 'email' }],
    ['Desk: a web chat is not created', '/threads/new', { agent: 'Desk', channel: 'chat' }],
    ['Desk: a run is not started', '/testing-lab/run', { agent: 'Desk' }],
    ['A new agent is not sent', '/agents/new', { from: 'Desk', version: 'v2' }],
  ])
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
})

test('each version with a draft has a line, called as its form is, that opens it', () => {
  const drafts = [
    { key: 'version.Desk.v2', label: 'Configuration of Version 2' },
    ...draftsOf('version.Desk.v3', 'version.unknown.v1'),
  ]
  const items = attentionOf({
    now,
    agents: [agent('Desk')],
    evidence: tested(run(1, 'Desk-1', ['passed'])),
    drafts,
  })
  expect(items.map(({ title, link }) => [title, link.search])).toEqual([
    ['Desk: Configuration of Version 2 is not saved', { version: 'v2' }],
    ['Desk: a version is not saved', { version: 'v3' }],
  ])
  expect(items[0]?.link).toMatchObject({ to: '/agents/$agentId', params: { agentId: 'Desk' } })
})

test('agents of one name are told apart', () => {
  const agents = [agent('one', { name: 'Desk' }), agent('two', { name: 'Desk' })]
  const drafts = draftsOf('version.one.1', 'version.two.1')
  expect(new Set(attentionOf({ now, agents, drafts }).map(({ key }) => key)).size).toBe(4)
})

test('calls are counted by day, of two weeks until now', () => {
  const at = (time: string) => ({ id: time, time })
  const days = callsByDay(
    [at('2026-03-14T09:00:00Z'), at('2026-03-13T09:00:00Z'), at('2025-03-14T09:00:00Z')],
    now,
  )
  expect(days).toHaveLength(14)
  expect(days.map(({ value }) => value).slice(-3)).toEqual([0, 1, 1])
  expect(days.at(-1)?.label).toBe('14 Mar: 1 call')
})

test('a day on which clocks change is one day, too', () => {
  const before = process.env.TZ
  process.env.TZ = 'Europe/Berlin'
  try {
    const labels = (now: string) => callsByDay([], Date.parse(now)).map(({ label }) => label.split(':')[0])
    expect(labels('2026-03-30T00:30:00+02:00').slice(-3)).toEqual(['28 Mar', '29 Mar', '30 Mar'])
    expect(labels('2026-10-26T23:30:00+01:00').slice(-3)).toEqual(['24 Oct', '25 Oct', '26 Oct'])
  } finally {
    process.env.TZ = before
  }
})

test('calls are counted by what they came to', () => {
  const listed = (status: string, callEndedReason?: string) => ({
    id: 'c',
    record: { id: 'c', status, callEndedReason, other: {} },
  })
  const shares = callShares([
    listed('COMPLETED', 'ENDED'),
    listed('COMPLETED'),
    listed('COMPLETED', 'LEFT_VOICEMAIL'),
    listed('FAILED', 'NO_ANSWER'),
    listed('FAILED', 'LINE_BUSY'),
    listed('FAILED', 'FRAUD'),
    listed('IN_PROGRESS'),
    listed('SOMETHING_NEW'),
    { id: 'without a record' },
  ])
  expect(shares.filter(({ count }) => count > 0).map(({ label, count }) => `${count} ${label}`)).toEqual([
    '2 answered',
    '1 voicemail',
    '1 going on',
    '2 not reached',
    '1 failed',
    '2 unknown',
  ])
})

test('a row of a batch that was refused for the moment and sent again is one call here as in the list of calls', () => {
  const states = ['accepted', 'refused', 'unknown'] as const
  // Of two batches and of none, with test calls, in every state.
  const launches: readonly Launch[] = Array.from({ length: 54 }, (_, at) => ({
    id: `l${at}`,
    state: states[(at * 7) % 3] ?? 'refused',
    startedAt: '2026-03-14T10:00:00Z',
    batch: at % 9 === 8 ? undefined : { id: `b${at % 2}`, row: ((at * 5) % 4) - 1 },
  }))
  const listed = lastAttempts(launches.map((launch) => ({ id: launch.id, launch })))
  expect(lastLaunches(launches).map(({ id }) => id)).toEqual(listed.map(({ id }) => id))
  expect(listed.length).toBeLessThan(launches.length)
})

test('a call that may have been placed is a doubt, and no call, until the service lists it', () => {
  const launch = (state: 'unknown' | 'accepted') => ({ id: 'l', launch: { state } }) as CallRow
  expect(isDoubt(launch('unknown'))).toBe(true)
  expect(isDoubt(launch('accepted'))).toBe(false)
  expect(isDoubt({ ...launch('unknown'), record: { id: 'c', other: {} } })).toBe(false)
})

test('no two results of calls that are over look alike, but those that went well and those that did not', () => {
  const tones = new Map(callShares([]).map(({ label, tone }) => [label, tone]))
  expect(tones.get('voicemail')).not.toBe(tones.get('unknown'))
  expect(tones.get('voicemail')).not.toBe(tones.get('going on'))
})

test('pass rates are those of judged runs, the oldest first', () => {
  const rates = passRates(runs(run(2, 'v', ['passed', 'passed']), run(1, 'v', ['passed', 'failed'])))
  expect(rates.map(({ value, label }) => [value, label])).toEqual([
    [0.5, 'Run 1: 1 of 2 passed'],
    [1, 'Run 2: 2 of 2 passed'],
  ])
})
