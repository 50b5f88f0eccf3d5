import { describe, expect, it } from 'vitest'
import { createTickets, TICKET_LIFETIME } from './tickets'

const TARGET = 'https://storage.example.com/f?X-Signature=secret'

describe('a ticket', () => {
  it('opens to its target, again and again, and shows nothing of it', () => {
    const tickets = createTickets()
    const ticket = tickets.seal(TARGET)
    expect(ticket).toMatch(/^[\w-]+$/)
    expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toMatch(/storage|secret/)
    expect(tickets.open(ticket)).toBe(TARGET)
    expect(tickets.open(ticket)).toBe(TARGET)
  })

  it('differs each time', () => {
    const tickets = createTickets()
    expect(tickets.seal(TARGET)).not.toBe(tickets.seal(TARGET))
  })

  it('ends', () => {
    let now = 1_000
    const tickets = createTickets(() => now)
    const ticket = tickets.seal(TARGET)
    now += TICKET_LIFETIME - 1
    expect(tickets.open(ticket)).toBe(TARGET)
    now += 1
    expect(tickets.open(ticket)).toBeUndefined()
  })

  it('is worth nothing when any byte of it was changed or cut off', () => {
    const tickets = createTickets()
    const bytes = Buffer.from(tickets.seal(TARGET), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ 1
      expect(tickets.open(altered.toString('base64url'))).toBeUndefined()
      expect(tickets.open(bytes.subarray(0, at).toString('base64url'))).toBeUndefined()
    }
  })

  it('is worth nothing after another start, or made up', () => {
    expect(createTickets().open(createTickets().seal(TARGET))).toBeUndefined()
    expect(createTickets().open('')).toBeUndefined()
    expect(createTickets().open(TARGET)).toBeUndefined()
    expect(createTickets().open('../../etc/passwd')).toBeUndefined()
  })
})
