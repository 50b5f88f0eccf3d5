import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { DispatchDetails } from '../../contract/calls'
import type { Person } from '../../contract/session'
import type { ToolRequestShown } from '../../contract/try-tool'
import type { DeclaredVariable } from '../../contract/variable-lint'
import type { PageStart } from '../ingestion/passages'

// The columns of the tables, for queries; a test compares them with the database. Keys, indexes and references are in
// the migrations alone. Each table stands after those it refers to, the order in which `npm run move` copies them.

const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const updatedAt = () => time('updated_at').notNull()
const times = () => ({ createdAt: time('created_at').notNull(), updatedAt: updatedAt() })
const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const bitVarying = customType<{ data: string }>({ dataType: () => 'bit varying' })

/** Tables of one row. */
const one = () => boolean('one').primaryKey().default(true)

/** Which store this is (D226). */
export const store = pgTable('store', { one: one(), id: text('id').notNull() })

/** Shared by all processes on the store (D228). */
export const secrets = pgTable('secrets', { name: text('name').primaryKey(), value: text('value').notNull() })

/** Bytes without a reference, removed after a while (D227). */
export const removedBlobs = pgTable('removed_blobs', {
  id: text('id').primaryKey(),
  removedAt: time('removed_at').notNull(),
})

/** Uploaded bytes, on a PostgreSQL server. */
export const blobs = pgTable('blobs', {
  key: bigint('key', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Absent during the upload. */
  id: text('id'),
  size: bigint('size', { mode: 'number' }).notNull().default(0),
  stagedAt: time('staged_at').notNull().defaultNow(),
  keptAt: time('kept_at'),
})

export const blobChunks = pgTable('blob_chunks', {
  blob: bigint('blob', { mode: 'number' }).notNull(),
  ordinal: integer('ordinal').notNull(),
  bytes: bytea('bytes').notNull(),
})

/** How many requests are allowed right now, over all processes (D24), by whose they are (D1059). */
export const requestAllowance = pgTable('request_allowance', {
  share: text('share').primaryKey().default('all'),
  requests: doublePrecision('requests').notNull(),
  countedAt: time('counted_at').notNull(),
  /** By which the version before finds the row of all requests. It goes with a later version (D1039). */
  one: boolean('one').unique().generatedAlwaysAs(sql`case when share = 'all' then true end`),
})

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  allowedChatDomains: text('allowed_chat_domains').array().notNull(),
  sendingDomain: text('sending_domain'),
  sendingDomainVerified: boolean('sending_domain_verified').notNull().default(false),
  ...times(),
})

export const CATALOGUE_KINDS = ['stt', 'tts', 'llm', 'voice'] as const

export const catalogue = pgTable('catalogue', {
  id: text('id').primaryKey(),
  kind: text('kind', { enum: CATALOGUE_KINDS }).notNull(),
  name: text('name').notNull(),
  position: integer('position').notNull(),
})

export interface ToolStructure {
  url: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  headers: Record<string, string> | { key: string; value: string; secure?: boolean | undefined }[]
  body: Record<string, unknown>
  timeout: number
  variables: { name: string; type: string; description: string; required: boolean }[]
}

export const tools = pgTable('tools', {
  id: text('id').primaryKey(),
  slug: text('slug').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  speech: text('speech').notNull(),
  structure: jsonb('structure').$type<ToolStructure>().notNull(),
  ...times(),
})

export const builtInTools = pgTable('built_in_tools', {
  slug: text('slug').primaryKey(),
  name: text('name').notNull(),
  position: integer('position').notNull(),
})

/** Languages with stemming; `simple` has none (D102). */
export const LANGUAGES = [
  'english',
  'german',
  'french',
  'spanish',
  'italian',
  'dutch',
  'portuguese',
  'simple',
] as const

export type Language = (typeof LANGUAGES)[number]

export const FILE_STATUSES = ['PENDING', 'UPLOADED', 'INGESTED', 'FAILED'] as const

export const files = pgTable('files', {
  id: text('id').primaryKey(),
  fileName: text('file_name').notNull(),
  kind: text('kind', { enum: ['pdf', 'markdown'] }).notNull(),
  status: text('status', { enum: FILE_STATUSES }).notNull(),
  reason: text('reason'),
  prompt: text('prompt'),
  size: bigint('size', { mode: 'number' }),
  /** SHA-256 of the content, in hex; absent for what was uploaded before it was stored. */
  contentHash: text('content_hash'),
  pages: integer('pages'),
  /** The language of its stems, once it is INGESTED. */
  language: text('language', { enum: LANGUAGES }),
  /** The embedding model of its passages' meanings (D353). */
  embeddedBy: text('embedded_by'),
  /** The version of the cutter that made its passages (D354). */
  cut: integer('cut'),
  requestedAt: time('requested_at').notNull(),
  uploadedAt: time('uploaded_at'),
  /** Set with the record; before, the file exists only for its uploader. */
  recordedAt: time('recorded_at'),
  updatedAt: updatedAt(),
})

