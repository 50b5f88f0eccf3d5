/** Every text of the form of a new version. */
export const words = {
  title: 'New version',
  context: (agent: string) =>
    `A further version of ${agent}. The one that is deployed stays so until another is.`,
  reading: 'Reading the versions of the agent',
  submit: 'Create version',
  created: 'The version was created',
  from: 'Starts from version',
  notDeployed: 'What is created is not deployed.',
  takeOver: (names: readonly string[]) =>
    `Take over what this form does not show, as it stands there: ${names.join(', ')}`,
  inDoubt: {
    title: 'The version may have been created',
    text: 'Everything you typed is kept. Look at the versions of the agent before you send it again, or you may get two.',
  },
  unknownTitle: 'That version is not known',
  unknownText:
    'Neither this browser nor the service tells what it is made of, so there is nothing to start from. Choose another version on the page of the agent.',
  notHere: 'This service cannot create versions from here',
  instead: {
    byHand: 'Create the version in the service itself, and add its id on the page of the agent.',
    duplicate: 'Or create a new agent that begins as a duplicate of this one.',
    addById: 'Add version by id',
    duplicateAgent: 'Duplicate as new agent',
  },
  changes: {
    title: 'What changes',
    none: 'Nothing is changed yet.',
    before: 'Before',
    now: 'Now',
  },
}
