import type { Lack } from '../../queries/deployments'
import type { Verdict } from '../../queries/evidence'
import { countOf } from '../../ui/numbers'

/** Every text of deploying a version, of what is deployed, and of the history of deployments. */
export const words = {
  cancel: 'Cancel',
  title: (agent: string) => `Deploy a version of ${agent}?`,
  version: 'Version',
  submit: 'Deploy version',
  done: (agent: string) => `A version of ${agent} is deployed`,
  replaced: (version: string) => `It replaced version ${version}.`,
  replaces: (version: string) => `It replaces version ${version}, which is deployed as far as is known.`,
  replacesUnknown: 'Whether another version is deployed is not known here. If one is, it is replaced.',
  replacesNone: 'No version is deployed now, says the service.',
  again: 'As far as is known, this version is deployed already.',

  changes: {
    title: 'What changes',
    nothingToCompare: 'There is nothing to compare it with.',
    notKnown: 'What one of the two versions holds is not known here, so they cannot be compared.',
    none: 'No field differs.',
    some: (count: number, names: string) => `${countOf(count, 'field differs', 'fields differ')}: ${names}.`,
    show: 'Show the differences',
  },

  live: {
    title: 'What goes live',
    numbers: (count: number) =>
      count === 0
        ? 'The agent answers no number, as the service said last. Calls that are placed with this version reach people.'
        : `Whoever calls ${count === 1 ? 'the number' : `one of the ${count} numbers`} of this agent hears this version from then on, and so do people who are called with it.`,
    numbersUnknown:
      'Whoever calls a number of this agent hears this version from then on, and so do people who are called with it. How many numbers that are is not known here.',
    text: 'SMS, e-mail and web-chat threads with this agent are answered by this version from then on.',
    contentUnknown:
      'What this version says is not known here: this browser did not create it, and the service does not tell.',
    opening: 'The prompt begins',
    firstMessage: 'First message',
    voicemailMessage: 'On voicemail',
    tools: 'Tools',
    knowledge: (count: number) => `Answers from ${countOf(count, 'collection')}.`,
    knowledgeOff: 'Does not use the knowledge base.',
    masked:
      'Phone numbers in this text were masked in the file it was imported from; what is deployed has them.',
  },

  evidence: {
    title: 'Evidence',
    none: 'No test run of this version is known here.',
    enter: 'Enter test result',
    run: 'Run scenarios',
    showRun: 'Show the run',
    variablesGood: (tools: number) =>
      tools > 0
        ? 'Variables of prompt, messages and attached tools fit together.'
        : 'Variables of prompt and messages fit together.',
    variables: (count: number) =>
      `${countOf(count, 'variable')} of prompt, messages and tools ${count === 1 ? 'is' : 'are'} wrong`,
    tools: {
      reading: () => 'Reading the attached tools.',
      'no token': (slugs: string) =>
        `The tool list needs an access token that this console does not have, so the variables in ${slugs} were not checked.`,
      'not read': (slugs: string) =>
        `The tool list could not be read to its end, so the variables in ${slugs} were not checked.`,
      missing: (slugs: string) => `The service lists no tool ${slugs}, which the version calls.`,
    },
    notChecked:
      'Variables and collections could not be checked, because what the version holds is not known here.',
    filesGood: (count: number) =>
      `All files of ${count === 1 ? 'its collection' : `its ${count} collections`} are ingested.`,
    reading: 'Reading the attached collections anew.',
    notRead: 'The attached collections could not be read, so nobody knows whether their files are ready.',
    missing: (collection: string) => `The service lists no collection ${collection}, which is attached.`,
    untold: (collection: string) => `The service does not tell which files ${collection} holds.`,
    waiting: (collection: string, count: number) =>
      `${countOf(count, 'file')} of ${collection} ${count === 1 ? 'is' : 'are'} not ingested:`,
    more: (count: number) => `and ${count} more`,
    unnamed: 'a file without a name',
    noStatus: 'no status',
  },

  reason: {
    label: 'Reason',
    hint: 'Kept in this browser with the deployment; never sent.',
    wanted: (lacks: readonly Lack[]) =>
      `Say why it goes live although ${joined(lacks.map((lack) => LACKS[lack]))}.`,
    missing: 'Say why it goes live all the same. A few words are enough.',
    max: 'A reason can have at most 2,000 characters.',
    back: (version: string) => `Back from version ${version}.`,
  },
  texts: {
    system: 'the system prompt',
    firstMessage: 'the first message',
    voicemailMessage: 'the voicemail message',
  },

  unknown: {
    ask: 'Ask the service which version is deployed',
    asking: 'Asking',
    deployed: 'The service says that this version is deployed now. It was done.',
    other: (version: string) =>
      `The service says that version ${version} is deployed. It was not done, or undone since.`,
    none: 'The service says that no version is deployed. It was not done.',
    untold: 'The service does not tell which version is deployed.',
    noWay:
      'This service has no operation that tells which version is deployed. Place a call to yourself with this version and listen, or look where the service is managed. Deploying the same version once more leads to the same state.',
  },

  now: {
    title: 'Deployed version',
    nothing:
      'No deployed version is known. None was deployed from this browser, and nobody said that one is.',
    none: 'No version is deployed, says the service.',
    why: {
      service: 'The service says so.',
      'deployed here': 'It was deployed from this browser',
      'said by hand': 'Somebody said so here by hand; the service does not tell.',
      imported: 'The record of another browser says so',
    },
    last: 'deployed from here',
    back: 'Deploy the previous one again',
    doubts: {
      'attempt unknown': (version: string) =>
        `It is not known whether a later attempt to deploy version ${version} was done.`,
      'service differs': (version: string) =>
        `This browser took version ${version} for deployed. Somebody may have deployed another one elsewhere since.`,
      'deployed here before': (version: string) =>
        `This browser deployed version ${version} before somebody said that another one is deployed. Both cannot be.`,
      'service says several': (versions: string) =>
        `The service says that several versions are deployed: ${versions}. Only one can handle live traffic.`,
    },
  },

  history: {
    title: 'Deployments',
    hint: 'What was deployed from this browser, and what imported files tell of.',
    none: 'Nothing was deployed from here yet.',
    states: { sending: 'Under way', accepted: 'Accepted', refused: 'Refused', unknown: 'Outcome unknown' },
    replaced: (version: string) => `in place of ${version}`,
    told: 'from an imported file',
    verdict: {
      passed: 'last test passed',
      failed: 'last test failed',
      unclear: 'last test unclear',
    } satisfies Record<Verdict, string>,
    lacking: (lacks: readonly Lack[]) => `Deployed although ${joined(lacks.map((lack) => LACKS[lack]))}.`,
    noReason: 'No reason was asked for.',
    all: (count: number) => `Show all ${count}`,
  },
}

const LACKS: Readonly<Record<Lack, string>> = {
  'no evidence': 'no test run of it is known',
  verdict: 'its last test run did not pass',
  lint: 'variables in it are wrong',
  tools: 'tools that it calls are not in the tool list',
  'tools not read': 'not all of its tools could be read',
  files: 'files of its collections are not ingested',
  'not read': 'its collections could not be read',
}

/** "a, b and c". */
const joined = (parts: readonly string[]) => parts.join(', ').replace(/, ([^,]+)$/, ' and $1')
