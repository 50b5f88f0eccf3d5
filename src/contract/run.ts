import { Fields, findList, isWire, type OtherFields } from './reply'
import { type LabId, labId, labIdOf, tagsIn } from './scenario'

/** How far a run or a conversation is (D170). */
export type RunState = 'pending' | 'running' | 'completed' | 'failed'

/** What the judge found; `undefined` while nobody has judged. */
export type RunVerdict = 'passed' | 'failed' | 'unclear'

/** A passage of the knowledge base that the agent was given for a turn. */
export interface TurnPassage {
  readonly fileId?: string
  readonly fileName?: string
  readonly page?: number
  readonly text?: string
  readonly other: OtherFields
}

/** What one side said. */
export interface RunTurn {
  /** `undefined`: a speaker whose role is not known; `speaker` has the word that the service uses. */
  readonly who?: 'customer' | 'agent'
  readonly speaker?: string
  readonly text: string
  readonly passages?: readonly TurnPassage[]
  readonly other: OtherFields
}

/** One execution of one scenario. */
export interface RunConversation {
  readonly id?: LabId
  readonly scenarioId?: LabId
  readonly scenarioName?: string
  /** Which repetition of the scenario, from 1. */
  readonly number?: number
  /** The word that the service uses; `state` is what it means, where that is known. */
  readonly status?: string
  readonly state?: RunState
  readonly verdict?: RunVerdict
  readonly reason?: string
  readonly judgedBy?: string
  readonly expectedOutcome?: string
  readonly transcript?: readonly RunTurn[]
  readonly startedAt?: string
  readonly endedAt?: string
  readonly other: OtherFields
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

/** A run, as far as a reply tells. */
export interface Run {
  readonly id?: LabId
  readonly name?: string
  readonly status?: string
  readonly state?: RunState
  readonly agentId?: LabId
  readonly versionId?: string
  /** Running number of the version within its agent. */
  readonly versionNumber?: number
  readonly frequency?: number
  readonly tags?: readonly string[]
  readonly outboundPhoneNumber?: string
  /** Why it failed. */
  readonly reason?: string
  readonly judgedBy?: string
  readonly counts?: RunCounts
  /** Absent where the reply does not list them. */
  readonly conversations?: readonly RunConversation[]
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly endedAt?: string
  readonly other: OtherFields
}

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

function readPassage(value: unknown): TurnPassage | undefined {
  if (typeof value === 'string') return { text: value, other: {} }
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  return {
    fileId: fields.id('file_id', 'fileId'),
    fileName: fields.text('file_name', 'fileName'),
    page: fields.number('page'),
    text: fields.text('text', 'content'),
    other: fields.others(),
  }
}

const AGENT = /agent|assistant|bot|^ai$/i
const CUSTOMER = /customer|caller|user|human|client|tester|testing|simulat/i

function roleOf(word: string | undefined): RunTurn['who'] {
  if (word === undefined) return undefined
  // "testing agent" is the one who plays the customer.
  return CUSTOMER.test(word) ? 'customer' : AGENT.test(word) ? 'agent' : undefined
}

function readTurn(value: unknown): RunTurn | undefined {
  if (typeof value === 'string') return { text: value, other: {} }
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const speaker = fields.text('role', 'who', 'speaker')
  const text = fields.text('content', 'text', 'said', 'message')
  if (text === undefined) return undefined
  return {
    who: roleOf(speaker),
    speaker,
    text,
    passages: fields.list(readPassage, 'passages', 'sources'),
    other: fields.others(),
  }
}

/** All or nothing: a transcript with holes would mislead, so one that cannot be read whole stays raw among the other fields. */
function readTranscript(value: unknown): RunTurn[] | undefined {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ text: value, other: {} }]
  const list = findList(value, ['turns', 'messages'])
  const turns = list?.map(readTurn)
  return turns?.every((turn) => turn !== undefined) ? turns : undefined
}

