import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { createAgent, deployVersion } from '../contract/agents'
import { isPathId } from '../contract/operation'
import type { StoredAgent } from '../ledger/entry'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './ledger'
import { type EnteredAgent, withDeployed, withDetails, withEntered, withVersionDetails } from './stored-agent'
import { sending } from './write'

export type { StoredAgent } from '../ledger/entry'

export const agentQueries = {
  /** The agents that this browser created or was told about, newest first; the interface lists none. */
  list: () =>
    queryOptions({
      queryKey: [...keys.agents, 'known'],
      queryFn: async ({ client }) =>
        (await ledgerOf(client)).agents((await connectionOf(client)).serviceName),
    }),

  /** One of them, or `null` when this browser does not know the id. */
  one: (agentId: string) =>
    queryOptions({
      queryKey: [...keys.agents, 'one', agentId],
      queryFn: async ({ client }) => {
        const { serviceName } = await connectionOf(client)
        return (await (await ledgerOf(client)).agent(serviceName, agentId)) ?? null
      },
    }),
}

const invalidates = [keys.agents, keys.ledger]

export const agentMutations = {
  /** Creates an agent and remembers it with its first version. */
  create: () =>
    sending(createAgent, ({ body }, { reply, ledger, service }) => {
      if (!reply) return
      const { agentId, versionId, testingLabId } = reply
      const now = new Date().toISOString()
      return ledger.changeAgent(service, agentId, () => ({
        service,
        agentId,
        name: body.name,
        agentType: body.agentType,
        testingLabId,
        source: 'created',
        addedAt: now,
        versions: [{ versionId, createdAt: now, request: body }],
      }))
    }),

  /** Deploys a version, in place of the one that was deployed before. `note`: a `DeployNote`. */
  deploy: () =>
    sending(deployVersion, ({ params }, { ledger, service }) => {
      const now = new Date().toISOString()
      return ledger.changeAgent(service, params.agentId, (known) =>
        withDeployed(known, { ...params, service, now }),
      )
    }),

  /** Remembers an agent that was made elsewhere. Nothing is sent, so nothing checks that it exists. */
  addById: () =>
    mutationOptions({
      mutationFn: async (told: EnteredAgent, { client }): Promise<StoredAgent> => {
        for (const id of [told.agentId, told.versionId ?? told.agentId]) {
          if (!isPathId(id)) throw new RangeError(`"${id}" cannot be used in an address`)
        }
        const { serviceName: service } = await connectionOf(client)
        const now = new Date().toISOString()
        const ledger = await ledgerOf(client)
        return ledger.changeAgent(service, told.agentId, (known) =>
          withEntered(known, { ...told, service, now }),
        )
      },
      meta: { invalidates },
    }),

  /** Changes how this browser calls an agent. Nothing is sent. */
  describe: () =>
    mutationOptions({
      mutationFn: async (
        { agentId, ...details }: { agentId: string; name: string; description?: string },
        { client },
      ) => {
        const { serviceName } = await connectionOf(client)
        const ledger = await ledgerOf(client)
        return ledger.changeAgent(serviceName, agentId, (known) => withDetails(known, details))
      },
      meta: { invalidates },
    }),

  /** Writes down label and note of a version. Nothing is sent. */
  describeVersion: () =>
    mutationOptions({
      mutationFn: async (
        { agentId, ...details }: { agentId: string; versionId: string; label?: string; note?: string },
        { client },
      ) => {
        const { serviceName } = await connectionOf(client)
        const ledger = await ledgerOf(client)
        return ledger.changeAgent(serviceName, agentId, (known) => withVersionDetails(known, details))
      },
      meta: { invalidates },
    }),

  /** Takes an agent off the list of this browser; the service keeps it. Resolves with it, for Undo. */
  forget: () =>
    mutationOptions({
      mutationFn: async ({ agentId }: { agentId: string }, { client }) => {
        const { serviceName } = await connectionOf(client)
        const ledger = await ledgerOf(client)
        const known = await ledger.agent(serviceName, agentId)
        await ledger.forgetAgent(serviceName, agentId)
        return known
      },
      meta: { invalidates },
    }),

  /** Puts a forgotten agent back as it was. */
  restore: () =>
    mutationOptions({
      mutationFn: async (agent: StoredAgent, { client }) =>
        (await ledgerOf(client)).changeAgent(agent.service, agent.agentId, () => agent),
      meta: { invalidates },
    }),
}
