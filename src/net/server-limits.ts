import type { ServerResponse } from 'node:http'

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
 * Whether a request came before the one before it on its connection was answered. Browsers and gateways send none, and Node does not tell of such a
 * one that its connection went: what it holds would be held for ever (D989).
 */
export const isAhead = (response: ServerResponse): boolean => response.socket === null
