/** Every text of placing a call, from the form to its outcome. */
export const words = {
  cancel: 'Cancel',

  form: {
    title: 'Place call',
    context: 'One outbound call. It cannot be taken back.',
    back: 'Calls',
    restored: 'Restored what you typed before this page was reloaded.',
    startOver: 'Start over',
    again: 'Filled in from a call that was dispatched before. Nothing is sent until you place it.',
    agentId: 'Agent id',
    versionId: 'Version id',
    outboundPhoneNumberId: 'Outbound phone number id',
    toPhoneNumber: 'To phone number',
    testNumbers: 'Test numbers of the local service',
    use: 'Use',
    takeNumber: (name: string) => `Use the number: ${name}`,
    leadId: 'Lead id',
    firstName: 'First name',
    variables: 'Variables',
    variablesHint: 'An empty one is not sent; the default of the version then holds.',
    noVariables: 'The version declares no variables.',
    unknownVariables: 'The variables of this version are not known here. Add those it needs by name.',
    noun: { agent: 'agent', version: 'version', number: 'phone number' },
    deployedNote: 'deployed',
    notDeployed:
      'This version is not known to be deployed. Only a deployed version handles live traffic; the service decides.',
    otherDeployed: 'Another version of this agent is the deployed one, as far as this browser knows.',
    submit: 'Place call',
  },

  summary: {
    title: 'What will be sent',
    to: 'To phone number',
    agent: 'Agent',
    version: 'Version',
    from: 'Outbound phone number id',
    variables: 'Variables',
    missing: (names: string) => `Required, without a value: ${names}`,
    missingText: 'The version asks for these and has no default for them.',
    none: 'None',
    opening: 'How the prompt begins',
    openingHint: 'With these values. Marked is what stands for a variable.',
    empty: 'Not chosen yet',
  },

  confirm: {
    title: (number: string) => `Place a call to ${number}?`,
    text: 'The call is placed at once and cannot be taken back.',
    submit: 'Place call now',
    byConsole: 'by this console.',
    recent: {
      accepted: 'This number was called',
      unknown: 'An earlier call to this number may have been placed',
      sending: 'A call to this number is on its way, begun',
      refused: '',
    },
  },

  outcome: {
    accepted: 'The call was accepted',
    untold: 'What becomes of it is not told by this service.',
    callId: 'Call id',
    status: 'Status returned',
    beside: 'Beside the call in the reply',
    show: 'Show in Calls',
    another: 'Place another call',
    doubt: {
      title: 'The call may have been placed',
      text: 'It is not sent again by itself, and everything you typed is kept. Look in the service whether the call is there before you place it again.',
    },
  },
}
