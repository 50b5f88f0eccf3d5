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
  search: 'Search scenarios',
  searchRuns: 'Search runs',
  agent: 'Agent',
  allAgents: 'All agents',
  tag: 'Tag',
  allTags: 'All tags',
  addScenario: 'Add scenario by id',
  addRun: 'Add run by id',
  write: 'Write a scenario',
  scenarioNoun: ['scenario', 'scenarios'] as const,
  runNoun: ['run', 'runs'] as const,
  notListed: 'Generated, run or added in this browser.',
  cutShort: 'The service has more than could be read.',
  stale: 'The list could not be refreshed. It shows what was last read.',
  runChosen: (count: number) => `Run ${countOf(count, 'scenario')}`,
  tooMany: (most: number) => `A run takes at most ${countOf(most, 'scenario')}; choose fewer, or run by tag.`,
  compareChosen: 'Compare the two',
  compareHint: 'Choose two runs to compare them.',
  scenarioColumns: {
    name: 'Scenario',
    id: 'Id',
    agent: 'Agent',
    tags: 'Tags',
    expected: 'Expected outcome',
    at: 'Known since',
  },
  runColumns: {
    name: 'Run',
    id: 'Id',
    state: 'State',
    verdict: 'Verdict',
    rate: 'Passed',
    version: 'Version',
    at: 'Requested',
  },
  emptyScenarios: {
    title: 'No scenarios yet',
    text: 'A scenario tells a simulated customer what to want and names what the agent must do. Generate some from an agent, then add the edge cases that you know of.',
  },
  emptyRuns: {
    title: 'No runs yet',
    text: 'A run holds each chosen scenario as a conversation with one version of an agent and judges what came of it.',
  },
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
  all: 'All',
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
