import { createAgent } from '../contract/agents'
import { isPathId } from '../contract/operation'
import type { StoredAgent } from '../ledger/entry'
import type { Ledger } from '../ledger/ledger'
import { keys } from './keys'
import { recording } from './ledger'
import { type EnteredAgent, withEntered, withVersionDetails } from './stored-agent'
import { sending } from './write'

const changing = <Input, Output>(
  change: (input: Input, ledger: Ledger, service: string) => Output | Promise<Output>,
) => recording([keys.agents], change)

const now = () => new Date().toISOString()

export const agentMutations = {
  create: () =>
    sending(createAgent, ({ body }, { reply, ledger, service }) => {
      if (!reply) return
      const { agentId, versionId, versionNumber: number, testingLabId } = reply
      const addedAt = now()
      return ledger.changeAgent(service, agentId, () => ({
        service,
        agentId,
        name: body.name,
        agentType: body.agentType,
        testingLabId,
        source: 'created',
        addedAt,
        versions: [{ versionId, number, createdAt: addedAt, request: body }],
      }))
    }),

  /** Stores an agent that was made elsewhere. Nothing checks that it exists. */
  addById: () =>
    changing((entered: EnteredAgent, ledger, service): Promise<StoredAgent> => {
      for (const id of [entered.agentId, entered.versionId ?? entered.agentId])
        if (!isPathId(id)) throw new RangeError(`"${id}" cannot be used in an address`)
      return ledger.changeAgent(service, entered.agentId, (stored) =>
        withEntered(stored, { ...entered, service, now: now() }),
      )
    }),

  describeVersion: () =>
    changing(
      (
        {
          agentId,
          versionId,
          ...changes
        }: { agentId: string; versionId: string; label?: string; note?: string },
        ledger,
        service,
      ) =>
        ledger.changeAgent(service, agentId, (stored) =>
          withVersionDetails(stored, { agentId, versionId, service, now: now() }, changes),
        ),
    ),

  /** Takes an agent off the list of this browser; the service keeps it. Resolves with it, for Undo. */
  forget: () =>
    changing(async ({ agentId }: { agentId: string }, ledger, service) => {
      const stored = await ledger.agent(service, agentId)
      await ledger.forgetAgent(service, agentId)
      return stored
    }),

  restore: () =>
    changing((agent: StoredAgent, ledger) => ledger.changeAgent(agent.service, agent.agentId, () => agent)),
}
