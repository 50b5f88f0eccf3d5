import { countOf } from '../../ui/numbers'

/** Every text of generating scenarios. */
export const words = {
  title: 'Generate scenarios',
  context: 'The testing lab writes test cases from the prompt, variables, tools and documents of an agent.',
  agent: 'Agent',
  agentHint: 'Not sent. It fills in the integer id below, where that is known.',
  agentNoun: 'agent',
  agentId: 'Integer agent id',
  agentIdHint:
    'agent_id: the whole number that the testing lab knows the agent by. Remembered for the agent chosen above.',
  count: 'Number of scenarios',
  inbound: 'Inbound phone number id',
  inboundHint: 'inbound_phone_number: a whole number, where the conversations come in by telephone.',
  firstMessage: 'First message',
  firstMessageHint: 'What the simulated customer says first, in every scenario.',
  extra: 'Extra instructions',
  extraHint: 'What to think of: edge cases, upset customers, questions outside of the documents.',
  outcomes: 'Generate expected outcomes',
  outcomesHint: 'Without them a run cannot be judged.',
  tags: 'Tags',
  tagsHint: 'Runs can be chosen by tag.',
  submit: 'Generate scenarios',
  restored: 'What you typed before was restored.',
  startOver: 'Start over',
  doubt: {
    title: 'It is not known whether scenarios were generated',
    text: 'Look at the testing lab before you send it again, or there may be twice as many.',
  },
  done: (count: number) => `${countOf(count, 'scenario')} came back`,
  doneNone: 'The service answered, and no scenario could be read from its answer',
  doneNoneText:
    'It may still be writing them. Its answer is shown below as it came; once you know an id, add it by hand.',
  unreadable: (count: number) =>
    `${countOf(count, 'item')} of the answer could not be read; the whole answer is below.`,
  writtenBy: (writers: string) => `Written by ${writers}.`,
  show: 'Show in Testing lab',
  runThese: 'Run these',
  another: 'Generate more',
  answer: 'The answer as it came',
  noOutcome: 'No expected outcome',
}
