import { countOf, formatCount } from '../../ui/numbers'

/** Every text of asking for a run. */
export const words = {
  title: 'Run scenarios',
  context: 'Each scenario is held as a conversation with the agent, and what came of it is judged.',
  choice: 'Which scenarios',
  choices: { all: 'All of the agent', tag: 'By tag', selection: 'A selection' },
  tag: 'Tag',
  noTag: 'Choose a tag',
  tagMissing: 'Choose a tag that some scenarios have',
  scenarios: 'Scenarios',
  scenariosHint: 'Pick them by name, or paste ids.',
  scenarioNoun: 'scenario',
  scenarioMissing: 'Choose at least one scenario',
  scenarioWhole: 'The testing lab knows scenarios by whole numbers; remove what is none',
  nothingKnown:
    'No scenario of this agent is known here. Generate some, or choose "A selection" and paste ids.',
  version: 'Version under test',
  versionSent:
    'Sent as agent_version_id, which this service knows. At first the newest; empty: the service tests the deployed one, else the newest.',
  versionNoted:
    'Not sent: the interface names no version, so the service tests the one it always tests. Noted here, so that the result counts for it.',
  versionNumber: (version: number) => `no. ${version}`,
  versionNoun: 'version',
  deployedNote: 'deployed',
  frequency: 'Frequency',
  frequencyHint: 'How often each scenario is held.',
  name: 'Name',
  nameHint: 'To tell the run from others, such as "after the price list".',
  phone: 'Outbound phone number',
  phoneHint: 'outbound_phone_number: where conversations go out by telephone.',
  tags: 'Tags',
  submit: 'Run scenarios',
  restored: 'What you typed before was restored.',
  startOver: 'Start over',
  again: 'Filled in from an earlier run. Change what you like; the earlier run stays.',
  onlyFailed: (count: number) =>
    `Filled in from an earlier run, with the ${countOf(count, 'scenario')} that did not pass.`,
  summary: 'What will happen',
  sum: (scenarios: number, frequency: number, conversations: number) =>
    `${countOf(scenarios, 'scenario')} x ${formatCount(frequency)} = ${countOf(conversations, 'conversation')}`,
  noSum: 'No scenario is chosen yet.',
  more: (count: number) => `and ${formatCount(count)} more`,
  without: (count: number) =>
    `${countOf(count, 'scenario has', 'scenarios have')} no expected outcome, so the run cannot judge them.`,
  others: (count: number) =>
    `${countOf(count, 'scenario is', 'scenarios are')} known to belong to another agent.`,
  confirm: {
    title: 'Start this run?',
    text: 'It cannot be stopped from here, and a service may charge for it.',
    what: 'What',
    agent: 'Agent',
    version: 'Version',
    anyVersion: 'the one that the service chooses',
    phone: 'Outbound phone number',
    recent: 'The same scenarios were run a short while ago',
    submit: 'Run now',
    cancel: 'Cancel',
  },
  doubt: {
    title: 'It is not known whether the run was started',
    text: 'It is in the list of runs with this outcome. Check in the service before you start it again.',
  },
}
