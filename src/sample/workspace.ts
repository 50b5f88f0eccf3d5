import { type SampleScenario, SCENARIOS } from './scenarios'

/** The workspace of a shop for outdoor gear: what is made besides its documents. */
export const NAME = 'Fell & Harbour'

/** Collections by the folder of their documents. */
export const COLLECTIONS: Readonly<Record<string, { readonly name: string; readonly description: string }>> =
  {
    returns: { name: 'Returns and refunds', description: 'What can come back, until when, and the money' },
    delivery: { name: 'Delivery', description: 'Parcels: prices, times, tracking, what went wrong' },
    care: { name: 'Products and care', description: 'Choosing, using and looking after gear' },
    repairs: { name: 'Warranty and repairs', description: 'Warranty, prices, spare parts and recalls' },
    stores: { name: 'Stores and hire', description: 'Hours, hired gear, courses, access' },
    membership: { name: 'Membership and payment', description: 'Tiers, gift cards, ways to pay' },
    service: { name: 'Service rules', description: 'How every agent of ours talks to customers' },
  }

interface SampleVersion {
  readonly collections: readonly string[]
  readonly system: string
  readonly tools?: readonly string[]
  readonly preBuiltTools?: readonly string[]
}

export interface SampleAgent {
  readonly name: string
  readonly description: string
  readonly agentType: 'CALL' | 'TEXT'
  readonly firstMessage?: string
  readonly voicemailMessage?: string
  /** Oldest first. */
  readonly versions: readonly SampleVersion[]
  /** Which of the versions is deployed, from 0. */
  readonly deployed?: number
  readonly scenarios: readonly SampleScenario[]
  /** Each by its name, against one of the versions, oldest first. */
  readonly runs?: readonly { readonly name: string; readonly version: number }[]
  /** Whom it called: phone number, first name. */
  readonly calls?: readonly (readonly [to: string, firstName: string])[]
  /** Who called it. */
  readonly callers?: readonly string[]
}

const RULES = `You answer only from the documents you are given. If they do not say it, say that you do not know and offer to open a ticket.
Be brief: two sentences at most. Never ask for a card number.`

const desk = (
  more = '',
) => `You are the returns desk of ${NAME}, a shop for outdoor gear. You talk to {{first_name}}.
${RULES}${more}`

const NO_DAYS = '\nNever promise a delivery day.'

