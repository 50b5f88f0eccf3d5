import { findTestNumber, TEST_RETRY_AFTER } from '../../contract/test-numbers'
import type { Clock } from '../clock'
import { Refused, wrongField } from '../errors'
import type { CallEnd } from './settle-call'

export type TestLine = ReturnType<typeof createTestLine>

const tooMany = () =>
  new Refused(429, `Too many calls to this number at once. Wait ${TEST_RETRY_AFTER} seconds.`, [], {
    retryAfter: TEST_RETRY_AFTER,
  })

/** The other end of the line, decided by the number called (D135). `slowAnswerMs`: delay of the slow number. */
export function createTestLine({ clock, slowAnswerMs }: { clock: Clock; slowAnswerMs: number }) {
  /** When a number that is limited at first can be called, in milliseconds. */
  const freeFrom = new Map<string, number>()

  return {
    /** Throws `Refused` for a number that cannot be called. Runs before anything is stored. */
    check(phoneNumber: string): void {
      switch (findTestNumber(phoneNumber)?.behaviour) {
        case 'invalid':
          throw wrongField('toPhoneNumber', 'This number does not exist.')
        case 'refused':
          throw wrongField(
            'toPhoneNumber',
            'This number is on the do-not-call list; no call was placed.',
            409,
          )
        case 'rate limited':
          throw tooMany()
        case 'rate limited once': {
          const now = clock.now().getTime()
          const from = freeFrom.get(phoneNumber) ?? now + TEST_RETRY_AFTER * 1000
          freeFrom.set(phoneNumber, from)
          if (now < from) throw tooMany()
          freeFrom.delete(phoneNumber)
        }
      }
    },

    endOf(phoneNumber: string): CallEnd {
      const behaviour = findTestNumber(phoneNumber)?.behaviour
      return behaviour === 'busy' || behaviour === 'no answer' || behaviour === 'voicemail'
        ? behaviour
        : 'talks'
    },

    /** For the slow number: waits, then throws `Refused` with 504. Runs after the call is stored. */
    async confirm(phoneNumber: string): Promise<void> {
      if (findTestNumber(phoneNumber)?.behaviour !== 'slow') return
      await new Promise((resolve) => setTimeout(resolve, slowAnswerMs).unref())
      throw new Refused(504, 'The line did not confirm the call in time. It may have been placed.')
    },
  }
}
