import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { outcomeOf } from '../client/api-error'
import { type createAgentVersion, updateAgentVersion } from '../contract/agent-versions'
import type { Wire } from '../contract/reply'
import { versionFields } from '../contract/version-fields'
import { agentVersionMutations, agentVersionQueries, createVersion } from './agent-versions'
import { ChangedMeanwhile, isOther } from './changed-meanwhile'
import { keys } from './keys'
import { askShared } from './query-client'
import { withChangedVersion } from './stored-agent'
import { type WriteRequest, write } from './write'

/** Rejects with `ChangedMeanwhile` where one of these fields of a version is another by now than it was `seen` (D793). */
async function refuseUnseen(
  client: QueryClient,
  { agentId, versionId }: { readonly agentId: string; readonly versionId: string },
  fields: object,
  seen: Wire | undefined,
): Promise<void> {
  const now = await askShared(client, { ...agentVersionQueries.list(agentId), staleTime: 0 })
    // Where it cannot be read, the service has the last word.
    .catch(() => undefined)
  const content = now?.items.find(({ id }) => id === versionId)?.content
  if (seen && content && isOther(fields, seen, content)) throw new ChangedMeanwhile('version', content)
}

/**
 * Creates a further version, whole, that starts from another. `seen`: what that one held when somebody began. Rejects as `changeVersion` does
 * where any field of it is another by now: the new one would take it back.
 */
export const newVersion = (versionId: string, seen?: Wire) =>
  mutationOptions({
    ...agentVersionMutations.create(),
    mutationFn: async ({ params, body }: WriteRequest<typeof createAgentVersion>, { client }) => {
      await refuseUnseen(client, { ...params, versionId }, { ...versionFields, ...body }, seen)
      return createVersion(client, { ...params, body })
    },
  })

/**
 * Changes fields of a version in place, each replaced whole. `seen`: what the version held when somebody began to change it. Rejects with
 * `ChangedMeanwhile`, and sends nothing, where one of these fields is another by now.
 */
export const changeVersion = (seen?: Wire) =>
  mutationOptions({
    mutationFn: async (request: WriteRequest<typeof updateAgentVersion>, { client }) => {
      const { params, body } = request
      // Before anything is sent: what is accepted must be marked.
      const { markChanged } = await import('./edited-versions')
      const markOld = () =>
        markChanged(client, params.agentId, ({ versionId }) => versionId === params.versionId)
      await refuseUnseen(client, params, body, seen)
      return write(client, updateAgentVersion, {
        ...request,
        after: async ({ ledger, service }) => {
          await markOld()
          const done = { ...params, changes: body, service, now: new Date().toISOString() }
          return ledger.changeAgent(service, params.agentId, (stored) => withChangedVersion(stored, done))
        },
      }).catch(async (error: unknown) => {
        // It may have been changed.
        if (outcomeOf(error) === 'unknown') await markOld().catch(() => undefined)
        throw error
      })
    },
    meta: { writes: [updateAgentVersion], invalidates: [keys.evidence] },
  })
