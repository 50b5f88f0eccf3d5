import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { outcomeOf } from '../client/api-error'
import { type AgentVersions, type createAgentVersion, updateAgentVersion } from '../contract/agent-versions'
import { deployVersion } from '../contract/agents'
import type { Wire } from '../contract/reply'
import { at, readContent } from '../contract/version-content'
import { fieldList, versionFields } from '../contract/version-fields'
import { agentVersionMutations, agentVersionQueries, createVersion } from './agent-versions'
import { ChangedMeanwhile, inOrder, isOther } from './changed-meanwhile'
import { saysDeployed } from './deployments'
import { keys } from './keys'
import { askShared } from './query-client'
import { withChangedVersion, withDeployed } from './stored-agent'
import { type WriteRequest, write } from './write'

/** The versions of an agent, asked for now. Where they cannot be read, the service has the last word. */
const versionsNow = (client: QueryClient, agentId: string) =>
  askShared(client, { ...agentVersionQueries.list(agentId), staleTime: 0 }).catch(() => undefined)

const contentIn = (versions: AgentVersions | null | undefined, versionId: string) =>
  versions?.items.find(({ id }) => id === versionId)?.content

/**
 * Rejects with `ChangedMeanwhile` where one of these fields of a version is another by now than it was `seen` (D793), and where the agent has a
 * newer version than `newest`.
 */
async function refuseUnseen(
  client: QueryClient,
  { agentId, versionId }: { readonly agentId: string; readonly versionId: string },
  fields: object,
  seen: Wire | undefined,
  newest?: string,
): Promise<void> {
  const now = await versionsNow(client, agentId)
  const content = contentIn(now, versionId)
  const [last] = now?.items ?? []
  if (newest !== undefined && last && last.id !== newest) throw new ChangedMeanwhile('agent', now)
  if (seen && content && isOther(fields, seen, content))
    throw newest === undefined ? new ChangedMeanwhile('version', content) : new ChangedMeanwhile('agent', now)
}

/**
 * Creates a further version, whole, that starts from another. `seen`: what that one held when somebody began. Rejects as `changeVersion` does
 * where any field of it is another by now: the new one would take it back. `newest`: the newest version as it was shown, where the new one is
 * shown as the one after it, with what it changes.
 */
export const newVersion = (versionId: string, seen?: Wire, newest?: string) =>
  mutationOptions({
    ...agentVersionMutations.create(),
    mutationFn: async ({ params, body }: WriteRequest<typeof createAgentVersion>, { client }) => {
      // What is not declared and goes along as it was may change by itself, as counts and times do.
      const own = Object.entries(body).filter(
        ([name, value]) =>
          fieldList.some(([path]) => path.split('.')[0] === name) || inOrder(value) !== inOrder(seen?.[name]),
      )
      const fields = { ...versionFields, ...Object.fromEntries(own) }
      await refuseUnseen(client, { ...params, versionId }, fields, seen, newest)
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
          // The form that begins anew must not begin with what was before, where that is read late.
          client.setQueryData(
            agentVersionQueries.list(params.agentId).queryKey,
            (before) =>
              before && {
                ...before,
                items: before.items.map((each) =>
                  each.id === params.versionId && each.content
                    ? { ...each, content: readContent({ ...each.content, ...body }) }
                    : each,
                ),
              },
          )
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

/**
 * Deploys a version, in place of the one that was deployed before. `note`: a `DeployNote`; `shown`: the versions as whoever deploys it saw them.
 * Rejects with `ChangedMeanwhile`, and sends nothing, where by now it holds something else or another one is deployed (D1028).
 */
export const deployShown = (shown: AgentVersions | null | undefined) =>
  mutationOptions({
    mutationFn: async (request: WriteRequest<typeof deployVersion>, { client }) => {
      const { params } = request
      const now = await versionsNow(client, params.agentId)
      const [then, by] = [shown, now].map((each) => {
        // What is not declared may change by itself, as counts and times do.
        const content = contentIn(each, params.versionId)
        return inOrder([fieldList.map(([path]) => at(content, path)), saysDeployed(each)?.toSorted()])
      })
      if (shown && now && then !== by) throw new ChangedMeanwhile('agent', now)
      return write(client, deployVersion, {
        ...request,
        after: ({ reply, ledger, service }) => {
          const done = { ...params, service, now: new Date().toISOString(), told: reply?.record }
          return ledger.changeAgent(service, params.agentId, (stored) => withDeployed(stored, done))
        },
      })
    },
    meta: { writes: [deployVersion] },
  })
