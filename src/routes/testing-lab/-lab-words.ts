import { countOf, formatCount } from '../../ui/numbers'

const counted = (count: number) => countOf(count, 'conversation')

/** The texts that the screens of the testing lab share, and those of its first one. */
export const words = {
  title: 'Testing lab',
  context: 'Test conversations, and runs that hold them with one version of an agent.',
  generate: 'Generate scenarios',
  run: 'Run scenarios',
  tabs: 'What is shown',
  scenarios: 'Scenarios',
  runs: 'Runs',
  agent: 'Agent',
  allAgents: 'All agents',
  tag: 'Tag',
  addScenario: 'Add scenario by id',
  addRun: 'Add run by id',
  write: 'Write a scenario',
  scenarioNoun: ['scenario', 'scenarios'] as const,
  unnamedRun: (key: string) => (/^\d+$/.test(key) ? `Run ${key}` : 'Run without an id'),
  states: { pending: 'Pending', running: 'Running', completed: 'Completed', failed: 'Failed' },
  sentStates: {
    sending: 'Sending',
    accepted: 'Accepted',
    refused: 'Refused',
    unknown: 'Unknown',
  },
  verdicts: {
    passed: 'Passed',
    failed: 'Failed',
    unclear: 'Unclear',
    broken: 'Broke off',
    none: 'No verdict',
  },
  rate: (passed: number, total: number) => `${formatCount(passed)} of ${formatCount(total)}`,
  percent: (rate: number) => `${Math.round(rate * 100)}%`,
  byId: {
    scenario: 'Add scenario by id',
    run: 'Add run by id',
    whole: 'Give the id as a whole number, 1 or more',
  },
  path: {
    passed: (rate: string) => `${rate} passed`,
  },
  chart: {
    someAgent: (id: number | undefined) =>
      id === undefined ? 'an agent that is not known here' : `agent ${id}`,
    label: (count: number, first: string, last: string) =>
      `Pass rate of ${countOf(count, 'run')}, from ${first} to ${last}. The table beside it has the numbers.`,
    columns: ['Run', 'When', 'Passed'] as const,
  },
  conversations: counted,
}
