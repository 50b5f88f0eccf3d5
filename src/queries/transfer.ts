import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import {
  type AgentChange,
  type AgentExport,
  AgentExportRefused,
  compareAgentExport,
  mergeAgent,
  readAgentExport,
  toAgentExport,
} from './agent-export'
import { deploymentsOf } from './deployments'
import { keys } from './keys'
import { connectedLedger } from './ledger'

/** The largest file that is read, in bytes. */
const LARGEST = 50_000_000

/** A file that was read, and what importing it would do. */
export interface ImportPlan {
  readonly file: AgentExport
  readonly changes: readonly AgentChange[]
  /** The service that the console is connected to, where the file is of another. */
  readonly otherService?: string
}

async function storedHere(client: QueryClient) {
  const { ledger, service } = await connectedLedger(client)
  const [agents, entries, evidence] = await Promise.all([
    ledger.agents(service),
    ledger.entries(service, 'deployVersion'),
    ledger.evidence(service),
  ])
  const deployments = new Map(agents.map((agent) => [agent.agentId, deploymentsOf(entries, agent)]))
  return { service, ledger, agents, deployments, evidence }
}

export const transferMutations = {
  /** Gathers what this browser stores of its agents, to be saved as a file. */
  exportAgents: () =>
    mutationOptions<AgentExport, Error, void>({
      mutationFn: async (_nothing, { client }) => {
        const here = await storedHere(client)
        return toAgentExport(here.service, new Date().toISOString(), here)
      },
    }),

  /** Reads a file and says what importing it would do. Changes nothing; rejects with `AgentExportRefused`. */
  plan: () =>
    mutationOptions({
      mutationFn: async (chosen: File, { client }): Promise<ImportPlan> => {
        if (chosen.size > LARGEST)
          throw new AgentExportRefused(
            'The file is larger than 50 MB. The export of known agents is far smaller; choose that one.',
          )
        const text = await chosen.text().catch(() => {
          throw new AgentExportRefused('The browser could not read the file. Choose it again.')
        })
        const file = readAgentExport(text)
        const here = await storedHere(client)
        const otherService = file.service === here.service ? undefined : here.service
        return { file, changes: compareAgentExport(file, here), otherService }
      },
    }),

  /** Imports a file: merged with what is stored at that moment, agent by agent. Nothing is sent. */
  importAgents: () =>
    mutationOptions({
      mutationFn: async (file: AgentExport, { client }) => {
        const { service, ledger, evidence } = await storedHere(client)
        for (const imported of file.agents)
          await ledger.changeAgent(service, imported.agentId, (agent) => mergeAgent(agent, imported, service))
        const ids = new Set(evidence.map(({ id }) => id))
        for (const each of file.evidence)
          if (!ids.has(each.id)) await ledger.saveEvidence({ ...each, service })
      },
      meta: { invalidates: [keys.agents, keys.evidence, keys.ledger] },
    }),
}
