import { field, type RecordOf, recordReader } from './record'
import { Fields, findList, isWire } from './reply'
import { expectedOutcomeIn, labId, labIdOf, tagsIn } from './scenario'
import { readTurnPassage } from './turn-passage'

/** How far a run or a conversation is (D170). */
export type RunState = 'pending' | 'running' | 'completed' | 'failed'

/** What the judge found; `undefined` while nobody has judged. */
export type RunVerdict = 'passed' | 'failed' | 'unclear'

const STATES: Readonly<Record<RunState, RegExp>> = {
  pending: /^(pending|queued|created|scheduled|waiting|new|not[ _-]?started)$/i,
  running: /^(running|in[ _-]?progress|started|processing|active|evaluating|judging)$/i,
  completed: /^(completed?|done|finished|success(ful)?|succeeded|passed|ended)$/i,
  failed: /^(failed|failure|error(ed)?|cancell?ed|aborted|timed?[ _-]?out|timeout|expired)$/i,
}

/** What the word of a service for a state means; `undefined` for a word that nobody knows. */
export function runStateOf(word: string | undefined): RunState | undefined {
  const states = Object.keys(STATES) as RunState[]
  return word === undefined ? undefined : states.find((state) => STATES[state].test(word.trim()))
}

const VERDICTS: Readonly<Record<RunVerdict, RegExp>> = {
  passed: /^(pass(ed)?|success(ful)?|succeeded|ok|met|true|yes)$/i,
  failed: /^(fail(ed|ure)?|unsuccessful|not[ _-]?met|false|no)$/i,
  unclear: /^(unclear|unknown|inconclusive|undecided|needs[ _-]?review)$/i,
}

/** A verdict as a word or as yes and no; anything else is none. */
export function runVerdictOf(value: unknown): RunVerdict | undefined {
  if (typeof value === 'boolean') return value ? 'passed' : 'failed'
  if (isWire(value))
    return ['verdict', 'result', 'success', 'passed']
      .map((name) => runVerdictOf(value[name]))
      .find((verdict) => verdict !== undefined)
  if (typeof value !== 'string') return undefined
  const verdicts = Object.keys(VERDICTS) as RunVerdict[]
  return verdicts.find((verdict) => VERDICTS[verdict].test(value.trim()))
}

const AGENT = /agent|assistant|bot|^ai$/i
const CUSTOMER = /customer|caller|user|human|client|tester|testing|simulat/i

function roleOf(word: string | undefined): 'customer' | 'agent' | undefined {
  if (word === undefined) return undefined
  // "testing agent" is the one who plays the customer.
  return CUSTOMER.test(word) ? 'customer' : AGENT.test(word) ? 'agent' : undefined
}

const SPEAKER = ['role', 'who', 'speaker']

const readWholeTurn = recordReader(
  {
    /** Absent for a speaker whose role is not known; `speaker` has the word that the service uses. */
    who: (fields) => roleOf(fields.text(...SPEAKER)),
    speaker: field.text(...SPEAKER),
    text: field.text('content', 'text', 'said', 'message'),
    passages: field.list(readTurnPassage, 'passages', 'sources'),
    /** The line of the prompt that decided. */
    promptLine: field.text('prompt_line', 'promptLine'),
  },
  'text',
)

/** What one side said. */
export type RunTurn = RecordOf<typeof readWholeTurn>

const readTurn = (value: unknown): RunTurn | undefined =>
  typeof value === 'string' ? { text: value, other: {} } : readWholeTurn(value)

/** All or nothing: a transcript with holes would mislead, so one that cannot be read whole stays raw among the other fields. */
function readTranscript(value: unknown): RunTurn[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ text: value, other: {} }]
  const list = findList(value, ['turns', 'messages'])
  const turns = list?.map(readTurn)
  return turns?.every((turn) => turn !== undefined) ? turns : undefined
}

const STATUS = ['status', 'state', 'phase']

/** Of a repetition; a telephone number may have the same name. */
const readNumber = (value: unknown) => (/^[1-9]\d{0,3}$/.test(String(value)) ? Number(value) : undefined)

/** A bare "no" of what has not ended says that it has not succeeded yet. */
function verdictIn(fields: Fields): RunVerdict | undefined {
  const isOpen = /pending|running/.test(runStateOf(fields.text(...STATUS)) ?? '')
  return fields.object(
    (value) => (isOpen && value === false ? undefined : runVerdictOf(value)),
    ...['verdict', 'success', 'passed', 'result', 'evaluation'],
  )
}

