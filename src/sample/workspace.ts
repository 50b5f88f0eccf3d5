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

interface SampleScenario {
  readonly name: string
  readonly first: string
  /** What the agent must say. */
  readonly says: string
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
  readonly scenarios?: readonly SampleScenario[]
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
    scenarios: [
      {
        name: 'How long a return is possible',
        first: 'How many days do I have to return an unused jacket?',
        says: 'Unused goods can be returned within 45 days of delivery',
      },
      {
        name: 'When the money comes back',
        first: 'When does the refund arrive on my card?',
        says: 'Cards take 3 to 5 working days more',
      },
      {
        name: 'Damaged on arrival',
        first: 'My stove arrived damaged. What do I have to do?',
        says: 'Take 2 photos, one of the damage and one of the parcel label, and write within 5 days of delivery',
      },
      {
        name: 'Another size',
        first: 'Is an exchange for another size free?',
        says: 'An exchange for another size or colour of the same article is free',
      },
      {
        name: 'The parcel never came',
        first: 'When does a standard parcel count as missing?',
        says: 'A standard parcel counts as missing after 8 working days',
      },
      {
        name: 'Discount for students',
        first: 'Do students get a discount?',
        says: 'Students get a discount of 10 percent',
      },
    ],
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
    scenarios: [
      {
        name: 'Price of express',
        first: 'What does express shipping cost?',
        says: 'Express, next working day if ordered by 14:00, 9.90',
      },
      {
        name: 'A canoe',
        first: 'What does it cost to send large items such as a canoe?',
        says: 'Large items cost 39 to send',
      },
      {
        name: 'No tracking',
        first: 'Do letters with spare parts have tracking?',
        says: 'Letters with spare parts have no tracking and take 5 working days',
      },
    ],
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
    scenarios: [
      {
        name: 'When the workshop takes bikes',
        first: 'On which days does the workshop take bikes?',
        says: 'The workshop takes bikes from Tuesday to Saturday, 9:00 to 11:00',
      },
      {
        name: 'Cancelling a booking',
        first: 'What does it cost to cancel a repair booking?',
        says: 'Until the evening before it costs nothing',
      },
      {
        name: 'Warranty of a tent',
        first: 'How long is the warranty on a tent?',
        says: 'tents 5 years',
      },
      {
        name: 'Recalled stove',
        first: 'Do I get the full price back for a recalled Sumac stove?',
        says: 'The customer gets the full price back, 64, also without a receipt',
      },
    ],
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
    scenarios: [
      {
        name: 'Open on a public holiday',
        first: 'Which store is open on public holidays?',
        says: 'On public holidays only Station is open, from 10:00 to 18:00',
      },
      {
        name: 'Parking',
        first: 'Where can I park at Old Mill?',
        says: 'Old Mill has 60 places, free for 2 hours',
      },
      {
        name: 'Washing a down jacket',
        first: 'How do I wash a down jacket?',
        says: 'Wash at 30 degrees with down detergent',
      },
      {
        name: 'Price match',
        first: 'Do you match the price of another shop?',
        says: 'We match the price of any shop in the country that has the article in stock',
      },
    ],
  },
  {
    name: 'Member renewals',
    description: 'Will tell members of their vouchers; not deployed yet',
    agentType: 'CALL',
    versions: [{ collections: ['membership'], system: `You call members of ${NAME}.\n${RULES}` }],
    scenarios: [
      {
        name: 'Price of membership',
        first: 'What does membership cost?',
        says: 'Membership is free',
      },
      {
        name: 'When points end',
        first: 'When do my points end?',
        says: 'Points end after 24 months',
      },
      {
        name: 'A lost gift card',
        first: 'Can you block a lost gift card and print a new one?',
        says: 'With the receipt we block the card and print a new one',
      },
    ],
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
