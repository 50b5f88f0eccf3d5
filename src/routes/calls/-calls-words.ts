/** Every text of the list of calls. */
export const words = {
  title: 'Calls',
  context: 'The interface lists no calls. Shown are those that were dispatched from this browser.',
  place: 'Place call',
  batch: 'New batch',
  search: 'Search calls',
  filter: 'Outcome',
  all: 'All',
  noun: ['call', 'calls'] as const,
  columns: {
    time: 'Time',
    to: 'To phone number',
    agent: 'Agent',
    version: 'Version',
    outcome: 'Outcome',
    status: 'Status returned',
  },
  empty: {
    title: 'No calls yet',
    text: 'A call needs a deployed version of an agent, the id of an outbound phone number, and a number to call.',
    action: 'Place the first one',
  },
  states: { sending: 'Sending', accepted: 'Accepted', refused: 'Refused', unknown: 'Unknown' },
  stale: 'The list could not be refreshed. It shows the calls as they were last read.',
}
