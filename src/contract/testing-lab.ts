import { operation, sends } from './operation'
import { anyReply, Fields, isWire, listReply, type OtherFields } from './reply'
import type { GenerateRequest, RunRequest } from './requests/testing-lab'

/** A scenario, as far as a reply tells; its fields are not documented. */
export interface Scenario {
  readonly id: number | string
  readonly name?: string
  readonly instructions?: string
  readonly expectedOutcome?: string
  readonly tags?: readonly string[]
  readonly other: OtherFields
}

const readText = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function readScenario(value: unknown): Scenario | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const id = fields.number('id', 'scenario_id', 'scenarioId') ?? fields.id('id', 'scenario_id', 'scenarioId')
  if (id === undefined) return undefined
  return {
    id,
    name: fields.text('name', 'title'),
    instructions: fields.text('instructions', 'description'),
    expectedOutcome: fields.text('expected_outcome_prompt', 'expected_outcome', 'expectedOutcome'),
    tags: fields.list(readText, 'tags'),
    other: fields.others(),
  }
}

/** A run, as far as a reply tells. */
export interface Run {
  readonly id?: string
  readonly status?: string
  readonly other: OtherFields
}

export function readRun(value: unknown): Run | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return { id: fields.id('id', 'run_id', 'runId'), status: fields.text('status'), other: fields.others() }
}

export const generateScenarios = operation({
  name: 'generateScenarios',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios/generate',
  summary: 'Generates test scenarios for an agent.',
  sendsBody: sends<GenerateRequest>(),
  reply: listReply(['scenarios'], readScenario),
})

export const runScenarios = operation({
  name: 'runScenarios',
  method: 'POST',
  path: '/api/v1/testing-lab/scenarios/run',
  summary: 'Runs scenarios against an agent.',
  sendsBody: sends<RunRequest>(),
  reply: anyReply(['run'], readRun),
})