/** Reads a conversation; one that is told by its id alone has that. */
export function readRunConversation(value: unknown): RunConversation | undefined {
  if (typeof value === 'number' || (typeof value === 'string' && value !== ''))
    return { id: value, other: {} }
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const status = fields.text('status', 'state', 'phase')
  const scenario = isWire(value.scenario) ? new Fields(value.scenario) : undefined
  return {
    id: labId(fields, 'id', 'run_id', 'runId', 'conversation_id', 'conversationId'),
    scenarioId: labIdOf(value, fields, 'scenario', 'scenario_id', 'scenarioId'),
    scenarioName:
      fields.text('scenario_name', 'scenarioName') ?? scenario?.text('name', 'title') ?? fields.text('name'),
    number: fields.number('number', 'repetition', 'iteration'),
    status,
    state: runStateOf(status),
    verdict: fields.object(runVerdictOf, 'verdict', 'success', 'passed', 'result', 'evaluation'),
    reason: fields.text('reason', 'explanation', 'verdict_reason', 'error_message', 'error'),
    judgedBy: fields.text('judged_by', 'judgedBy'),
    expectedOutcome: fields.text('expected_outcome_prompt', 'expected_outcome', 'expectedOutcome'),
    transcript: fields.object(readTranscript, 'transcript', 'messages', 'turns'),
    startedAt: fields.text('started_at', 'startedAt'),
    endedAt: fields.text('ended_at', 'endedAt', 'completed_at', 'completedAt'),
    other: fields.others(),
  }
}

const CONVERSATIONS = ['runs', 'conversations', 'test_runs', 'scenario_runs', 'results', 'executions']

/** A list of conversations, also where it stands one level deeper or as an object by id. */
function readConversations(value: unknown): RunConversation[] | undefined {
  const byId = isWire(value) ? Object.values(value) : []
  const list = findList(value, CONVERSATIONS) ?? (byId.length && byId.every(isWire) ? byId : undefined)
  const read = list?.map(readRunConversation)
  return read?.every((each) => each !== undefined) ? read : undefined
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

/** Reads a run, bare or wrapped in its own name; something without id, state or conversations is none. */
export function readTestRun(value: unknown): Run | undefined {
  if (!isWire(value)) return undefined
  if (isWire(value.run) && value.id === undefined) return readTestRun(value.run)
  const fields = new Fields(value)
  const id = labId(fields, 'id', 'run_id', 'runId')
  const status = fields.text('status', 'state', 'run_status', 'phase')
  const conversations = fields.object(readConversations, ...CONVERSATIONS)
  if (id === undefined && status === undefined && conversations === undefined) return undefined
  return {
    id,
    name: fields.text('name', 'title'),
    status,
    state: runStateOf(status),
    agentId: labIdOf(value, fields, 'agent', 'agent_id', 'agentId'),
    versionId: fields.id('agent_version_id', 'agentVersionId', 'version_id', 'versionId'),
    versionNumber: fields.number('agent_version', 'version'),
    frequency: fields.number('frequency'),
    tags: tagsIn(fields),
    outboundPhoneNumber: fields.text('outbound_phone_number', 'outboundPhoneNumber'),
    reason: fields.text('reason', 'error_message', 'error'),
    judgedBy: fields.text('judged_by', 'judgedBy'),
    counts: fields.object(readCounts, 'counts', 'summary', 'stats'),
    conversations,
    createdAt: fields.text('created_at', 'createdAt'),
    updatedAt: fields.text('updated_at', 'updatedAt'),
    endedAt: fields.text('ended_at', 'endedAt', 'completed_at', 'completedAt'),
    other: fields.others(),
  }
}

/** How the conversations of a run ended, counted where they are listed, else as the service counts them. */
export function countRun({ conversations, counts }: Run): RunCounts {
  if (!conversations?.some(({ state, verdict }) => state || verdict))
    return { ...counts, total: counts?.total ?? conversations?.length }
  const judged = (verdict: RunVerdict) => conversations.filter((each) => each.verdict === verdict).length
  return {
    total: conversations.length,
    passed: judged('passed'),
    failed: judged('failed'),
    unclear: judged('unclear'),
    broken: conversations.filter(({ state, verdict }) => state === 'failed' && !verdict).length,
  }
}
