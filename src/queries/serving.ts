import { queryOptions } from '@tanstack/react-query'
import { affectedVersions } from './affected-versions'
import { agentVersionQueries } from './agent-versions'
import { agentQueries } from './agents'
import { saysDeployed } from './deployments'
import { isNotFound } from './extension'
import { keys } from './keys'
import { connectedLedger } from './ledger'
import { askShared } from './query-client'
import { reportedAgents } from './reported-agents'

/** The versions that answer an agent's traffic. */
export interface Serving {
  readonly versionIds: readonly string[]
  /** By the service; else it is what was recorded here. */
  readonly isReported: boolean
}

/** Who loses what a collection loses: the deployed versions that answer from it. */
export interface LiveUsers {
  /** Names of their agents. */
  readonly agents: readonly string[]
  /** So many agents are known by their record alone, as the service does not report their versions. */
  readonly unreported: number
}

export const servingQueries = {
  /** Asked of the service now: its versions, then its list of agents; where neither says it, the record counts (D826). */
  one: (agentId: string) =>
    queryOptions({
      queryKey: [...keys.agents, 'serving', agentId],
      queryFn: async ({ client }): Promise<Serving> => {
        const versions = askShared(client, { ...agentVersionQueries.list(agentId), staleTime: 0 })
        const said = saysDeployed(
          await versions.catch((error: unknown) => {
            if (isNotFound(error)) return null
            throw error
          }),
        )
        if (said) return { versionIds: said, isReported: true }
        const listed = await askShared(client, { ...reportedAgents(), staleTime: 0 })
        const listedId = listed.find(({ id }) => id === agentId)?.deployedVersionId
        if (listedId !== undefined) return { versionIds: [listedId], isReported: true }
        const { ledger, service } = await connectedLedger(client)
        const recorded = (await ledger.agent(service, agentId))?.deployedVersionId
        return { versionIds: recorded === undefined ? [] : [recorded], isReported: false }
      },
    }),

  /** Of every agent known, asked now; 50 of them are not enough where something is taken away (D827). */
  onCollection: (collectionId: string) =>
    queryOptions({
      queryKey: [...keys.agents, 'live users', collectionId],
      queryFn: async ({ client }): Promise<LiveUsers> => {
        await askShared(client, { ...reportedAgents(), staleTime: 0 })
        const { inDetail } = await import('./agents-in-detail')
        const known = await client.query({ ...agentQueries.list(), staleTime: 0 })
        const { agents, reported } = await inDetail(client, known, { staleTime: 0 })
        const live = affectedVersions(agents, [collectionId]).filter(({ deployed }) => deployed)
        return { agents: live.map(({ agentName }) => agentName), unreported: known.length - reported }
      },
    }),
}