/** Background work (`src/service/jobs`). All times are the database's. */
export const jobs = pgTable('jobs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  queue: text('queue').notNull(),
  /** The thing it is about. A queue has one job for each key. */
  key: text('key').notNull(),
  lane: integer('lane').notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  queuedAt: time('queued_at').notNull().defaultNow(),
  startAfter: time('start_after').notNull().defaultNow(),
  /** The worker that has it, until `leasedUntil`. */
  lease: text('lease'),
  leasedUntil: time('leased_until'),
})

export const passages = pgTable('passages', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  fileId: text('file_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  page: integer('page'),
  pageStarts: jsonb('page_starts').$type<readonly PageStart[]>(),
  heading: jsonb('heading').$type<string[]>().notNull(),
  content: text('content').notNull(),
  /** The dictionary for its stems (D102). */
  language: text('language', { enum: LANGUAGES }).notNull(),
  /** Made by a trigger. */
  search: tsvector('search').notNull().generatedAlwaysAs(sql`find_passage_by()`),
})

/** What a passage means to an embedding model: the signs of its vector (D353). */
export const meanings = pgTable('meanings', {
  passageId: bigint('passage_id', { mode: 'number' }).primaryKey(),
  fileId: text('file_id').notNull(),
  signs: bitVarying('signs').notNull(),
})

/** Every word of the passages, for prefixes and typos (D103). */
export const words = pgTable('words', { word: text('word').primaryKey() })

/** One row while words of deleted files wait for removal (D118). */
export const wordSweep = pgTable('word_sweep', {
  id: boolean('id').primaryKey().default(true),
  /** The last checked word; those that sort after it remain. */
  word: text('word').notNull(),
})

export const collections = pgTable('collections', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  ...times(),
})

export const collectionFiles = pgTable('collection_files', {
  collectionId: text('collection_id').notNull(),
  fileId: text('file_id').notNull(),
  addedAt: time('added_at').notNull(),
})

export const agents = pgTable('agents', {
  id: text('id').primaryKey(),
  /** The agent's integer id in the testing lab (D13). */
  labId: integer('lab_id').notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
  name: text('name').notNull(),
  description: text('description').notNull(),
  agentType: text('agent_type', { enum: ['CALL', 'TEXT'] }).notNull(),
  ...times(),
})

export const phoneNumbers = pgTable('phone_numbers', {
  id: text('id').primaryKey(),
  labId: integer('lab_id').notNull(),
  phoneNumber: text('phone_number').notNull(),
  /** Who answers it (D322). Absent: a number of the organization, to call and write from. */
  agentId: text('agent_id'),
})

/** A prompt with its defaults filled in (D242). */
export interface Prompt {
  system: string
  variables: DeclaredVariable[]
  tools: string[]
  preBuiltTools: string[]
}

export const versions = pgTable('versions', {
  id: text('id').primaryKey(),
  agentId: text('agent_id').notNull(),
  version: integer('version').notNull(),
  deployed: boolean('deployed').notNull().default(false),
  prompt: jsonb('prompt').$type<Prompt>().notNull(),
  useKnowledgeBase: boolean('use_knowledge_base').notNull(),
  voicemailMessage: text('voicemail_message'),
  firstMessage: text('first_message'),
  overrideSTTConfig: jsonb('override_stt_config').$type<unknown>(),
  overrideTTSConfig: jsonb('override_tts_config').$type<unknown>(),
  overrideLLMConfig: jsonb('override_llm_config').$type<unknown>(),
  settings: jsonb('settings').$type<Readonly<Record<string, unknown>>>().notNull().default({}),
  sttConfigId: text('stt_config_id').notNull(),
  ttsConfigId: text('tts_config_id').notNull(),
  llmConfigId: text('llm_config_id').notNull(),
  voiceId: text('voice_id').notNull(),
  ...times(),
})

export const versionCollections = pgTable('version_collections', {
  versionId: text('version_id').notNull(),
  collectionId: text('collection_id').notNull(),
  position: integer('position').notNull(),
})

export const CALL_END_STATUSES = ['COMPLETED', 'FAILED'] as const
export const CALL_ENDERS = ['AGENT', 'CUSTOMER', 'SYSTEM'] as const

