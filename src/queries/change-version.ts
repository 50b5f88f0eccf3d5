import { mutationOptions } from '@tanstack/react-query'
import { updateAgentVersion } from '../contract/agent-versions'
import type { Wire } from '../contract/reply'
import { NotDone } from '../jobs/not-done'
import { agentVersionQueries } from './agent-versions'
import { withChangedVersion } from './stored-agent'
import { type WriteRequest, write } from './write'

/** Somebody else changed the same fields of a version. */
export class ChangedMeanwhile extends NotDone {
  constructor(readonly content: Wire) {
    super(
      'This version was changed elsewhere meanwhile',
      'Nothing was sent, and what you typed stays.',
      'Save again to overwrite it, or reload the page to see it beside what you typed.',
    )
  }
}

/**
 * Changes fields of a version in place, each replaced whole. `seen`: what the version held when somebody began to change it. Rejects with
 * `ChangedMeanwhile`, and sends nothing, where one of these fields is another by now.
 */
export const changeVersion = (seen?: Wire) =>
  mutationOptions({
    mutationFn: async (request: WriteRequest<typeof updateAgentVersion>, { client }) => {
      const { params, body } = request
      const now = await client
        .query({ ...agentVersionQueries.list(params.agentId), staleTime: 0 })
        // Where it cannot be read, the service has the last word.
        .catch(() => undefined)
      const content = now?.items.find(({ id }) => id === params.versionId)?.content
      const isOther = (name: string) => JSON.stringify(content?.[name]) !== JSON.stringify(seen?.[name])
      if (seen && content && Object.keys(body).some(isOther)) throw new ChangedMeanwhile(content)
      return write(client, updateAgentVersion, {
        ...request,
        after: ({ ledger, service }) => {
          const done = { ...params, changes: body, service, now: new Date().toISOString() }
          return ledger.changeAgent(service, params.agentId, (stored) => withChangedVersion(stored, done))
        },
      })
    },
    meta: { writes: [updateAgentVersion] },
  })
