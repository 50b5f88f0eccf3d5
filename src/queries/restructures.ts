import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { isPathId } from '../contract/operation'
import type { VersionRequest } from '../contract/requests/agents'
import { fieldOf } from '../contract/version-content'
import { NotDone } from '../jobs/not-done'
import { goOn } from '../jobs/procedure'
import { createRestructure, leaveToPerson, type Restructure, restructuring } from '../jobs/restructure'
import {
  chooseTarget,
  deployed,
  keepOld,
  movedByHand,
  retire,
  rollBack,
  test,
  undeployed,
} from '../jobs/restructure-decisions'
import { type RestructureClient, runRestructure } from '../jobs/run-restructure'
import type { StoredAgent } from '../ledger/entry'
import { askVersions, createVersion, rememberVersion } from './agent-versions'
import { newJobId, Procedures, storedJob } from './job-engine'
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
  nextAction,
  type Restructure,
  stepOf,
} from '../jobs/restructure'

export const restructureQueries = { one: (id: string) => queryOptions(storedJob(restructuring, id)) }

/** What a person said does not fit what this browser has stored. */
const notSo = (message: string, nextStep: string) =>
  new NotDone('This cannot be noted yet', message, nextStep)

const now = () => new Date().toISOString()

class Restructures extends Procedures<Restructure> {
  constructor(client: QueryClient) {
    super(client, restructuring, (job, run) =>
      runRestructure({ job, client: restructureClient(client), ...run }),
    )
  }

  /** Stores a new one; resolves with its id. It begins with `goOn`. */
  async start(given: Omit<Parameters<typeof createRestructure>[0], 'id' | 'startedAt'>): Promise<string> {
    const id = newJobId()
    await this.store(createRestructure({ ...given, id, startedAt: now() }))
    return id
  }

  rollBack = (id: string) => this.run(id, (job) => rollBack(job, now()))

  test = (id: string, tested: boolean) => this.change(id, (job) => test(job, tested ? now() : undefined))

  keepOld = (id: string) => this.change(id, (job) => keepOld(job, now()))

  /** Says which collection was created, or that none was, and continues. */
  chooseTarget = (id: string, collectionId: string | undefined) =>
    this.run(id, (job) => chooseTarget(goOn(job), collectionId))

  /** Lets a person move a version although the service might be able to. */
  moveByHand = (id: string, versionId: string) =>
    this.run(id, (job) => leaveToPerson(goOn(job), versionId, 'You chose to do it by hand.'))

  /** Notes that the moved versions are deployed, unless this browser knows better. Rejects with `NotDone`. */
  async deployed(id: string, isDeployed: boolean): Promise<void> {
    const agents = await this.#agents()
    return this.change(id, (job) => {
      if (isDeployed) refuseWhileServing(job, agents)
      return deployed(job, isDeployed ? now() : undefined)
    })
  }

  /** On the way back: the former versions serve again. Rejects with `NotDone` where this browser knows better. */
  async undeployed(id: string): Promise<void> {
    const agents = await this.#agents()
    return this.run(id, (job) => {
      for (const { agentId, newVersionId, agentName } of job.versions) {
        const serving = agents.find((each) => each.agentId === agentId)?.deployedVersionId
        if (newVersionId !== undefined && serving === newVersionId)
          throw notSo(
            `As far as this browser knows, ${agentName} still serves with the new collection.`,
            'Deploy its former version first.',
          )
      }
      return undeployed(goOn(job), now())
    })
  }

  /** Agrees that these files leave the old collection, and goes on with it. */
  async retire(id: string, files: readonly { fileId: string; fileName?: string }[]): Promise<void> {
    const agents = await this.#agents()
    return this.run(id, (job) => {
      refuseWhileServing(job, agents)
      return retire(goOn(job), files)
    })
  }

  /** A person moved a version in the service; its new id, where they know it, joins what this browser knows of the agent. */
  async moved(id: string, version: { agentId: string; versionId: string }, newVersionId: string | undefined) {
    if (newVersionId !== undefined && (!isPathId(newVersionId) || newVersionId === version.versionId))
      throw notSo(
        `${newVersionId} is ${newVersionId === version.versionId ? 'the version that is to be moved' : 'no id'}.`,
        'Paste the id of the new version as the service shows it.',
      )
    if (newVersionId !== undefined) {
      const { ledger, service } = await connectedLedger(this.client)
      const { agentId } = version
      await ledger.changeAgent(service, agentId, (known) =>
        withEntered(known, { agentId, versionId: newVersionId, service, now: now() }),
      )
    }
    await this.run(id, (job) => movedByHand(goOn(job), version.versionId, { newVersionId, at: now() }))
  }

  async #agents(): Promise<readonly StoredAgent[]> {
    const { ledger, service } = await connectedLedger(this.client)
    return ledger.agents(service)
  }
}

/**
 * The old collection may not lose files while a version that uses it serves. Only what this browser knows can speak against a person's word: where
 * the new version's id is not known here, neither is its deployment.
 */
function refuseWhileServing({ versions }: Restructure, agents: readonly StoredAgent[]): void {
  for (const { agentId, agentName, versionId, newVersionId } of versions)
    if (
      newVersionId !== undefined &&
      agents.find((each) => each.agentId === agentId)?.deployedVersionId === versionId
    )
      throw notSo(
        `As far as this browser knows, the former version of ${agentName} is still deployed.`,
        "Deploy the new one first; if that was done elsewhere, say so on the agent's page under Add version.",
      )
}

/** The changes of structure of this page. */
export const restructuresOf = perPage((client) => new Restructures(client))

/** The operations that a service may lack answer so (D1). */
const MISSING = [404, 405, 501]

/** What a change of structure does, through the ledger as every write; and what it sees, read past the cache. */
function restructureClient(client: QueryClient): RestructureClient {
  return {
    ...knowledgeService(client),
    async listVersions({ agentId, signal }) {
      const listed = await askVersions(client, agentId, signal)
      // In a list that was cut short nobody can tell the copy from the versions that were there before.
      if (!listed || !isWhole(listed)) return undefined
      return listed.items.map((version) => ({
        id: version.id,
        collectionIds: fieldOf(version.content, 'knowledgeBaseCollectionIds'),
        body: version.content,
      }))
    },
    createVersion: async ({ agentId, body }) =>
      // Told by the service, it goes back as it came (D130).
      (await createVersion(client, { agentId, body: body as VersionRequest })).id,
    foundVersion: ({ agentId, versionId, body }) => rememberVersion(client, { agentId, versionId, body }),
    isMissing: (error) =>
      error instanceof ServiceRefusal && !error.fromProxy && MISSING.includes(error.status),
  }
}
