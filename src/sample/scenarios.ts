/** What an agent of the sample is asked, and must say. */
export interface SampleScenario {
  readonly name: string
  readonly first: string
  /** What the agent must say. */
  readonly says: string
}

/** Scenarios by the name of their agent. */
export const SCENARIOS = {
  'Returns desk': [
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
  'Delivery line': [
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
  'Repair booking': [
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
  'Shop messages': [
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
  'Member renewals': [
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
} satisfies Readonly<Record<string, readonly SampleScenario[]>>
