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
    call: 'Somebody answers, listens and ends the call. There is a transcript.',
    behaviour: 'talks',
  },
  {
    phoneNumber: '+15005550111',
    name: 'Always busy',
    happens: 'The dispatch is accepted and the line is busy: FAILED, LINE_BUSY.',
    call: 'The line is busy.',
    behaviour: 'busy',
  },
  {
    phoneNumber: '+15005550112',
    name: 'Never answers',
    happens: 'The dispatch is accepted, it rings, and nobody answers: FAILED, NO_ANSWER.',
    call: 'It rings, and nobody answers.',
    behaviour: 'no answer',
  },
  {
    phoneNumber: '+15005550113',
    name: 'Voicemail',
    happens:
      'A mailbox answers. The agent leaves the voicemail message of its version: COMPLETED, LEFT_VOICEMAIL; without one it says nothing: COMPLETED, NO_ANSWER.',
    call: 'A mailbox answers. The agent leaves the voicemail message of its version, or says nothing without one.',
    behaviour: 'voicemail',
  },
  {
    phoneNumber: '+15005550114',
    name: 'Invalid number',
    happens: 'The dispatch is refused with 400 on toPhoneNumber. An SMS is UNDELIVERED.',
    sms: 'The message is not delivered.',
    call: 'The call is refused: the number is not valid.',
    behaviour: 'invalid',
  },
  {
    phoneNumber: '+15005550115',
    name: 'Refused number',
    happens: 'The dispatch is refused with 409: the number is on the do-not-call list. An SMS is FAILED.',
    sms: 'The message fails: the number is on the do-not-call list.',
    call: 'The call is refused: the number is on the do-not-call list.',
    behaviour: 'refused',
  },
  {
    phoneNumber: '+15005550116',
    name: 'Answers slowly',
    happens: 'The service answers 504 after some seconds. The call may have been placed, and it was.',
    call: 'The call is placed, but its answer does not arrive, so it is shown as unknown.',
    behaviour: 'slow',
  },
  {
    phoneNumber: '+15005550117',
    name: 'Always rate-limited',
    happens: `The dispatch is refused with 429 and Retry-After: ${TEST_RETRY_AFTER}, every time.`,
    call: 'The call is refused every time: too many at once.',
    behaviour: 'rate limited',
  },
  {
    phoneNumber: '+15005550118',
    name: 'Rate-limited at first',
    happens: `Refused with 429 and Retry-After: ${TEST_RETRY_AFTER}; who waits that long and dispatches again is answered like “Always connects”.`,
    call: `The call is refused at first. Placed again after ${TEST_RETRY_AFTER} seconds, it connects.`,
    behaviour: 'rate limited once',
  },
  {
    phoneNumber: '+15005550119',
    name: 'Wants a person',
    happens:
      'Somebody answers and asks for a person: COMPLETED, WARM_TRANSFER if the version can transfer calls, else ENDED.',
    call: 'Somebody answers and asks for a person. The call is transferred if the version can do that.',
    behaviour: 'wants a person',
  },
  {
    phoneNumber: '+15005550120',
    name: 'Hangs up',
    happens: 'Somebody answers and hangs up at once: COMPLETED, NOT_INTERESTED.',
    call: 'Somebody answers and hangs up at once.',
    behaviour: 'hangs up',
  },
  {
    phoneNumber: '+15005550121',
    name: 'Writes back',
    happens: 'Somebody answers SMS with questions until all are asked. Calls connect.',
    sms: 'Somebody answers with questions until all are asked.',
    call: 'The call connects. Somebody answers an SMS.',
    behaviour: 'writes back',
  },
  {
    phoneNumber: '+15005550122',
    name: 'Opts out',
    happens:
      'Somebody answers SMS with a question and then STOP, which closes the thread: OPTED_OUT. Calls connect.',
    sms: 'Somebody answers with a question and then STOP, which closes the thread.',
    call: 'The call connects. Somebody answers an SMS and then opts out.',
    behaviour: 'opts out',
  },
] as const

/** E-mail addresses that do the same for e-mail threads. Nobody can have them: domains in `.example` and `.invalid` do not exist (RFC 2606). */
export const TEST_EMAILS = [
  {
    domain: 'writes-back.example',
    name: 'Writes back',
    happens: 'Somebody answers e-mails with questions until all are asked.',
    behaviour: 'writes back',
  },
  {
    domain: 'opts-out.example',
    name: 'Opts out',
    happens: 'Somebody answers e-mails with a question and then STOP, which closes the thread: OPTED_OUT.',
    behaviour: 'opts out',
  },
  {
    domain: 'invalid',
    name: 'Bounces',
    happens: 'E-mails to any domain that ends in .invalid come back: BOUNCED.',
    behaviour: 'bounces',
  },
] as const

export const findTestEmail = (address: string): (typeof TEST_EMAILS)[number] | undefined => {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return TEST_EMAILS.find((each) => domain === each.domain || domain.endsWith(`.${each.domain}`))
}

/** `happens`: in a sentence; `call` and `sms`: to a call and to a message, without the words of the interface. `behaviour`: what the local service does when it is told to call the number. */
export type TestNumber = (typeof TEST_NUMBERS)[number]

export const findTestNumber = (phoneNumber: string): TestNumber | undefined =>
  TEST_NUMBERS.find((each) => each.phoneNumber === phoneNumber)