/** What a simulated customer wants (D321). */
export interface CustomerPlan {
  /** Questions, in order. */
  asks: string[]
  ends: 'content' | 'wants a person' | 'hangs up' | 'opts out'
}

/** A call, which is shown as time passes (D134). Without an end it is still being played (D320). */
export const calls = pgTable('calls', {
  id: text('id').primaryKey(),
  agentId: text('agent_id').notNull(),
  versionId: text('version_id').notNull(),
  outboundPhoneNumberId: text('outbound_phone_number_id').notNull(),
  fromPhoneNumber: text('from_phone_number').notNull(),
  toPhoneNumber: text('to_phone_number').notNull(),
  leadId: text('lead_id'),
  firstName: text('first_name'),
  variables: jsonb('variables').$type<Record<string, unknown>>().notNull(),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
  details: jsonb('details').$type<DispatchDetails>().notNull().default({}),
  outbound: boolean('outbound').notNull().default(true),
  /** Set when the customer says the first word. */
  plan: jsonb('plan').$type<CustomerPlan>(),
  /** When it begins to ring, and when the call ends. */
  startsAt: time('starts_at').notNull(),
  /** Absent without an answer. */
  answeredAt: time('answered_at'),
  endsAt: time('ends_at'),
  endStatus: text('end_status', { enum: CALL_END_STATUSES }),
  endedReason: text('ended_reason'),
  endedBy: text('ended_by', { enum: CALL_ENDERS }),
  /** Of the whole call, once it is played. */
  transcript: text('transcript'),
  summary: text('summary'),
  ...times(),
})

export interface TurnPassage {
  fileId: string
  fileName: string
  page: number | null
  /** Headings above it, outermost first, if there are any. */
  heading?: string[]
  text: string
}

/** A call of a tool, with secrets masked. */
export interface ToolUse {
  slug: string
  name: string
  request: ToolRequestShown
  status?: number | undefined
  answer?: string | undefined
  error?: string | undefined
  tookMs?: number | undefined
}

/** What an answer rests on (D323). */
export interface Grounds {
  passages: TurnPassage[]
  tools: ToolUse[]
  /** Who made the answer: rules or a model. */
  by: string
  tookMs: number
  error?: string | undefined
}

export const callTurns = pgTable('call_turns', {
  callId: text('call_id').notNull(),
  /** From 0. */
  number: integer('number').notNull(),
  who: text('who', { enum: ['agent', 'customer'] }).notNull(),
  said: text('said').notNull(),
  grounds: jsonb('grounds').$type<Grounds>(),
  /** When it begins to be said. */
  saidAt: time('said_at').notNull(),
})

export const threads = pgTable('threads', {
  id: text('id').primaryKey(),
  channel: text('channel', { enum: ['SMS', 'EMAIL', 'CHAT'] }).notNull(),
  agentId: text('agent_id').notNull(),
  versionId: text('version_id').notNull(),
  fromPhoneNumberId: text('from_phone_number_id'),
  /** Phone number or e-mail address; absent for a web chat. */
  fromAddress: text('from_address'),
  toAddress: text('to_address'),
  subject: text('subject'),
  leadId: text('lead_id'),
  /** Host of the page with the web chat. */
  origin: text('origin'),
  variables: jsonb('variables').$type<Record<string, unknown>>().notNull(),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
  isActive: boolean('is_active').notNull().default(true),
  closedAt: time('closed_at'),
  closedReason: text('closed_reason'),
  ...times(),
})

export const MESSAGE_END_STATUSES = ['RECEIVED', 'DELIVERED', 'UNDELIVERED', 'BOUNCED', 'FAILED'] as const

/** A message with its whole course, which is shown as time passes (D267). */
export const messages = pgTable('messages', {
  id: text('id').primaryKey(),
  threadId: text('thread_id').notNull(),
  /** Its place among all; within a thread, later messages are committed later. */
  number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  direction: text('direction', { enum: ['INBOUND', 'OUTBOUND'] }).notNull(),
  body: text('body').notNull(),
  /** When it begins to be sent, is sent, and reaches its last state. */
  sendsAt: time('sends_at').notNull(),
  sentAt: time('sent_at').notNull(),
  endsAt: time('ends_at').notNull(),
  endStatus: text('end_status', { enum: MESSAGE_END_STATUSES }).notNull(),
  grounds: jsonb('grounds').$type<Grounds>(),
  createdAt: time('created_at').notNull(),
})

export const SCENARIO_KINDS = [
  'happy path',
  'missing information',
  'edge case',
  'off topic',
  'hostile',
] as const
export type ScenarioKind = (typeof SCENARIO_KINDS)[number]

