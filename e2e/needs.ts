import type { OperationName } from '../src/contract/operations'
import { lacking, type Offers } from './offers'
import { test } from './screen'

/** Whether the service that journeys meet has these operations. */
export function offered(...names: readonly OperationName[]): boolean {
  const lacks: readonly string[] = lacking((process.env.OFFERS ?? 'all') as Offers).map(({ name }) => name)
  return !names.some((name) => lacks.includes(name))
}

/** What cannot be seen of a service that lacks an operation: the reason why journeys about it are skipped there. */
const REASONS = {
  listAgents: 'An agent that this browser did not make is known from the list of the service alone.',
  listAgentVersions: 'Versions that this browser did not make are known from the service alone.',
  updateAgent: 'Name and description of an agent are changed at the service.',
  createAgentVersion: 'Without it the screen says how to make a version elsewhere (new-version-away).',
  updateAgentVersion: 'A version is changed at the service.',
  listCalls: 'Calls of a colleague, and how calls ended, are known from the service alone.',
  readCall: 'How a call ended is known from the service alone.',
  listThreads: 'Threads of a colleague are known from the service alone.',
  listMessages: 'Messages are known from the service alone.',
  sendMessage: 'By it the visitor of a page writes, and by others of its kind the page reads.',
  streamMessages: 'Without events a thread is polled.',
  createTool: 'Without it the screen shows no way to make or change a tool.',
  searchPassages: 'Without it no search is shown.',
  tryVersion: 'Without it a web chat stands in, which has a journey of its own.',
  createScenario: 'A scenario is written and changed at the service.',
  listScenarios: 'Scenarios that this browser did not generate are known from the service alone.',
  readRun: 'How a run ended is known from the service alone.',
} satisfies { readonly [Name in OperationName]?: string }

/** Skips the journey where the service lacks one of the operations that it is about. */
export function needs(...names: readonly (keyof typeof REASONS)[]): void {
  for (const name of names) test.skip(!offered(name), `${name} is not offered. ${REASONS[name]}`)
}
