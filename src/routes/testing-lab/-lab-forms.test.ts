import { expect, it } from 'vitest'
import type { StoredAgent } from '../../queries/agents'
import type { LabRun, LabScenario } from '../../queries/lab-records'
import { emptyGeneration, generateResolver, generationOf, toGenerateRequest } from './-generate-form'
import { titleOfRun } from './-lab-data'
import { recentRun } from './-recent-run'
import {
  chosenScenarios,
  emptyRun,
  fromRun,
  placeRunErrors,
  runResolver,
  toRunRequest,
  usualVersion,
} from './-run-form'
import { scenarioValues, toCreateRequest, toUpdateRequest } from './-scenario-dialog'

const options = { fields: {}, shouldUseNativeValidation: false } as never

it('sends of a generation what was filled in, and names what is wrong', async () => {
  const values = { ...emptyGeneration, agent_id: 4, num_scenarios: 12, tags: ['edge case'] }
  expect(toGenerateRequest(values)).toEqual({
    agent_id: 4,
    num_scenarios: 12,
    generate_expected_outcomes: true,
    tags: ['edge case'],
  })
  expect((await generateResolver(values, undefined, options)).errors).toEqual({})
  const { errors } = await generateResolver(
    { ...values, agent_id: null, num_scenarios: 51 },
    undefined,
    options,
  )
  expect(errors).toMatchObject({
    agent_id: { message: 'Testing lab agent id is needed' },
    num_scenarios: { message: 'Number of scenarios can be at most 50' },
  })
})

it('begins a generation with what was sent before, where that can be read', () => {
  const values = {
    ...emptyGeneration,
    agent_id: 4,
    num_scenarios: 12,
    first_message: 'Hello',
    tags: ['edge'],
  }
  expect(generationOf(toGenerateRequest(values))).toEqual(values)
  expect(generationOf({ agent_id: 'four' })).toEqual(emptyGeneration)
  expect(generationOf(undefined)).toEqual(emptyGeneration)
})

const scenario = (key: string, tags: string[], labAgentId?: number): LabScenario => ({
  key,
  id: Number(key),
  tags,
  labAgentId,
})
const known = [
  scenario('1', ['a'], 4),
  scenario('2', ['b'], 4),
  scenario('3', ['a'], 5),
  scenario('4', ['a']),
]
const keysOf = (values: Partial<typeof emptyRun>) =>
  chosenScenarios({ ...emptyRun, agent_id: 4, ...values }, known).map(({ key }) => key)

it('chooses all of the agent, by tag, or what was picked and pasted', () => {
  expect(keysOf({ choice: 'all' })).toEqual(['1', '2'])
  expect(keysOf({ choice: 'tag', tag: 'a' })).toEqual(['1'])
  expect(keysOf({ choice: 'selection', scenarios: ['3', '99'] })).toEqual(['3', '99'])
  expect(keysOf({ agent_id: null })).toEqual([])
})

it('sends the version only where the service knows the field', () => {
  const values = { ...emptyRun, agent_id: 4, version: 'v', frequency: 3, name: ' Nightly ' }
  expect(toRunRequest(values, ['1', '2'], true)).toEqual({
    agent_id: 4,
    scenarios: [1, 2],
    frequency: 3,
    name: 'Nightly',
    agent_version_id: 'v',
  })
  expect(toRunRequest(values, ['1'], false)).not.toHaveProperty('agent_version_id')
})

it('refuses a selection of nothing or of no numbers, and a tag that is not chosen', async () => {
  const messages = async (values: Partial<typeof emptyRun>) =>
    Object.keys((await runResolver({ ...emptyRun, agent_id: 4, ...values }, undefined, options)).errors)
  expect(await messages({})).toEqual([])
  expect(await messages({ choice: 'selection' })).toEqual(['scenarios'])
  expect(await messages({ choice: 'selection', scenarios: ['x'] })).toEqual(['scenarios'])
  expect(await messages({ choice: 'tag' })).toEqual(['tag'])
  expect(await messages({ frequency: 0 })).toEqual(['frequency'])
})

