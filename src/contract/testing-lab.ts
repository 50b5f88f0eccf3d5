import { operation, sends } from './operation'
import { anyReply, findObject, isWire, type ListReply, listReply, objectReply, readerOf } from './reply'
import type {
  CreateScenarioRequest,
  GenerateRequest,
  LabQuery,
  RunRequest,
  UpdateScenarioRequest,
} from './requests/testing-lab'
import { readTestRun } from './run'
import { readScenario, type Scenario } from './scenario'

/** What a generation answered: the scenarios that could be read, and the reply as it came, whatever its shape. */
export interface GeneratedReply extends ListReply<Scenario> {
  readonly raw: unknown
}

/** A generated scenario, or its id alone. */
const readGenerated = (value: unknown) =>
  readScenario(typeof value === 'number' || typeof value === 'string' ? { id: value } : value)

/** One scenario that is not in a list has to look like one: `{id, status}` may be the id of a task. */
const readSingle = (value: unknown) => {
  const scenario = readScenario(value)
  return (scenario?.instructions ?? scenario?.name) === undefined ? undefined : scenario
}

const generatedList = listReply(['scenarios'], readGenerated)

/** The document says "generated scenarios" and no more (§4), so nothing that comes back is refused. */
const generatedReply = readerOf((raw): GeneratedReply => {
  const list = generatedList.safeParse(raw).data
  if (list) return { ...list, raw }
  const single = isWire(raw) ? findObject(raw, ['scenario'], readSingle) : undefined
  return { items: single ? [single] : [], unreadable: [], raw }
}, '')

export const generateScenarios = operation({
  name: 'generateScenarios',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios/generate',
  summary: 'Generates test scenarios for an agent.',
  to: 'generate scenarios',
  done: 'scenarios were generated',
  changes: ['lab', 'agents'],
  // A language model takes its time over many scenarios.
  timeoutMs: 120_000,
  sendsBody: sends<GenerateRequest>(),
  reply: generatedReply,
})

export const runScenarios = operation({
  name: 'runScenarios',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios/run',
  summary: 'Runs scenarios against an agent.',
  to: 'run the scenarios',
  done: 'the run was started',
  changes: ['lab', 'agents'],
  sendsBody: sends<RunRequest>(),
  reply: anyReply(['run'], readTestRun),
})

/** Ours alone (D171): no public page shows a list of scenarios. */
export const listScenarios = operation({
  name: 'listScenarios',
  method: 'GET',
  path: '/api/v1/testing-lab/scenarios',
  source: 'extension',
  summary: 'Lists scenarios, the newest first, a page at a time.',
  to: 'load the scenarios',
  sendsQuery: sends<LabQuery>(),
  reply: listReply(['scenarios'], readScenario),
})

/** Ours alone (D171). */
export const createScenario = operation({
  name: 'createScenario',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios',
  source: 'extension',
  summary: 'Creates a scenario that a person wrote.',
  to: 'create the scenario',
  done: 'the scenario was created',
  changes: ['lab', 'agents'],
  sendsBody: sends<CreateScenarioRequest>(),
  reply: anyReply(['scenario'], readScenario),
})

/** The one extension of the testing lab that real services have, too. */
export const updateScenario = operation({
  name: 'updateScenario',
  method: 'PATCH',
  path: '/api/v1/testing-lab/scenarios/{id}',
  source: 'extension',
  summary: 'Changes some fields of a scenario.',
  to: 'change the scenario',
  done: 'the scenario was changed',
  changes: ['lab', 'agents'],
  sendsBody: sends<UpdateScenarioRequest>(),
  reply: anyReply(['scenario'], readScenario),
})

/** Ours alone (D171). */
export const listRuns = operation({
  name: 'listRuns',
  method: 'GET',
  path: '/api/v1/testing-lab/runs',
  source: 'extension',
  summary: 'Lists runs, the newest first, a page at a time, without their conversations.',
  to: 'load the runs',
  sendsQuery: sends<LabQuery>(),
  reply: listReply(['runs'], readTestRun),
})

/** Ours alone (D171). */
export const readRun = operation({
  name: 'readRun',
  method: 'GET',
  path: '/api/v1/testing-lab/runs/{id}',
  source: 'extension',
  summary: 'Reads a run with its conversations: state, verdict, reason and transcript.',
  to: 'load the run',
  reply: objectReply(['run'], readTestRun, 'no run in the reply'),
})
