/** Every text of the list of agents. */
export const words = {
  title: 'Agents',
  context: 'The interface lists no agents. Shown are those created or added here.',
  newAgent: 'New agent',
  addById: 'Add agent by id',
  transfer: 'Export or import',
  search: 'Search agents',
  noun: ['agent', 'agents'] as const,
  columns: {
    name: 'Name',
    id: 'Agent id',
    deployed: 'Deployed version',
    versions: 'Versions',
    call: 'Last call',
    test: 'Last test run',
  },
  empty: {
    title: 'No agents yet',
    text: 'An agent answers calls or messages with a prompt, a voice and the collections it may use. Create one, or add one that was made elsewhere by its id.',
  },
  first: 'Create the first one',
  stale: 'The list could not be refreshed. It shows the agents as they were last read.',
  notDeployed: 'Not known to be deployed',
  deployed: 'Deployed',
  verdicts: { passed: 'Passed', failed: 'Failed', unclear: 'Unclear' },
}
