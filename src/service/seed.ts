import { asc } from 'drizzle-orm'
import type { ConsoleInfo } from '../contract/console-info'
import type { Clock } from './clock'
import { listNumbers } from './handlers/choose-number'
import type { Database } from './store/open-database'
import {
  builtInTools,
  type CATALOGUE_KINDS,
  catalogue,
  organizations,
  phoneNumbers,
  tools,
} from './store/schema'

const CATALOGUE: readonly (typeof catalogue.$inferInsert)[] = [
  { id: 'stt-general-en', kind: 'stt', name: 'General English', position: 1 },
  { id: 'stt-telephone-en', kind: 'stt', name: 'English over the telephone', position: 2 },
  { id: 'stt-multilingual', kind: 'stt', name: 'Multilingual', position: 3 },
  { id: 'tts-natural', kind: 'tts', name: 'Natural', position: 1 },
  { id: 'tts-fast', kind: 'tts', name: 'Fast', position: 2 },
  { id: 'llm-balanced', kind: 'llm', name: 'Balanced', position: 1 },
  { id: 'llm-fast', kind: 'llm', name: 'Fast', position: 2 },
  { id: 'llm-careful', kind: 'llm', name: 'Careful', position: 3 },
  { id: 'voice-clara', kind: 'voice', name: 'Clara', position: 1 },
  { id: 'voice-daniel', kind: 'voice', name: 'Daniel', position: 2 },
  { id: 'voice-mira', kind: 'voice', name: 'Mira', position: 3 },
]

// The 500 555 range is never assigned.
const PHONE_NUMBERS: readonly (typeof phoneNumbers.$inferInsert)[] = [
  { id: 'number-main', labId: 1, phoneNumber: '+15005550101' },
  { id: 'number-second', labId: 2, phoneNumber: '+15005550102' },
]

const BUILT_IN_TOOLS: readonly (typeof builtInTools.$inferInsert)[] = [
  { slug: 'end-call', name: 'End the call', position: 1 },
  { slug: 'transfer-call', name: 'Transfer the call', position: 2 },
  { slug: 'leave-voicemail', name: 'Leave a voicemail', position: 3 },
]

type NewTool = Omit<typeof tools.$inferInsert, 'createdAt' | 'updatedAt'>

const text = (name: string, description: string, required = true) => ({
  name,
  type: 'str',
  description,
  required,
})

const at = (path: string) => ({ url: `https://api.example.com/${path}`, timeout: 30, body: {} })
const reads = { method: 'GET', headers: { Accept: 'application/json' } } as const
const sends = { method: 'POST', headers: { 'Content-Type': 'application/json' } } as const

const TOOLS: readonly Omit<NewTool, 'id'>[] = [
  {
    slug: 'find-order',
    name: 'Find an order',
    description: 'Looks up an order and tells its state and delivery date.',
    speech: 'Let me look up that order.',
    structure: {
      ...at('orders/{{order_number}}'),
      ...reads,
      variables: [text('order_number', 'The number of the order, as the caller says it')],
    },
  },
  {
    slug: 'account-balance',
    name: 'Account balance',
    description: 'Tells the balance and the next due date of an account.',
    speech: 'One moment, I am checking your account.',
    structure: {
      ...at('accounts/{{account_id}}/balance'),
      ...reads,
      timeout: 15,
      variables: [text('account_id', 'The id of the account')],
    },
  },
  {
    slug: 'book-appointment',
    name: 'Book an appointment',
    description: 'Books an appointment on a day and at a time.',
    speech: 'I am booking that for you.',
    structure: {
      ...at('appointments'),
      ...sends,
      body: { date: '{{date}}', time: '{{time}}', note: '{{note}}' },
      variables: [
        text('date', 'Day of the appointment, such as 2026-03-14'),
        text('time', 'Time of day, such as 15:30'),
        text('note', 'What the appointment is about', false),
      ],
    },
  },
  {
    slug: 'open-ticket',
    name: 'Open a ticket',
    description: 'Opens a support ticket for a person to follow up.',
    speech: 'I am opening a ticket for that.',
    structure: {
      ...at('tickets'),
      ...sends,
      body: { subject: '{{subject}}', details: '{{details}}' },
      timeout: 20,
      variables: [
        text('subject', 'The matter in a few words'),
        text('details', 'What the caller said about it', false),
      ],
    },
  },
]

/** Fills a new database with the ids that forms need (D31). A database with an organization stays as it is. */
export async function seed(db: Database, clock: Clock): Promise<void> {
  const now = clock.now()
  const times = { createdAt: now, updatedAt: now }
  await db.transaction(async (tx) => {
    const [created] = await tx
      .insert(organizations)
      .values({
        id: 'organization',
        name: 'Local organization',
        allowedChatDomains: ['localhost', '127.0.0.1'],
        sendingDomain: 'mail.example.com',
        sendingDomainVerified: true,
        ...times,
      })
      .onConflictDoNothing()
      .returning()
    if (!created) return
    await tx.insert(catalogue).values([...CATALOGUE])
    await tx.insert(phoneNumbers).values([...PHONE_NUMBERS])
    await tx.insert(builtInTools).values([...BUILT_IN_TOOLS])
    await tx.insert(tools).values(TOOLS.map((tool) => ({ id: `tool-${tool.slug}`, ...tool, ...times })))
  })
}

export type Samples = NonNullable<ConsoleInfo['samples']>

/** Ids for the console to offer, because the interface does not list them. */
export async function readSamples(db: Database): Promise<Samples> {
  const entries = await db.select().from(catalogue).orderBy(asc(catalogue.position))
  const numbers = await listNumbers(db)
  const custom = await db.select({ slug: tools.slug }).from(tools).orderBy(tools.createdAt, tools.id)
  const builtIn = await db.select().from(builtInTools).orderBy(asc(builtInTools.position))
  const ids = (kind: (typeof CATALOGUE_KINDS)[number]) =>
    entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
  return {
    sttConfigIds: ids('stt'),
    ttsConfigIds: ids('tts'),
    llmConfigIds: ids('llm'),
    voiceIds: ids('voice'),
    phoneNumbers: numbers.map(({ id, phoneNumber }) => ({ id, phoneNumber })),
    toolSlugs: custom.map(({ slug }) => slug),
    preBuiltToolSlugs: builtIn.map(({ slug }) => slug),
  }
}
