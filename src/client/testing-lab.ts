import type { ListReply, WriteReply } from '../contract/reply'
import type { GenerateRequest, RunRequest } from '../contract/requests/testing-lab'
import * as contract from '../contract/testing-lab'
import { type Cancellable, call } from './call'

/** Generates test scenarios for an agent (§4). */
export function generateScenarios({
  body,
  signal,
}: { body: GenerateRequest } & Cancellable): Promise<ListReply<contract.Scenario>> {
  return call(contract.generateScenarios, { body, signal })
}

/** Runs scenarios against an agent (§4). */
export function runScenarios({
  body,
  signal,
}: { body: RunRequest } & Cancellable): Promise<WriteReply<contract.Run>> {
  return call(contract.runScenarios, { body, signal })
}
