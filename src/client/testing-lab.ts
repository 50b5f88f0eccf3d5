import type { ListReply, WriteReply } from '../contract/reply'
import type {
  CreateScenarioRequest,
  GenerateRequest,
  RunRequest,
  UpdateScenarioRequest,
} from '../contract/requests/testing-lab'
import type { Run } from '../contract/run'
import type { LabId, Scenario } from '../contract/scenario'
import * as contract from '../contract/testing-lab'
import { type Cancellable, call } from './call'

/** A language model takes its time over many scenarios; in milliseconds. */
const GENERATION_TIMEOUT = 120_000

/** Generates test scenarios for an agent (§4). */
export function generateScenarios({
  body,
  signal,
}: { body: GenerateRequest } & Cancellable): Promise<contract.GeneratedReply> {
  return call(contract.generateScenarios, { body, signal, timeoutMs: GENERATION_TIMEOUT })
}

/** Runs scenarios against an agent (§4). */
export function runScenarios({ body, signal }: { body: RunRequest } & Cancellable): Promise<WriteReply<Run>> {
  return call(contract.runScenarios, { body, signal })
}

/** Which scenarios or runs to list. */
interface LabList extends Cancellable {
  /** The integer id of the agent in the testing lab; without it those of all agents. */
  readonly agentId?: LabId
  readonly cursor?: string
  readonly limit?: number
}

const queryOf = ({ agentId, cursor, limit }: LabList) => ({
  agent_id: agentId?.toString(),
  cursor,
  limit: limit?.toString(),
})

/** Lists a page of scenarios, the newest first (D171). */
export function listScenarios(list: LabList = {}): Promise<ListReply<Scenario>> {
  return call(contract.listScenarios, { query: queryOf(list), signal: list.signal })
}

/** Creates a scenario that a person wrote (D171). */
export function createScenario({
  body,
  signal,
}: { body: CreateScenarioRequest } & Cancellable): Promise<WriteReply<Scenario>> {
  return call(contract.createScenario, { body, signal })
}

/** Changes some fields of a scenario. */
export function updateScenario({
  id,
  body,
  signal,
}: { id: LabId; body: UpdateScenarioRequest } & Cancellable): Promise<WriteReply<Scenario>> {
  return call(contract.updateScenario, { params: { id: String(id) }, body, signal })
}

/** Lists a page of runs, the newest first, without their conversations (D171). */
export function listRuns(list: LabList = {}): Promise<ListReply<Run>> {
  return call(contract.listRuns, { query: queryOf(list), signal: list.signal })
}

/** Reads a run with its conversations and their transcripts (D171). */
export function readRun({ id, signal }: { id: LabId } & Cancellable): Promise<Run> {
  return call(contract.readRun, { params: { id: String(id) }, signal })
}