it('leads complaints about single scenarios to where they were chosen', () => {
  const errors = [
    { path: 'scenarios.0', message: 'm' },
    { path: 'frequency', message: 'f' },
    { path: 'agent_version_id', message: 'v' },
  ]
  expect(placeRunErrors(errors, 'selection').map(({ path }) => path)).toEqual([
    'scenarios',
    'frequency',
    'version',
  ])
  expect(placeRunErrors(errors, 'tag')[0]?.path).toBe('tag')
})

const run: LabRun = {
  key: '7',
  id: 7,
  sent: {
    entryId: 'e',
    state: 'accepted',
    startedAt: '2026-01-01T00:00:00Z',
    request: { agent_id: 4, scenarios: [2, 1], frequency: 2, name: 'N', tags: ['t'] },
    versionId: 'v',
  },
}

it('begins from an earlier run, and notices that it was a moment ago', () => {
  expect(fromRun(run, 'a', ['2'])).toEqual({
    ...emptyRun,
    agent: 'a',
    agent_id: 4,
    choice: 'selection',
    scenarios: ['2'],
    version: 'v',
    frequency: 2,
    name: 'N',
    tags: ['t'],
  })
  // A service may name a run that was sent without a name.
  const unnamed = { ...run, sent: { ...run.sent, request: { agent_id: 4 } } } as LabRun
  expect(fromRun({ ...unnamed, run: { ...run.run, name: 'Run of A' } } as LabRun, 'a', ['2']).name).toBe('')
  expect(fromRun({ ...unnamed, sent: undefined, run: { name: 'Nightly' } } as LabRun, 'a', ['2']).name).toBe(
    'Nightly',
  )
  const request = { agent_id: 4, scenarios: [1, 2] }
  const now = Date.parse('2026-01-01T00:01:00Z')
  expect(recentRun([run], request, now)).toBe(run)
  expect(recentRun([run], { ...request, scenarios: [1] }, now)).toBeUndefined()
  expect(recentRun([run], request, now + 600_000)).toBeUndefined()
})

it('writes scenarios, changes only what differs, and reads tags with spaces', () => {
  const before = scenarioValues({ id: 1, name: 'One', instructions: 'Ask.', tags: ['a'], other: {} }, 4)
  expect(toCreateRequest({ ...before, name: ' One ' })).toEqual({
    agent_id: 4,
    name: 'One',
    instructions: 'Ask.',
    tags: ['a'],
  })
  expect(toUpdateRequest({ ...before, tags: ['a', 'b'] }, before)).toEqual({ tags: ['a', 'b'] })
  expect(toUpdateRequest(before, before)).toBeUndefined()
})

it('names a run without an id by what was asked for and when', () => {
  const at = new Date(2026, 4, 12, 14, 3, 22).toISOString()
  const sent = {
    entryId: 'a1b2',
    state: 'unknown' as const,
    startedAt: at,
    request: { agent_id: 4, scenarios: [1, 2, 3] },
  }
  expect(titleOfRun({ key: 'a1b2', at, sent })).toBe('Run of 3 scenarios, 12 May 2026, 14:03')
  expect(titleOfRun({ key: 'a1b2', at, sent: { ...sent, request: { name: 'Lost' } } })).toBe('Lost')
  expect(titleOfRun({ key: '17', id: 17 })).toBe('Run 17')
})

it('names the version that a run tests where none was chosen, as far as it is known', () => {
  const agent = {
    agentId: 'a',
    deployedVersionId: 'v2',
    versions: [{ versionId: 'v2', number: 2 }],
  } as unknown as StoredAgent
  expect(usualVersion(agent, true)).toBe('Version 2, deployed')
  expect(usualVersion({ ...agent, deployedVersionId: undefined }, true)).toBe(
    'The deployed version, else the newest',
  )
  for (const sendsVersion of [false, undefined])
    expect(usualVersion(agent, sendsVersion)).toBe('Chosen by the service')
})
