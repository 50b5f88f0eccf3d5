import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import type { FieldError } from '../../contract/errors'
import { schemaOf } from '../../contract/schema'
import { type RunRequest, runScenarios } from '../../contract/testing-lab'
import type { StoredAgent } from '../../queries/agents'
import { type LabRun, type LabScenario, nameOfScenario } from '../../queries/lab-records'
import { agentOfLab } from '../../queries/run-evidence'
import type { FormError } from '../../ui/fields/form'
import { versionWords } from '../-shared/version-choice'
import { agentOfRun, scenariosOf } from './-lab-data'
import { notPassed, resultsOf } from './-run-numbers'

/** What the fields hold. Paths are those of the wire where the wire has them. */
export const emptyRun = {
  agent: '',
  agent_id: null as number | null,
  choice: 'all',
  tag: '',
  /** Ids as text. */
  scenarios: [] as string[],
  version: '',
  frequency: 1 as number | null,
  name: '',
  outbound_phone_number: '',
  tags: [] as string[],
}

export type RunValues = typeof emptyRun

const { shape } = schemaOf(runScenarios.sendsBody)
const TAG_MISSING = 'Choose a tag that some scenarios have'
const isWhole = (id: string) => /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id))

const form = z
  .object({
    ...shape,
    agent: z.string(),
    choice: z.string(),
    tag: z.string(),
    scenarios: z.array(z.string()),
    version: z.string(),
    outbound_phone_number: z.string(),
    frequency: z.nullable(shape.frequency),
  })
  .check(
    z.refine(({ choice, tag }) => choice !== 'tag' || tag !== '', {
      path: ['tag'],
      message: TAG_MISSING,
    }),
    z.refine(({ choice, scenarios }) => choice !== 'selection' || scenarios.length > 0, {
      path: ['scenarios'],
      message: 'Choose at least one scenario',
    }),
    z.refine(({ choice, scenarios }) => choice !== 'selection' || scenarios.every(isWhole), {
      path: ['scenarios'],
      message: 'Scenario ids are whole numbers. Remove the others.',
    }),
  )

export const runResolver = standardSchemaResolver<RunValues, unknown, RunValues>(form as never)

/** The scenarios that the values choose among all; ids that were pasted in are chosen, too. */
export function chosenScenarios(
  values: Pick<RunValues, 'choice' | 'tag' | 'scenarios' | 'agent_id'>,
  all: readonly LabScenario[],
): readonly { readonly key: string; readonly scenario?: LabScenario }[] {
  if (values.choice === 'selection')
    return values.scenarios.map((key) => ({ key, scenario: all.find((each) => each.key === key) }))
  const ours = scenariosOf(all, values.agent_id ?? undefined)
  return ours
    .filter(({ tags }) => values.choice !== 'tag' || tags.includes(values.tag))
    .filter(({ key }) => isWhole(key))
    .map((scenario) => ({ key: scenario.key, scenario }))
}

/** The name of a scenario, with its id where another has the same. */
export function nameAmong(scenario: LabScenario, all: ReturnType<typeof chosenScenarios>): string {
  const name = nameOfScenario(scenario)
  const same = all.filter((each) => each.scenario && nameOfScenario(each.scenario) === name)
  return same.length > 1 ? `${name} (${scenario.key})` : name
}

/** Which version is tested where none is named; of a service that takes none it is not known how it chooses. */
export const usualVersion = (agent: StoredAgent | undefined, sendsVersion: boolean | undefined): string =>
  !sendsVersion
    ? 'Chosen by the service'
    : agent?.deployedVersionId
      ? `${versionWords(agent, agent.deployedVersionId)}, deployed`
      : 'The deployed version, else the newest'

/** The request that the values stand for. Empty optional fields are not sent (D14); the version only where the service knows the field (D191). */
export function toRunRequest(
  values: RunValues,
  keys: readonly string[],
  sendsVersion: boolean | undefined,
): RunRequest {
  const version = values.version.trim()
  return {
    agent_id: values.agent_id as number,
    scenarios: keys.map(Number),
    ...(values.frequency !== null && { frequency: values.frequency }),
    ...(values.name.trim() && { name: values.name.trim() }),
    ...(values.outbound_phone_number && { outbound_phone_number: values.outbound_phone_number }),
    ...(values.tags.length > 0 && { tags: values.tags }),
    ...(sendsVersion && version && { agent_version_id: version }),
  }
}

