import { Agent } from 'undici'
import { lookupPublic, type TargetCheck } from './upload-target'
import type { Timeouts } from './upstream'

/** Connections to storages. Those to origins that nobody configured are made to public addresses only, at the moment of connecting. */
export function openTargetAgents(timeouts: Timeouts, lookup = lookupPublic()) {
  const shared = { pipelining: 1, headersTimeout: timeouts.headers, bodyTimeout: timeouts.body }
  const named = new Agent({ ...shared, connect: { timeout: timeouts.connect } })
  const others = new Agent({ ...shared, connect: { timeout: timeouts.connect, lookup } })
  return {
    of: (target: NonNullable<TargetCheck>) => (target.named ? named : others),
    async close() {
      await Promise.all([named.destroy(), others.destroy()])
    },
  }
}
