import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { isPathId } from '../contract/operation'
import type { VersionRequest } from '../contract/requests/agents'
import { fieldOf } from '../contract/version-content'
import { NotDone } from '../jobs/not-done'
import {
  chooseTarget,
  createRestructure,
  deployed,
  keepOld,
  leaveToPerson,
  movedByHand,
  type Restructure,
  restructuring,
  retire,
  rollBack,
  test,
  undeployed,
} from '../jobs/restructure'
import { type RestructureClient, runRestructure } from '../jobs/run-restructure'
import { askVersions, createVersion, rememberVersion } from './agent-versions'
import { Procedures, storedJob } from './job-engine'
import { knowledgeService } from './knowledge-service'
import { connectedLedger } from './ledger'
import { isWhole } from './membership'
import { perPage } from './page'
import { withEntered } from './stored-agent'

export {
  type Moved,
  mayDeploy,
  mayRollBack as mayRollBackRestructure,
  mayTest,
  type Next as NextRestructuring,
  type Restructure,
  restructuring,
} from '../jobs/restructure'

export const restructureQueries = { one: (id: string) => queryOptions(storedJob(restructuring, id)) }

/** What a person said does not fit what this browser has stored. */
const notSo = (message: string, nextStep: string) =>
  new NotDone('This cannot be noted yet', message, nextStep)

class Restructures extends Procedures<Restructure> {
  constructor(client: QueryClient) {
    super(client, restructuring, (run) => runRestructure({ client: restructureClient(client), ...run }))
  }

  start = (given: Omit<Parameters<typeof createRestructure>[0], 'id' | 'startedAt'>) =>
    this.store((begun) => createRestructure({ ...given, ...begun }))

  rollBack = (id: string) => this.run(id, rollBack)

  keepOld = (id: string) => this.change(id, keepOld)

  test = (id: string, isTested: boolean) => this.change(id, (job, at) => test(job, isTested ? at : undefined))

  chooseTarget = (id: string, collectionId: string | undefined) =>
    this.run(id, (job) => chooseTarget(job, collectionId))

  /** Lets a person move a version although the service might be able to. */
  moveByHand = (id: string, versionId: string) =>
    this.run(id, (job) => leaveToPerson(job, versionId, 'You chose to do it by hand.'))

  /** Notes that the moved versions are deployed. Rejects with `NotDone` where this browser's record says otherwise. */
  async deployed(id: string, isDeployed: boolean): Promise<void> {
    const servesWith = await this.#serving()
    return this.change(id, (job, at) => {
      if (isDeployed) refuseWhileOldServes(servesWith(job, 'versionId'))
      return deployed(job, isDeployed ? at : undefined)
    })
  }

  /** On the way back: the former versions serve again. Rejects with `NotDone` where this browser's record says otherwise. */
  async undeployed(id: string): Promise<void> {
    const servesWith = await this.#serving()
    return this.run(id, (job, at) => {
      const agentName = servesWith(job, 'newVersionId')
      if (agentName !== undefined)
        throw notSo(
          `As far as the console knows, ${agentName} still serves with the new collection.`,
          'Deploy its former version first.',
        )
      return undeployed(job, at)
    })
  }

  async retire(id: string, files: Parameters<typeof retire>[1]): Promise<void> {
    const servesWith = await this.#serving()
    return this.run(id, (job) => {
      refuseWhileOldServes(servesWith(job, 'versionId'))
      return retire(job, files)
    })
  }

  /** A person moved a version in the service; its new id, where they know it, joins what this browser has of the agent. */
  async moved(id: string, version: { agentId: string; versionId: string }, newVersionId: string | undefined) {
    const { agentId, versionId } = version
    if (newVersionId !== undefined) {
      const isOld = newVersionId === versionId
      if (isOld || !isPathId(newVersionId))
        throw notSo(
          `${newVersionId} is ${isOld ? 'the version that is to be moved' : 'no id'}.`,
          'Paste the id of the new version as the service shows it.',
        )
      const { ledger, service } = await connectedLedger(this.client)
      const now = new Date().toISOString()
      await ledger.changeAgent(service, agentId, (stored) =>
        withEntered(stored, { agentId, versionId: newVersionId, service, now }),
      )
    }
    await this.run(id, (job, at) => movedByHand(job, versionId, { newVersionId, at }))
  }

  /**
   * Names an agent whose former or new version serves. Only what this browser has stored can speak against a person's word: where the new
   * version's id is not known here, neither is its deployment.
   */
  async #serving() {
    const { ledger, service } = await connectedLedger(this.client)
    const agents = await ledger.agents(service)
    return ({ versions }: Restructure, which: 'versionId' | 'newVersionId') =>
      versions.find(
        (version) =>
          version.newVersionId !== undefined &&
          agents.find(({ agentId }) => agentId === version.agentId)?.deployedVersionId === version[which],
      )?.agentName
  }
}

/** The old collection may not lose files while a version that uses it serves. */
function refuseWhileOldServes(agentName: string | undefined): void {
  if (agentName !== undefined)
    throw notSo(
      `As far as the console knows, the former version of ${agentName} is still deployed.`,
      "Deploy the new one first; if that was done elsewhere, say so on the agent's page under Add version.",
    )
}

export const restructuresOf = perPage((client) => new Restructures(client))

/** The operations that a service may lack answer so (D1). */
const MISSING = [404, 405, 501]

/** What a change of structure does, through the ledger as every write; and what it sees, read past the cache. */
function restructureClient(client: QueryClient): RestructureClient {
  return {
    ...knowledgeService(client),
    async listVersions({ agentId, signal }) {
      const listed = await askVersions(client, agentId, signal)
      // In a list that was cut short the copy cannot be told from the versions before it.
      if (!listed || !isWhole(listed)) return undefined
      return listed.items.map((version) => ({
        id: version.id,
        collectionIds: fieldOf(version.content, 'knowledgeBaseCollectionIds'),
        body: version.content,
      }))
    },
    createVersion: async ({ agentId, body }) =>
      // Reported by the service, it is sent back as it came (D130).
      (await createVersion(client, { agentId, body: body as VersionRequest })).id,
    foundVersion: ({ agentId, versionId, body }) => rememberVersion(client, { agentId, versionId, body }),
    isMissing: (error) =>
      error instanceof ServiceRefusal && !error.fromProxy && MISSING.includes(error.status),
  }
}