const readWholeConversation = recordReader({
  id: labId('id', 'run_id', 'runId', 'conversation_id', 'conversationId'),
  scenarioId: labIdOf('scenario', 'scenario_id', 'scenarioId'),
  scenarioName: (fields, { scenario }) =>
    fields.text('scenario_name', 'scenarioName') ??
    (isWire(scenario) ? new Fields(scenario).text('name', 'title') : undefined) ??
    fields.text('name'),
  /** Which repetition of the scenario, from 1. */
  number: field.object(readNumber, 'number', 'repetition', 'iteration'),
  /** The word that the service uses; `state` is what it means, where that is known. */
  status: field.text(...STATUS),
  state: (fields) => runStateOf(fields.text(...STATUS)),
  verdict: verdictIn,
  reason: field.text('reason', 'explanation', 'verdict_reason', 'error_message', 'error'),
  /** A sentence that a version which failed could add to its prompt (D371). */
  suggestedRule: field.text('suggested_rule', 'suggestedRule'),
  judgedBy: field.text('judged_by', 'judgedBy'),
  expectedOutcome: expectedOutcomeIn,
  transcript: field.object(readTranscript, 'transcript', 'messages', 'turns'),
  startedAt: field.time('started_at', 'startedAt'),
  endedAt: field.time('ended_at', 'endedAt', 'completed_at', 'completedAt'),
})

/** One execution of one scenario. */
export type RunConversation = RecordOf<typeof readWholeConversation>

/** Reads a conversation; one that is told by its id alone has that. */
export const readRunConversation = (value: unknown): RunConversation | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? { id: value, other: {} }
    : readWholeConversation(value)

const CONVERSATIONS = ['runs', 'conversations', 'test_runs', 'scenario_runs', 'results', 'executions']

/** A list of conversations, also where it stands one level deeper or as an object by id. */
function readConversations(value: unknown): RunConversation[] | undefined {
  const byId = isWire(value) ? Object.values(value) : []
  const list = findList(value, CONVERSATIONS) ?? (byId.length && byId.every(isWire) ? byId : undefined)
  const read = list?.map(readRunConversation)
  return read?.every((each) => each !== undefined) ? read : undefined
}

/** How many conversations ended how. */
export interface RunCounts {
  readonly total?: number
  readonly passed?: number
  readonly failed?: number
  readonly unclear?: number
  /** Conversations that broke off, so that there was nothing to judge. */
  readonly broken?: number
}

function readCounts(value: unknown): RunCounts | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const counts = {
    total: fields.number('total', 'total_runs', 'count'),
    passed: fields.number('passed', 'success', 'succeeded'),
    failed: fields.number('failed', 'failure'),
    unclear: fields.number('unclear'),
    broken: fields.number('broken', 'errors'),
  }
  return Object.values(counts).some((count) => count !== undefined) ? counts : undefined
}

const readScenarioResult = recordReader(
  {
    scenarioId: labIdOf('scenario', 'scenario_id', 'scenarioId'),
    scenarioName: field.text('scenario_name', 'scenarioName'),
    verdict: field.object(runVerdictOf, 'verdict'),
  },
  'scenarioId',
)

const RUN_STATUS = ['status', 'state', 'run_status', 'phase']

const readBareRun = recordReader({
  id: labId('id', 'run_id', 'runId'),
  name: field.text('name', 'title'),
  status: field.text(...RUN_STATUS),
  state: (fields) => runStateOf(fields.text(...RUN_STATUS)),
  agentId: labIdOf('agent', 'agent_id', 'agentId'),
  versionId: field.id('agent_version_id', 'agentVersionId', 'version_id', 'versionId'),
  /** Running number of the version within its agent. */
  versionNumber: field.number('agent_version', 'version'),
  frequency: field.number('frequency'),
  tags: tagsIn,
  outboundPhoneNumber: field.text('outbound_phone_number', 'outboundPhoneNumber'),
  /** Why it failed. */
  reason: field.text('reason', 'error_message', 'error'),
  judgedBy: field.text('judged_by', 'judgedBy'),
  counts: field.object(readCounts, 'counts', 'summary', 'stats'),
  /** One verdict on each scenario over all its repetitions, where the conversations are left out (D370). */
  scenarioResults: field.list(readScenarioResult, 'scenario_results', 'scenarioResults'),
  /** Absent where the reply does not list them. */
  conversations: field.object(readConversations, ...CONVERSATIONS),
  createdAt: field.time('created_at', 'createdAt'),
  updatedAt: field.time('updated_at', 'updatedAt'),
  endedAt: field.time('ended_at', 'endedAt', 'completed_at', 'completedAt'),
})

/** A run, as far as a reply tells. */
export type Run = RecordOf<typeof readBareRun>

/** Reads a run, bare or wrapped in its own name; something without id, state or conversations is none. */
export function readTestRun(value: unknown): Run | undefined {
  if (isWire(value) && isWire(value.run) && value.id === undefined) return readTestRun(value.run)
  const run = readBareRun(value)
  return run && [run.id, run.status, run.conversations].every((each) => each === undefined) ? undefined : run
}

/** How the conversations of a run ended, counted where they are listed, else as the service counts them. */
export function countRun({ conversations, counts }: Run): RunCounts {
  if (!conversations?.some(({ state, verdict }) => state || verdict))
    return { ...counts, total: counts?.total ?? conversations?.length }
  return countConversations(conversations)
}

export function countConversations(conversations: readonly RunConversation[]) {
  const judged = (verdict: RunVerdict) => conversations.filter((each) => each.verdict === verdict).length
  return {
    total: conversations.length,
    passed: judged('passed'),
    failed: judged('failed'),
    unclear: judged('unclear'),
    broken: conversations.filter(({ state, verdict }) => state === 'failed' && !verdict).length,
  }
}
