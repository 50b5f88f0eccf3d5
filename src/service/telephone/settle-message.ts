import { findTestEmail, findTestNumber } from '../../contract/test-numbers'
import type { messages, threads } from '../store/schema'
import { later } from './settle-call'

type Course = Pick<typeof messages.$inferInsert, 'sendsAt' | 'sentAt' | 'endsAt' | 'endStatus'>
type Channel = (typeof threads.$inferSelect)['channel']

/** A message that is where it belongs at once: what a person sent, or what a web chat shows. */
export const arrived = (at: Date, endStatus: 'RECEIVED' | 'DELIVERED' | 'FAILED'): Course => ({
  sendsAt: at,
  sentAt: at,
  endsAt: at,
  endStatus,
})

/** Decides a message's whole course at once (D267). Test numbers and addresses that cannot exist end badly. */
export function settleMessage(channel: Channel, toAddress: string | null | undefined, at: Date): Course {
  if (channel === 'CHAT') return arrived(at, 'DELIVERED')
  return {
    sendsAt: later(at, 1),
    sentAt: later(at, 2),
    endsAt: later(at, 3),
    endStatus: channel === 'SMS' ? endOfSms(toAddress ?? '') : endOfEmail(toAddress ?? ''),
  }
}

function endOfSms(toAddress: string) {
  const behaviour = findTestNumber(toAddress)?.behaviour
  return behaviour === 'invalid' ? 'UNDELIVERED' : behaviour === 'refused' ? 'FAILED' : 'DELIVERED'
}

const endOfEmail = (toAddress: string) =>
  findTestEmail(toAddress)?.behaviour === 'bounces' ? 'BOUNCED' : 'DELIVERED'

/** Whether somebody at this address writes back. */
export function writesBack(address: string): boolean {
  const behaviour = (findTestNumber(address) ?? findTestEmail(address))?.behaviour
  return behaviour === 'writes back' || behaviour === 'opts out'
}

/** The queue of people who write back. A job's key is the id of the message that one of them read. */
export const PERSON = 'person'

/** Milliseconds after which somebody writes back: when the message was delivered, and read. */
export const WRITES_BACK_AFTER = 4_000
