/** Seconds that a rate-limited test number asks to wait. */
export const TEST_RETRY_AFTER = 3

/**
 * Numbers that always do the same when the local service is told to call them, so that every outcome can be seen at
 * will (D135). They are of the +1 500 555 range, which is not given to anybody; a hosted service knows nothing of them.
 */
export const TEST_NUMBERS = [
  {
    phoneNumber: '+15005550110',
    name: 'Always connects',
    happens: 'Somebody answers, listens and ends the call: COMPLETED, ENDED, with a transcript.',
    behaviour: 'talks',
  },
  {
    phoneNumber: '+15005550111',
    name: 'Always busy',
    happens: 'The dispatch is accepted and the line is busy: FAILED, LINE_BUSY.',
    behaviour: 'busy',
  },
  {
    phoneNumber: '+15005550112',
    name: 'Never answers',
    happens: 'The dispatch is accepted, it rings, and nobody answers: FAILED, NO_ANSWER.',
    behaviour: 'no answer',
  },
  {
    phoneNumber: '+15005550113',
    name: 'Voicemail',
    happens:
      'A mailbox answers. The agent leaves the voicemail message of its version: COMPLETED, LEFT_VOICEMAIL; without one it says nothing: COMPLETED, NO_ANSWER.',
    behaviour: 'voicemail',
  },
  {
    phoneNumber: '+15005550114',
    name: 'Invalid number',
    happens: 'The dispatch is refused with 400 on toPhoneNumber.',
    behaviour: 'invalid',
  },
  {
    phoneNumber: '+15005550115',
    name: 'Refused number',
    happens: 'The dispatch is refused with 409: the number is on the do-not-call list.',
    behaviour: 'refused',
  },
  {
    phoneNumber: '+15005550116',
    name: 'Answers slowly',
    happens: 'The service answers 504 after some seconds. The call may have been placed, and it was.',
    behaviour: 'slow',
  },
  {
    phoneNumber: '+15005550117',
    name: 'Always rate-limited',
    happens: `The dispatch is refused with 429 and Retry-After: ${TEST_RETRY_AFTER}, every time.`,
    behaviour: 'rate limited',
  },
  {
    phoneNumber: '+15005550118',
    name: 'Rate-limited at first',
    happens: `Refused with 429 and Retry-After: ${TEST_RETRY_AFTER}; who waits that long and dispatches again is answered like “Always connects”.`,
    behaviour: 'rate limited once',
  },
] as const

/** `happens`: in a sentence. `behaviour`: what the local service does when it is told to call the number. */
export type TestNumber = (typeof TEST_NUMBERS)[number]

export const findTestNumber = (phoneNumber: string): TestNumber | undefined =>
  TEST_NUMBERS.find((each) => each.phoneNumber === phoneNumber)
