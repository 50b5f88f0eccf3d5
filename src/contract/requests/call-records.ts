import * as z from 'zod/mini'
import { pageQuery } from './pages'

const word = (label: string) => z.optional(z.string().check(z.maxLength(200, `${label} is too long`)))

/** A page of the call records, of one state, one agent or one end only where that is said. */
export const callsQuery = z.extend(pageQuery, {
  status: word('status'),
  agentId: word('agentId'),
  callEndedReason: word('callEndedReason'),
})

export type CallsQuery = z.infer<typeof callsQuery>
