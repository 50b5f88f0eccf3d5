/** Every text of the page of an agent and its dialogs. */
export const words = {
  cancel: 'Cancel',

  add: {
    title: 'Add agent by id',
    text: 'Nothing is sent. This browser remembers the agent, so that its versions can be deployed and called.',
    agentId: 'Agent id',
    name: 'Name',
    nameHint: 'Your own label; the id stands where it is empty.',
    versionId: 'Version id',
    versionHint: 'A version can also be added later.',
    deployed: 'This version is deployed',
    deployedHint: 'Only you can say so: the interface does not tell which version is deployed.',
    testingLabId: 'Testing lab agent id',
    testingLabHint: 'The whole number that the testing lab knows the agent by.',
    submit: 'Add agent',
    done: (name: string) => `${name} was added`,
  },

  page: {
    unknownTitle: 'This browser does not know this agent',
    unknownText:
      'The interface has no operation that looks up an agent, so nothing can be shown of it. Add it by its id to deploy its versions and place calls.',
    unnamed: 'Agent',
    created: 'Created here',
    added: 'Added by hand',
    testingLabId: 'Testing lab agent id',
    type: 'Agent type',
    placeCall: 'Place call',
    deploy: 'Deploy version',
    versions: 'Versions',
    versionsHint: 'The versions that this browser knows. Only a deployed version handles live traffic.',
    noVersions: 'No version is known here.',
    noVersionsText: 'Add the version by its id to deploy it.',
    versionColumns: { id: 'Version id', label: 'Label', created: 'Created', state: 'State' },
    versionNoun: ['version', 'versions'] as const,
    addVersion: 'Add version by id',
    deployedHere: 'from this browser,',
    saidByHand: 'as somebody said here',
    sent: 'Sent at creation',
    sentHint: 'What this browser sent when it created the agent. The interface cannot read an agent back.',
    forget: 'Forget agent',
    forgetHint: 'Takes the agent off the list in this browser. The service keeps it, and it goes on working.',
    forgotten: (name: string) => `${name} was forgotten here`,
    undo: 'Undo',
    none: 'None',
    yes: 'Yes',
    no: 'No',
  },

  addVersion: {
    title: 'Add version by id',
    text: 'Nothing is sent. This browser remembers the version.',
    label: 'Label',
    submit: 'Add version',
    done: 'The version was added',
  },

  deploy: {
    title: (agent: string) => `Deploy a version of ${agent}?`,
    version: 'Version',
    effect:
      'The version handles live traffic from then on: calls that are placed with it, and callers of the numbers that the agent answers.',
    replaces: (version: string) =>
      `It replaces version ${version}, which is the deployed one as far as this browser knows.`,
    replacesUnknown: 'Whether another version is deployed is not known here. If one is, it is replaced.',
    again: 'As far as this browser knows, this version is deployed already.',
    submit: 'Deploy version',
    done: (agent: string) => `A version of ${agent} is deployed`,
  },
}
