import { mutationOptions } from '@tanstack/react-query'
import { outcomeOf } from '../client/api-error'
import { updateAgentVersion } from '../contract/agent-versions'
import type { Wire } from '../contract/reply'
import { agentVersionQueries } from './agent-versions'
import { ChangedMeanwhile, isOther } from './changed-meanwhile'
import { keys } from './keys'
import { withChangedVersion } from './stored-agent'
import { type WriteRequest, write } from './write'

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
      const now = await client
        .query({ ...agentVersionQueries.list(params.agentId), staleTime: 0 })
        // Where it cannot be read, the service has the last word.
        .catch(() => undefined)
      const content = now?.items.find(({ id }) => id === params.versionId)?.content
      if (seen && content && isOther(body, seen, content)) throw new ChangedMeanwhile('version', content)
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
