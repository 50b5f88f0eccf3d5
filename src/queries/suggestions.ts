import type { ConsoleInfo } from '../contract/console-info'
import { at } from '../contract/version-content'
import type { LedgerEntry } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { recorded } from './ledger'

/** An id that a form can offer; any other can still be pasted, because the interface lists none of these. */
interface Suggestion {
  id: string
  /** Such as the phone number or the agent's name; else the id. */
  label: string
  /** `used before`: sent from this browser and accepted. `sample`: the local service comes with it. */
  note: 'used before' | 'sample'
}

export type Suggestions = ReturnType<typeof suggestionsFrom>

/** Gathers the ids that this browser used before, newest first, then the samples of the local service. */
export function suggestionsFrom(entries: readonly LedgerEntry[], samples: ConsoleInfo['samples']) {
  const bodies = entries.filter(({ state }) => state === 'accepted').map(({ body }) => body)
  const sent = (...paths: string[]) =>
    paths
      .flatMap((path) => bodies.flatMap((body) => at(body, path)))
      .filter((id): id is string => typeof id === 'string' && id !== '')
  const offer = (
    used: readonly string[],
    sampled: readonly string[] = [],
    names?: ReadonlyMap<string, string>,
  ): readonly Suggestion[] => {
    const isUsed = new Set(used)
    return [...new Set([...used, ...sampled])].map((id) => ({
      id,
      label: names?.get(id) || id,
      note: isUsed.has(id) ? 'used before' : 'sample',
    }))
  }
  const numbers = new Map(samples?.phoneNumbers.map(({ id, phoneNumber }) => [id, phoneNumber]))
  return {
    sttConfigIds: offer(sent('sttConfigId'), samples?.sttConfigIds),
    ttsConfigIds: offer(sent('ttsConfigId'), samples?.ttsConfigIds),
    llmConfigIds: offer(sent('llmConfigId'), samples?.llmConfigIds),
    voiceIds: offer(sent('voiceId'), samples?.voiceIds),
    phoneNumberIds: offer(sent('outboundPhoneNumberId', 'fromPhoneNumberId'), [...numbers.keys()], numbers),
    toolSlugs: offer(sent('prompt.tools'), samples?.toolSlugs),
    preBuiltToolSlugs: offer(sent('prompt.preBuiltTools'), samples?.preBuiltToolSlugs),
    callVersionIds: offer(sent('versionId')),
    threadVersionIds: offer(sent('agentVersionId')),
  }
}

export const suggestionQueries = {
  /** Ids for the pickers of the forms. */
  ids: () =>
    recorded([...keys.ledger, 'suggestions'], async (ledger, service, client) => {
      const { samples } = await connectionOf(client)
      return suggestionsFrom(await ledger.entries(service), samples)
    }),
}
