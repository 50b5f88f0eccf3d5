/** Texts that several screens of agents share. */
export const words = {
  title: 'Agents',
  addById: 'Add agent by id',
  notDeployed: 'Not known to be deployed',
  deployed: 'Deployed',
  verdicts: { passed: 'Passed', failed: 'Failed', unclear: 'Unclear' },
}