export const scenarios = pgTable('scenarios', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  agentId: text('agent_id').notNull(),
  kind: text('kind', { enum: SCENARIO_KINDS }).notNull(),
  name: text('name').notNull(),
  instructions: text('instructions').notNull(),
  firstMessage: text('first_message').notNull(),
  expectedOutcome: text('expected_outcome').notNull(),
  inboundPhoneNumber: integer('inbound_phone_number'),
  tags: text('tags').array().notNull(),
  generatedBy: text('generated_by').notNull(),
  ...times(),
})

export const RUN_STATUSES = ['pending', 'running', 'completed', 'failed'] as const

export const runs = pgTable('runs', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  agentId: text('agent_id').notNull(),
  versionId: text('version_id').notNull(),
  name: text('name').notNull(),
  status: text('status', { enum: RUN_STATUSES }).notNull(),
  frequency: integer('frequency').notNull(),
  outboundPhoneNumber: text('outbound_phone_number'),
  tags: text('tags').array().notNull(),
  reason: text('reason'),
  endedAt: time('ended_at'),
  ...times(),
})

export interface Turn {
  who: 'caller' | 'agent'
  said: string
  passages?: TurnPassage[]
  /** The line of the prompt that decided. */
  rule?: string
}

/** A scenario as it is played: of a run, that of when it started, because scenarios can change. */
export interface PlayedScenario {
  kind: ScenarioKind
  name: string
  instructions: string
  firstMessage: string
  expectedOutcome: string
}

export const VERDICTS = ['passed', 'failed', 'unclear'] as const
export type Verdict = (typeof VERDICTS)[number]

export const runResults = pgTable('run_results', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  runId: integer('run_id').notNull(),
  scenarioId: integer('scenario_id').notNull(),
  number: integer('number').notNull(),
  status: text('status', { enum: RUN_STATUSES }).notNull(),
  scenario: jsonb('scenario').$type<PlayedScenario>().notNull(),
  verdict: text('verdict', { enum: VERDICTS }),
  explanation: text('explanation'),
  suggestedRule: text('suggested_rule'),
  judgedBy: text('judged_by'),
  transcript: jsonb('transcript').$type<Turn[]>().notNull(),
  attempts: integer('attempts').notNull().default(0),
  startedAt: time('started_at'),
  endedAt: time('ended_at'),
})

/** How often the rows of a service changed, and at which of these changes rows were removed last (D470). */
export const teamChanges = pgTable('team_changes', {
  service: text('service').notNull(),
  store: text('store').notNull(),
  number: bigint('number', { mode: 'number' }).notNull(),
  removed: bigint('removed', { mode: 'number' }).notNull().default(0),
})

/** What the people of a console recorded together. */
export const teamRows = pgTable('team_rows', {
  service: text('service').notNull(),
  store: text('store').notNull(),
  key: text('key').notNull(),
  /** Of a sent write. */
  operation: text('operation'),
  /** Of a write or of rows: the batch. */
  partOf: text('part_of'),
  /** Who recorded it first. */
  person: text('person').notNull(),
  /** The number of its last change. */
  changed: bigint('changed', { mode: 'number' }).notNull(),
  /** JSON, as text because `jsonb` has no room for every text of JavaScript. */
  content: text('content').notNull(),
})

/** Which page works on what, and which pages are open; until when, by the clock of the database (D473). */
export const teamLeases = pgTable('team_leases', {
  service: text('service').notNull(),
  name: text('name').notNull(),
  page: text('page').notNull(),
  person: text('person').notNull(),
  since: time('since').notNull().defaultNow(),
  until: time('until').notNull(),
})

/** Who is signed in at the console. */
export const teamSessions = pgTable('team_sessions', {
  digest: text('digest').primaryKey(),
  name: text('name').notNull(),
  role: text('role').$type<Person['role']>().notNull(),
  signIn: text('sign_in').$type<Person['signIn']>().notNull(),
  startedAt: time('started_at').notNull(),
  seenAt: time('seen_at').notNull(),
})

/** Every write of the console, begun with its request and completed with its answer. */
export const teamAudit = pgTable('team_audit', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: time('at').notNull(),
  person: text('person').notNull(),
  role: text('role').$type<Person['role']>(),
  session: text('session'),
  address: text('address').notNull(),
  operation: text('operation').notNull(),
  ids: jsonb('ids').$type<Readonly<Record<string, string>>>().notNull(),
  status: integer('status'),
  /** Milliseconds. */
  duration: integer('duration'),
})
