import type { RowProblem } from '../../../queries/batch-rows'
import type { LiveRow } from '../../../queries/batches'
import { countOf } from '../../../ui/numbers'

const rows = (count: number) => countOf(count, 'row')
const calls = (count: number) => countOf(count, 'call')

/** Every text of preparing a batch. */
export const words = {
  calls: 'Calls',
  loading: 'Batch of calls',
  title: 'New batch of calls',
  context: 'One call for every row of a CSV file. Nothing is sent on this page.',

  agent: 'Agent id',
  version: 'Version id',
  from: 'Outbound phone number id',
  noun: { agent: 'agent', version: 'version', number: 'phone number' },
  deployedNote: 'deployed',
  needed: (label: string) => `${label} is needed`,
  notDeployed:
    'This version is not deployed as far as this browser knows. Deploy it first; a batch is only sent with a deployed version.',
  unknownDeployed:
    'This browser does not know the agent, so it cannot tell whether the version is deployed. The service decides.',

  restored: (name: string) => `Restored ${name} with what you changed before this page was reloaded.`,
  startOver: 'Start over',
  openBatches: 'Batches that have not ended',
  openBatch: (name: string, count: number) => `${name}, ${rows(count)}`,

  file: 'File',
  fileHint: 'CSV with a header line; separated by comma, semicolon or tab. Numbers with + and country code.',
  choose: 'Choose CSV file',
  chooseOther: 'Choose another file',
  template: 'Download template',
  templateName: 'calls-template.csv',
  read: (name: string, count: number, encoding: string, separator: string) =>
    `${name}: ${rows(count)}, ${encoding.toUpperCase()}, separated by ${SEPARATORS[separator] ?? separator}`,
  reading: 'Reading the file',
  unreadable: 'This file cannot be used',

  columns: 'Columns',
  columnsHint: 'What each column stands for. What is not sent stays in the file and in the downloads.',
  unnamed: (column: number) => `Column ${column + 1}`,
  first: 'First values',
  standsFor: (name: string) => `${name} stands for`,
  targets: {
    skip: 'Not sent',
    toPhoneNumber: 'To phone number',
    leadId: 'Lead id',
    firstName: 'First name',
    variable: (name: string) => `Variable ${name}`,
    metadata: (name: string) => `Metadata ${name}`,
  },
  toMetadata: 'Put all columns that are not sent into metadata',
  country: 'Country of numbers without +',
  noCountry: 'None: the + is needed',
  countryHint: 'Only numbers without a leading + are read as numbers of this country.',

  rows: 'Rows',
  checking: 'Looking at the rows',
  noun2: ['row', 'rows'] as const,
  filter: 'Show rows',
  all: 'All',
  search: 'Search rows',
  states: { ready: 'Ready', held: 'Held back', wrong: 'Wrong', 'left out': 'Left out' },
  kinds: {
    'no-number': 'No number',
    number: 'Not a number',
    plus: 'No + or country',
    damage: 'Spreadsheet damage',
    duplicate: 'Twice in this file',
    called: 'Called before',
    missing: 'Missing value',
    cells: 'Too many cells',
    text: 'Not storable',
    doubt: 'Doubtful number',
  } satisfies Record<RowProblem['kind'], string>,
  called: {
    accepted: (when: string) => `This number was called ${when} by this console.`,
    unknown: (when: string) => `This number may have been called ${when} by this console.`,
  },
  column: { row: 'Row', number: 'Phone number', state: 'State', problem: 'What is wrong', values: 'Values' },
  bulk: {
    'leave out': 'Leave out',
    'take back': 'Take back in',
    mend: 'Use suggestions',
    allow: 'Send anyway',
  },
  changed: (count: number) => (count === 0 ? 'Nothing changed' : `${rows(count)} changed`),
  edit: {
    title: (row: number) => `Row ${row}`,
    save: 'Save row',
    use: (suggestion: string) => `Use ${suggestion}`,
    cancel: 'Cancel',
  },
  summary: (ready: number, total: number) =>
    ready === total
      ? `All ${rows(total)} are ready.`
      : `${ready.toLocaleString('en')} of ${rows(total)} are ready; the others are not sent.`,

  pace: 'Pace',
  every: 'One call every',
  seconds: 'seconds',
  atOnce: 'Concurrent calls',
  everyWrong: 'Enter seconds from 0.05 to 3,600',
  atOnceWrong: 'Enter a whole number from 1 to 20',
  lasts: (time: string) => `About ${time} for all of them.`,

  submit: (ready: number) => (ready > 0 ? `Continue with ${rows(ready)}` : 'Continue'),
  noneReady: 'No row is ready. Mend what is wrong, or choose another file.',
  noFile: 'Choose a file first.',

  job: {
    title: (file: string) => `Batch ${file}`,
    missing: 'This browser does not know this batch',
    missingText: 'It may have been started in another browser, or the record here was emptied.',
    context: (agent: string, from: string) => `${agent}, from ${from}`,
    to: (count: number) => calls(count),
    test: 'Test row',
    testHint: 'Send one call and listen before all the others go out.',
    testOwn: 'Send it to this number instead',
    testOwnHint: 'Empty: the first row is called, and counts.',
    testFirst: (number: string) => `First row: ${number}`,
    sendTest: 'Send test row',
    testAsk: (number: string) => `Place a test call to ${number}?`,
    tested: 'Test call',
    start: 'Start batch',
    continue: 'Continue',
    pause: 'Pause',
    pausing: 'Pausing',
    stop: 'Cancel remaining',
    forget: 'Forget the rows',
    running: 'Sending',
    held: (seconds: number) => `The service asked to wait. Going on in ${seconds} s.`,
    hidden:
      'Keep this page open. Other screens of the console may be used meanwhile; a tab in the background is slowed by the browser.',
    interrupted:
      'Not running. Nothing is sent until you continue; rows that may have been called are not called again.',
    ended: 'Every row was sent or left out.',
    stopped: 'Stopped. What was not sent stays unsent.',
    ready: 'Nothing was sent yet.',
    left: (time: string) => `about ${time} left`,
    counts: 'Rows by outcome',
    states: {
      waiting: 'Waiting',
      sending: 'Sending',
      accepted: 'Accepted',
      refused: 'Refused',
      unknown: 'Unknown',
      'not sent': 'Left out',
    } satisfies Record<LiveRow['state'], string>,
    column: {
      row: 'Row',
      number: 'To phone number',
      name: 'First name',
      state: 'Outcome',
      said: 'Answer',
      time: 'Sent',
    },
    unknownText: (count: number) =>
      `${calls(count)} may have been placed. ${count === 1 ? 'It is' : 'They are'} never retried automatically.`,
    downloads: 'Downloads',
    results: 'Results as CSV',
    failed: 'Failed rows as CSV',
    showCalls: 'Show in Calls',
    setPace: 'Set pace',
    confirm: {
      title: (count: number, agent: string) => `Place ${calls(count)} with ${agent}?`,
      agent: 'Agent',
      version: 'Version',
      from: 'Outbound phone number id',
      calls: 'Calls',
      lasts: 'It will take about',
      text: 'Calls cannot be taken back. You can pause or stop at any time; what is sent stays sent.',
      untested: 'No test row was sent yet.',
      notDeployed: 'This version is not the deployed one as far as this browser knows.',
      submit: (count: number) => `Place ${calls(count)}`,
    },
    stopAsk: {
      title: 'Cancel the remaining calls?',
      text: (count: number) =>
        `${rows(count)} will not be sent. This cannot be undone. To continue later, pause instead.`,
    },
    forgetAsk: {
      title: 'Forget the rows of this batch?',
      text: 'The rows and this page are removed from this browser. The calls stay in the list of calls.',
    },
    results2: ['Row', 'Outcome', 'Problem', 'Call id', 'Status returned', 'Sent time'] as const,
    problem: 'Could not continue',
  },
}

const SEPARATORS: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
}
