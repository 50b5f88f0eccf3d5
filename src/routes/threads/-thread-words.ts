/** Every text of the list of threads and the page of one. */
export const words = {
  title: 'Threads',
  context: 'Threads started from this browser.',
  new: 'New thread',
  search: 'Search threads',
  filter: 'Channel',
  all: 'All',
  allOutcomes: 'All outcomes',
  allAgents: 'All agents',
  noun: ['thread', 'threads'] as const,
  columns: { to: 'To', channel: 'Channel', agent: 'Agent', outcome: 'Outcome', state: 'State', time: 'Time' },
  active: 'Active when started',
  closed: 'Not active',
  visitor: 'A visitor of a page',
  empty: {
    title: 'No threads yet',
    text: 'A thread is a conversation by SMS, e-mail or web chat. It needs a deployed version of a text agent.',
    action: 'Start the first one',
  },
  stale: 'The list could not be refreshed. It shows the threads as they were last read.',
}
