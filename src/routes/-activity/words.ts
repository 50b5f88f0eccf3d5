/** Every text of the record of what was sent. */
export const words = {
  title: 'Activity',
  context:
    'Every write that this browser sent to the connected service. What other people or programs sent is not known here.',
  keep: 'Export or forget',
  search: 'Search activity',
  filter: 'Outcome',
  all: 'All',
  noun: ['write', 'writes'] as const,
  stale: 'The list could not be refreshed. It shows the writes as they were last read.',
  columns: { what: 'What', target: 'To what', outcome: 'Outcome', answer: 'Answer', time: 'Time' },
  states: { sending: 'Sending', accepted: 'Accepted', refused: 'Refused', unknown: 'Unknown' },
  kinds: {
    agent: 'Agent',
    version: 'Version',
    file: 'File',
    collection: 'Collection',
    call: 'Call',
    thread: 'Thread',
  },
  callTo: (recipient: string) => `Call to ${recipient}`,
  threadTo: (recipient: string) => `Thread to ${recipient}`,
  webChat: 'Web chat',
  empty: {
    title: 'Nothing was sent yet',
    text: 'Creating, deploying, uploading, calling: each write is listed here, with what was sent and what was answered.',
    action: 'Go to the overview',
  },
}