export const AGENTS: readonly SampleAgent[] = [
  {
    name: 'Returns desk',
    description: 'Calls back customers who asked about a return or a refund',
    agentType: 'CALL',
    firstMessage: `Hello {{first_name}}, this is the returns desk of ${NAME}. How can I help?`,
    voicemailMessage: `Hello {{first_name}}, this is ${NAME} about your return. We will call again tomorrow.`,
    versions: [
      { collections: ['returns'], system: desk() },
      {
        collections: ['returns', 'delivery', 'service'],
        system: desk(NO_DAYS),
        tools: ['find-order', 'open-ticket'],
        preBuiltTools: ['end-call', 'transfer-call', 'leave-voicemail'],
      },
      {
        collections: ['returns', 'delivery', 'membership', 'service'],
        system: desk(`${NO_DAYS}\nTell members that they have 90 days.`),
        tools: ['find-order', 'open-ticket'],
        preBuiltTools: ['end-call', 'transfer-call', 'leave-voicemail'],
      },
    ],
    deployed: 1,
    scenarios: SCENARIOS['Returns desk'],
    runs: [
      { name: 'First test', version: 0 },
      { name: 'With delivery', version: 1 },
    ],
    calls: [
      ['+14155550111', 'Amara'],
      ['+14155550119', 'Jonas'],
      ['+15005550112', 'Priya'],
      ['+14155550123', 'Mateo'],
      ['+15005550113', 'Hana'],
      ['+14155550134', 'Ruth'],
      ['+14155550136', 'Felix'],
      ['+15005550119', 'Oskar'],
      ['+14155550147', 'Leila'],
      ['+15005550111', 'Tom'],
      ['+14155550158', 'Ines'],
    ],
    callers: ['+14155550162', '+14155550165'],
  },
  {
    name: 'Delivery line',
    description: 'Answers what callers ask about parcels',
    agentType: 'CALL',
    firstMessage: `${NAME}, delivery. What can I do for you?`,
    versions: [
      {
        collections: ['delivery', 'service'],
        system: `You answer callers of ${NAME} about parcels.\n${RULES}${NO_DAYS}`,
        tools: ['find-order'],
        preBuiltTools: ['end-call', 'transfer-call'],
      },
    ],
    deployed: 0,
    scenarios: SCENARIOS['Delivery line'],
    runs: [{ name: 'Before going live', version: 0 }],
    calls: [
      ['+14155550171', 'Noor'],
      ['+15005550120', 'Karl'],
      ['+14155550173', 'Wanda'],
      ['+14155550178', 'Ezra'],
    ],
    callers: ['+14155550181', '+14155550182', '+14155550187'],
  },
  {
    name: 'Repair booking',
    description: 'Books bikes into the workshop and tells prices of repairs',
    agentType: 'CALL',
    firstMessage: `${NAME}, workshop. What shall we repair?`,
    versions: [
      {
        collections: ['repairs', 'stores', 'service'],
        system: `You book repairs for the workshop of ${NAME}.\n${RULES}`,
        tools: ['book-appointment'],
        preBuiltTools: ['end-call'],
      },
    ],
    deployed: 0,
    scenarios: SCENARIOS['Repair booking'],
    calls: [
      ['+14155550191', 'Sofia'],
      ['+15005550112', 'Bram'],
    ],
  },
  {
    name: 'Shop messages',
    description: 'SMS, e-mail and web chat of the shop',
    agentType: 'TEXT',
    versions: [
      {
        collections: ['delivery', 'stores', 'membership', 'care'],
        system: `You write for the shop ${NAME}.\n${RULES}`,
        tools: ['find-order'],
      },
      {
        collections: ['delivery', 'stores', 'membership', 'care', 'repairs', 'service'],
        system: `You write for the shop ${NAME}.\n${RULES}\nSign with the name of the shop.`,
        tools: ['find-order'],
      },
    ],
    deployed: 1,
    scenarios: SCENARIOS['Shop messages'],
  },
  {
    name: 'Member renewals',
    description: 'Will tell members of their vouchers; not deployed yet',
    agentType: 'CALL',
    versions: [{ collections: ['membership'], system: `You call members of ${NAME}.\n${RULES}` }],
    scenarios: SCENARIOS['Member renewals'],
  },
]

/** Threads of the agent that writes. */
export const WRITER = 'Shop messages'

export const SMS: readonly (readonly [to: string, message: string])[] = [
  ['+15005550121', 'Your order 48213 is ready at Old Mill until 2 December. Questions? Just answer.'],
  ['+14155550131', 'Your tent is hired for the weekend. Pick it up on Friday from 15:00.'],
  ['+15005550122', 'The spring voucher of your membership is here.'],
  ['+14155550144', 'The workshop has finished your boots. They have new soles now.'],
  ['+15005550114', 'Your bike is ready.'],
]

export const EMAILS: readonly (readonly [to: string, subject: string, message: string])[] = [
  [
    'amara@writes-back.example',
    'Your hired canoe',
    'Your canoe is reserved for the weekend. Is there anything you would like to know?',
  ],
  ['ruth@mail.example', 'Recall of your Sumac stove', 'Please stop using your stove and send it to us.'],
  ['old-address@shop.invalid', 'Your points end soon', 'Some of your points end this month.'],
]

/** What visitors of the web chat ask, one chat a line. */
export const CHATS: readonly (readonly string[])[] = [
  ['Is Station open on Sunday?', 'And where can I park at Old Mill?'],
  ['How do I wash a down jacket?'],
  ['Do you match the price of another shop?'],
]
