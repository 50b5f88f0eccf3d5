import { countOf } from '../../ui/numbers'

/** Every text of starting a thread, from the form to its outcome. */
export const words = {
  title: 'New thread',
  context: {
    sms: 'Sends the first message to a phone number. It cannot be taken back.',
    email: 'Sends the first message to an e-mail address. It cannot be taken back.',
    chat: 'Creates a thread for a visitor of a web page, with a short-lived token for that page.',
  },
  back: 'Threads',
  channel: 'Channel',
  channels: { sms: 'SMS', email: 'E-mail', chat: 'Web chat' },
  restored: 'Restored what you typed before this page was reloaded.',
  startOver: 'Start over',
  again: 'Filled in from a thread that was started before. Nothing is sent until you start it.',
  cancel: 'Cancel',

  agentVersionId: 'Agent version id',
  agentId: 'Agent id',
  toPhoneNumber: 'To phone number',
  fromPhoneNumber: 'From phone number',
  fromPhoneNumberId: 'From phone number id',
  fromPhoneNumberHint: 'The number that the id above stands for.',
  initialMessage: 'Initial message',
  toEmail: 'To e-mail',
  subject: 'Subject',
  firstMessage: 'First message',
  leadId: 'Lead id',
  variables: 'Variables',
  variablesHint: "Empty = the version's default.",
  noVariables: 'The version declares no variables.',
  unknownVariables: 'The variables of this version are not known here. Add those it needs by name.',
  noun: { agent: 'agent', version: 'version', number: 'phone number' },
  deployedNote: 'deployed',
  chatOrigin: 'Origin',
  chatOriginHint:
    'Sent instead of a key. What can be chosen is set by CHAT_ORIGIN of the console; its host must be on allowedChatDomains of the service.',
  submit: { sms: 'Start SMS thread', email: 'Start e-mail thread', chat: 'Create web chat' },

  length: (units: number, segments: number, encoding: string, left: number) =>
    `${countOf(units, encoding === 'GSM-7' ? 'character' : 'unit')} in ${countOf(segments, 'segment')} (${encoding}), ${left} left in the last`,
  foreign: (letters: string) => `${letters} make it UCS-2, which takes more segments.`,

  aside: {
    preview: 'Preview',
    nothing: 'Nothing written yet.',
    findings: 'Variables to look at',
    message: 'the message',
    unfilled: (name: string) =>
      `{{${name}}} stands in the message as it is: an e-mail thread takes no variables, and no default for it is known here.`,
    preflight: 'Before it is sent',
    states: { holds: 'OK', doubtful: 'Doubtful', unknown: 'Not known here' },
  },
  preflight: {
    isText: 'The agent is a text agent.',
    isNotText: (type: string) => `The agent is of type ${type}; threads need a text agent (TEXT).`,
    typeUnknown: 'The agent has to be a text agent. Its type is not known to this browser.',
    isDeployed: 'The version is deployed, as far as this browser knows.',
    otherDeployed: 'Another version of this agent is the deployed one, as far as this browser knows.',
    deployedUnknown: 'A version has to be deployed. This browser does not know of one.',
    sendingDomain:
      'The version needs a verified sending domain. This page cannot check that; without one the service refuses.',
    allowed: (host: string) => `${host} has to be on the organization's allowedChatDomains.`,
  },

  confirm: {
    title: (to: string) => `Send the first message to ${to}?`,
    text: 'It is sent at once and cannot be taken back.',
    submit: 'Send now',
    agent: 'Agent',
    version: 'Version',
    message: 'Message',
    doubts: 'Look at this first',
    recent: {
      accepted: 'A thread with this recipient was started not long ago.',
      unknown: 'An earlier thread with this recipient may have been started.',
      sending: 'A thread with this recipient is being started.',
      refused: '',
    },
  },

  outcome: {
    accepted: {
      sms: 'The SMS thread was started',
      email: 'The e-mail thread was started',
      chat: 'The web chat was created',
    },
    text: 'Its messages are not available from this service.',
    threadId: 'Thread id',
    to: 'To',
    beside: 'Beside the thread in the reply',
    show: 'Show in Threads',
    another: 'Start another thread',
    doubt: {
      sms: {
        title: 'The SMS thread may have been started',
        text: 'It is never retried automatically, and your input stays. Check in the service before you start it again.',
      },
      email: {
        title: 'The e-mail thread may have been started',
        text: 'It is never retried automatically, and your input stays. Check in the service before you start it again.',
      },
      chat: {
        title: 'The web chat may have been created',
        text: 'Its token did not arrive. You can create another web chat.',
      },
    },
  },

  token: {
    title: 'Client token',
    hint: 'For the page that shows the chat. Shown once, stored nowhere, and gone when you leave.',
    none: 'The reply contains no token that can be recognised. Look among the other fields.',
    show: 'Show token',
    hide: 'Hide token',
    copy: 'Copy token',
    ends: (time: string) => `Ends in ${time}`,
    ended: 'The token has ended. Create another web chat.',
    noExpiry: 'The service does not say when it ends; take it as short-lived.',
    snippet: 'How a page gets its own',
    snippetHint: (origin: string) =>
      `Runs on a page of ${origin}: the browser adds the Origin automatically, and no key is needed or allowed there.`,
    copySnippet: 'Copy snippet',
  },
}
