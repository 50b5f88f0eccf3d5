import { queryOptions } from '@tanstack/react-query'
import type { ConsoleInfo } from '../contract/console-info'
import { isWire } from '../contract/reply'
import type { LedgerEntry, StoredAgent } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './ledger'

/** An id that a form can offer; any other can still be pasted, because the interface lists none of these. */
export interface Suggestion {
  readonly value: string
  /** What stands beside it, such as the phone number or the agent's name. */
  readonly label?: string
  /** `used`: sent before from this browser and taken by the service. `sample`: the local service comes with it. */
  readonly source: 'used' | 'sample'
}

export interface Suggestions {
  readonly sttConfigIds: readonly Suggestion[]
  readonly ttsConfigIds: readonly Suggestion[]
  readonly llmConfigIds: readonly Suggestion[]
  readonly voiceIds: readonly Suggestion[]
  readonly phoneNumberIds: readonly Suggestion[]
  readonly toolSlugs: readonly Suggestion[]
  readonly preBuiltToolSlugs: readonly Suggestion[]
  readonly agentIds: readonly Suggestion[]
  /** Versions of the known agents; the deployed ones first. */
  readonly versionIds: readonly Suggestion[]
}

/** Gathers the ids that this browser used before, newest first, then the samples of the local service. */
export function suggestionsFrom({
  entries,
  agents,
  samples,
}: {
  entries: readonly LedgerEntry[]
  agents: readonly StoredAgent[]
  samples: ConsoleInfo['samples']
}): Suggestions {
  const bodies = entries.filter(({ state }) => state === 'accepted').map(({ body }) => body)
  const used = (...path: string[]): Suggestion[] =>
    bodies
      .flatMap((body) => valueAt(body, path))
      .filter((value) => typeof value === 'string' && value !== '')
      .map((value) => ({ value: value as string, source: 'used' }))
  const sampled = (values: readonly string[] = []): Suggestion[] =>
    values.map((value) => ({ value, source: 'sample' }))
  const numbers = (samples?.phoneNumbers ?? []).map(
    ({ id, phoneNumber }): Suggestion => ({ value: id, label: phoneNumber, source: 'sample' }),
  )
  const versions = agents.flatMap(({ name, versions, deployedVersionId }) =>
    versions.map(({ versionId, label }) => {
      const deployed = versionId === deployedVersionId
      const said = [name, label, deployed ? 'deployed' : undefined].filter((part) => part !== undefined)
      return { deployed, suggestion: { value: versionId, label: said.join(', '), source: 'used' as const } }
    }),
  )
  return {
    sttConfigIds: distinct([...used('sttConfigId'), ...sampled(samples?.sttConfigIds)]),
    ttsConfigIds: distinct([...used('ttsConfigId'), ...sampled(samples?.ttsConfigIds)]),
    llmConfigIds: distinct([...used('llmConfigId'), ...sampled(samples?.llmConfigIds)]),
    voiceIds: distinct([...used('voiceId'), ...sampled(samples?.voiceIds)]),
    phoneNumberIds: distinct([...used('outboundPhoneNumberId'), ...used('fromPhoneNumberId'), ...numbers]),
    toolSlugs: distinct([...used('prompt', 'tools'), ...sampled(samples?.toolSlugs)]),
    preBuiltToolSlugs: distinct([...used('prompt', 'preBuiltTools'), ...sampled(samples?.preBuiltToolSlugs)]),
    agentIds: agents.map(({ agentId, name }) => ({ value: agentId, label: name, source: 'used' })),
    versionIds: distinct([
      ...versions.filter(({ deployed }) => deployed).map(({ suggestion }) => suggestion),
      ...versions.map(({ suggestion }) => suggestion),
      ...used('versionId'),
      ...used('agentVersionId'),
    ]),
  }
}

function valueAt(body: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return Array.isArray(body) ? body : [body]
  return isWire(body) && Object.hasOwn(body, name) ? valueAt(body[name], rest) : []
}

/** One of each value, at its first place, with the first label that any of them has. */
function distinct(all: readonly Suggestion[]): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const each of all) {
    const known = found.get(each.value)
    found.set(each.value, known ? { ...known, label: known.label ?? each.label } : each)
  }
  return [...found.values()]
}

export const suggestionQueries = {
  /** Ids for the pickers of the forms. */
  ids: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'suggestions'],
      queryFn: async ({ client }) => {
        const [ledger, { serviceName, samples }] = await Promise.all([ledgerOf(client), connectionOf(client)])
        const [entries, agents] = await Promise.all([ledger.entries(serviceName), ledger.agents(serviceName)])
        return suggestionsFrom({ entries, agents, samples })
      },
    }),
}
