import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { createAgent, deployVersion } from '../contract/agents'
import { isPathId } from '../contract/operation'
import type { StoredAgent } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './ledger'
import { type EnteredAgent, withDeployed, withDetails, withEntered, withVersionDetails } from './stored-agent'
import { sending } from './write'

export type { StoredAgent } from '../ledger/entry'

export const agentQueries = {
  /** The agents that this browser created or that were added to it, newest first; the interface lists none. */
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

/** A change of what this browser stores of its agents. Nothing is sent. */
const storing = <Input, Output>(change: (ledger: Ledger, service: string, input: Input) => Promise<Output>) =>
  mutationOptions({
    mutationFn: async (input: Input, { client }) =>
      change(await ledgerOf(client), (await connectionOf(client)).serviceName, input),
    meta: { invalidates: [keys.agents, keys.ledger] },
  })

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
      return ledger.changeAgent(service, params.agentId, (stored) =>
        withDeployed(stored, { ...params, service, now }),
      )
    }),

  /** Stores an agent that was made elsewhere. Nothing checks that it exists. */
  addById: () =>
    storing((ledger, service, entered: EnteredAgent): Promise<StoredAgent> => {
      for (const id of [entered.agentId, entered.versionId ?? entered.agentId])
        if (!isPathId(id)) throw new RangeError(`"${id}" cannot be used in an address`)
      const now = new Date().toISOString()
      return ledger.changeAgent(service, entered.agentId, (stored) =>
        withEntered(stored, { ...entered, service, now }),
      )
    }),

  /** Changes what this browser calls an agent. */
  describe: () =>
    storing(
      (ledger, service, { agentId, ...details }: { agentId: string; name: string; description?: string }) =>
        ledger.changeAgent(service, agentId, (stored) => withDetails(stored, details)),
    ),

  /** Stores label and note of a version. */
  describeVersion: () =>
    storing(
      (
        ledger,
        service,
        { agentId, ...details }: { agentId: string; versionId: string; label?: string; note?: string },
      ) => ledger.changeAgent(service, agentId, (stored) => withVersionDetails(stored, details)),
    ),

  /** Takes an agent off the list of this browser; the service keeps it. Resolves with it, for Undo. */
  forget: () =>
    storing(async (ledger, service, { agentId }: { agentId: string }) => {
      const stored = await ledger.agent(service, agentId)
      await ledger.forgetAgent(service, agentId)
      return stored
    }),

  /** Puts a forgotten agent back as it was. */
  restore: () =>
    storing((ledger, _service, agent: StoredAgent) =>
      ledger.changeAgent(agent.service, agent.agentId, () => agent),
    ),
}
