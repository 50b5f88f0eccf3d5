import type { IncomingMessage, ServerResponse } from 'node:http'

/** In ms. A JSON body arrives at once; a slower sender only holds a connection open. */
export const BODY_TIME = 30_000

/**
 * Limits of our servers for idle and slow senders. Uploads go at their target's speed, so requests may take long. Idle connections outlive by far
 * what the proxy keeps (D615).
 */
export const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 30 * 60_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // What checks the names refuses a missing Host with 421.
  requireHostHeader: false,
} as const

/**
 * Tells an answer that its connection went also where it waits for the one before it there, which Node does not: what it holds would be held for
 * ever (D989).
 */
export function tellOfEnd({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket !== null) return
  // Once it has the connection, Node tells it.
  const tell = () => response.socket === null && response.emit('close')
  socket.once('close', tell)
  response.once('close', () => socket.off('close', tell))
}
