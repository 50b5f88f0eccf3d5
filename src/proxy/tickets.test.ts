import { describe, expect, it } from 'vitest'
import { BLOBS_PATH } from './local-service'
import { createTickets, openTickets, TICKET_LIFETIME } from './tickets'

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

describe('tickets of the local service (D230)', () => {
  const key = new Uint8Array(32).fill(7)
  const consoleAt = (origin: string, sharedKey?: () => Uint8Array<ArrayBuffer>) =>
    openTickets('uploads', {
      local: {
        origin: () => origin,
        service: { credentials: { apiKey: 'k', accessToken: 't' }, fetch: () => new Response() },
      },
      sharedKey,
    })
  const [one, other] = ['http://127.0.0.1:1', 'http://127.0.0.1:2']

  it('open at every console on the store, to a stored file at its own origin', () => {
    const ticket = consoleAt(one, () => key).seal(`${one}${BLOBS_PATH}f1`)
    expect(consoleAt(other, () => key).open(ticket)).toBe(`${other}${BLOBS_PATH}f1`)
  })

  it('open to another address as it is', () => {
    for (const target of [TARGET, `${other}${BLOBS_PATH}f1`, `${TARGET}&next=${one}${BLOBS_PATH}`])
      expect(consoleAt(one, () => key).open(consoleAt(one, () => key).seal(target))).toBe(target)
  })

  it('are worth nothing at a console that does not share the key, or made up', () => {
    const ticket = consoleAt(one, () => key).seal(`${one}${BLOBS_PATH}f1`)
    expect(consoleAt(one).open(ticket)).toBeUndefined()
    expect(consoleAt(one, () => key).open('made-up')).toBeUndefined()
    expect(openTickets('uploads').open(openTickets('uploads').seal(TARGET))).toBeUndefined()
  })
})