/** The service's complaints by the fields of the form: those about single scenarios belong to the list. */
export const placeRunErrors = (errors: readonly FieldError[], choice: string): readonly FieldError[] =>
  errors.map((error) => {
    if (error.path === 'agent_version_id') return { ...error, path: 'version' }
    if (!error.path.startsWith('scenarios')) return error
    return { ...error, path: choice === 'selection' ? 'scenarios' : choice === 'tag' ? 'tag' : 'agent_id' }
  })

const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** The values that stand for an earlier run, with the scenarios that are named instead of its own, if any. */
export function fromRun(run: LabRun, agentId: string | undefined, scenarios: readonly string[]): RunValues {
  const sent = run.sent?.request ?? {}
  const text = (name: string, reported: string | undefined) => {
    const value = sent[name]
    return typeof value === 'string' ? value : (reported ?? '')
  }
  const number = (name: string, reported: unknown) => {
    const value = sent[name] ?? reported
    return typeof value === 'number' ? value : null
  }
  return {
    ...emptyRun,
    agent: agentId ?? '',
    agent_id: number('agent_id', run.run?.agentId),
    choice: 'selection',
    scenarios: [...scenarios],
    version: run.run?.versionId ?? run.sent?.versionId ?? '',
    frequency: number('frequency', run.run?.frequency),
    // Where none was sent, the service made up its own, which may be meant for one run.
    name: text('name', run.sent ? undefined : run.run?.name),
    outbound_phone_number: text('outbound_phone_number', run.run?.outboundPhoneNumber),
    tags: sent.tags === undefined ? [...(run.run?.tags ?? [])] : texts(sent.tags),
  }
}

/** What the address of the form names. */
export interface RunSearch {
  /** Id of the agent. */
  readonly agent?: string
  readonly version?: string
  /** Ids of scenarios, with commas between. */
  readonly scenarios?: string
  readonly tag?: string
  /** The run that the form begins from. */
  readonly from?: string
  /** Of that run only what did not pass. */
  readonly only?: 'failed'
}

/** What the form of a run begins from. */
export interface RunStart {
  readonly agents: readonly StoredAgent[]
  readonly scenarios: readonly LabScenario[]
  /** The run that the form begins from. */
  readonly from: LabRun | undefined
  readonly search: RunSearch
  /** The version that wants testing before it is deployed (§4), where it can be named to the service. */
  readonly candidate: string | undefined
}

/** The first values: an earlier run, or what the address names. */
export function firstValues({ agents, scenarios, from, search, candidate }: RunStart): RunValues {
  if (from) {
    const results = resultsOf(from)
    const keys =
      search.only === 'failed'
        ? notPassed(results).map(String)
        : results.map(({ key }) => key).filter(Boolean)
    return fromRun(from, agentOfRun(from, agents)?.agentId, keys)
  }
  const ids = search.scenarios?.split(',').filter(Boolean) ?? []
  const [first] = ids
  const labId = scenarios.find(({ key }) => key === first)?.labAgentId
  const agent = agents.find(({ agentId }) => agentId === search.agent) ?? agentOfLab(agents, labId)
  return {
    ...emptyRun,
    agent: agent?.agentId ?? '',
    agent_id: agent?.testingLabId ?? labId ?? null,
    choice: ids.length > 0 ? 'selection' : search.tag ? 'tag' : 'all',
    tag: search.tag ?? '',
    scenarios: ids,
    version: search.version ?? candidate ?? '',
  }
}

/** Why a run of no scenario is not sent. `isUnread`: the list of scenarios could not be read. */
export const noneChosen = ({ choice }: RunValues, isUnread: boolean): FormError => {
  const [path, message] =
    choice === 'tag'
      ? ['tag', TAG_MISSING]
      : [
          'choice',
          isUnread
            ? 'The scenarios could not be loaded. Try again, or choose "A selection" and paste ids.'
            : 'No scenario of this agent is known here. Generate some, or choose "A selection" and paste ids.',
        ]
  return { title: 'There is nothing to run yet', fields: [{ path, message }] }
}
