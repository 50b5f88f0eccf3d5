import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ServiceRefusal } from '../client/api-error'
import { createAgentVersion } from '../contract/agent-versions'
import { isPathId } from '../contract/operation'
import { isWhole, isWire, type Wire } from '../contract/reply'
import type { VersionRequest } from '../contract/requests/agents'
import { fieldOf, isMakeable } from '../contract/version-content'
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
import { aFewAtOnce } from './a-few-at-once'
import { askVersions, createVersion, rememberVersion } from './agent-versions'
import { type Decision, Procedures, storedJob } from './job-engine'
import { keys } from './keys'
import { knowledgeService } from './knowledge-service'
import { connectedLedger } from './ledger'
import { perPage } from './page'
import { readEverywhere } from './query-client'
import type { Serving } from './serving'
import { withEntered } from './stored-agent'
import type { Alone } from './work-alone'

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

/** What a person said does not fit what is so. */
const notSo = (message: string, nextStep: string) =>
  new NotDone('This cannot be noted yet', message, nextStep)

class Restructures extends Procedures<Restructure> {
  constructor(client: QueryClient) {
    super(client, restructuring, (run) => runRestructure({ client: restructureClient(client), ...run }))
  }

  start = (given: Omit<Parameters<typeof createRestructure>[0], 'id' | 'startedAt'>) =>
    this.store((begun) => createRestructure({ ...given, ...begun }))

  /** Where a moved version serves, also one that nobody noted as deployed, the former ones serve again before anything is taken from under it. */
  rollBack = (id: string) =>
    this.run(id, async (job, at) => {
      const back = rollBack(job, at)
      return (await this.#serves(job, 'newVersionId'))
        ? rollBack({ ...job, deployedAt: job.deployedAt ?? at }, at)
        : back
    })

  keepOld = (id: string) => this.change(id, keepOld)

  test = (id: string, isTested: boolean) => this.change(id, (job, at) => test(job, isTested ? at : undefined))

  chooseTarget = (id: string, collectionId: string | undefined) =>
    this.run(id, (job) => chooseTarget(job, collectionId))

  /** Lets a person move a version although the service might be able to. */
  moveByHand = (id: string, versionId: string) =>
    this.run(id, (job) => leaveToPerson(job, versionId, 'You chose to do it by hand.'))

  /** Notes that the moved versions are deployed. Rejects with `NotDone` while a former one serves. */
  deployed = (id: string, isDeployed: boolean) =>
    this.change(id, async (job, at) => {
      if (isDeployed) await this.#refuseWhileOldServes(job)
      return deployed(job, isDeployed ? at : undefined)
    })

  /** On the way back: the former versions serve again. Rejects with `NotDone` while a moved one serves. */
  undeployed = (id: string) =>
    this.run(id, async (job, at) => {
      const still = await this.#serves(job, 'newVersionId')
      if (still)
        throw notSo(
          still.isReported
            ? `${still.agentName} still serves with the new collection.`
            : `${still.agentName} is recorded here as serving with the new collection.`,
          still.isReported ? 'Deploy its former version first.' : BY_RECORD,
        )
      return undeployed(job, at)
    })

  retire = (id: string, files: Parameters<typeof retire>[1]) => this.run(id, (job) => retire(job, files))

  /** The old collection loses nothing while a version that uses it serves, also when its retirement is continued. */
  protected override run(id: string, decide: Decision<Restructure>, takesOver?: Alone['takesOver']) {
    const decideAndLook = async (job: Restructure, at: string) => {
      const decided = await decide(job, at)
      if (decided.course === 'forward' && decided.retired) await this.#refuseWhileOldServes(decided)
      return decided
    }
    return super.run(id, decideAndLook, takesOver)
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

  /** An agent whose former or new version serves now, and whether the service reports that. */
  async #serves({ versions }: Restructure, which: 'versionId' | 'newVersionId') {
    const { servingQueries } = await import('./serving')
    const read = new Map<string, Serving>()
    await aFewAtOnce([...new Set(versions.map(({ agentId }) => agentId))], async (agentId) =>
      read.set(agentId, await this.client.query({ ...servingQueries.one(agentId), staleTime: 0 })),
    )
    for (const { agentId, agentName, newVersionId, [which]: versionId = '' } of versions) {
      const { versionIds = [], isReported = false } = read.get(agentId) ?? {}
      // Where a person keeps the new version's id to themselves, the record cannot say that it serves.
      const mayTell = isReported || newVersionId !== undefined
      if (mayTell && versionIds.includes(versionId)) return { agentName, isReported }
    }
    return undefined
  }

  async #refuseWhileOldServes(job: Restructure): Promise<void> {
    const still = await this.#serves(job, 'versionId')
    if (still)
      throw notSo(
        `The former version of ${still.agentName} is ${still.isReported ? 'still deployed' : 'recorded here as deployed'}.`,
        still.isReported ? 'Deploy the moved version first.' : BY_RECORD,
      )
  }
}

const BY_RECORD =
  "The service does not report what is deployed. Deploy the other version first; if that was done elsewhere, say so on the agent's page with “Add version by id”."

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
        body: isMakeable(version.content) ? version.content : undefined,
      }))
    },
    createVersion: async ({ agentId, body }) =>
      // Reported by the service, it is sent back as it came (D130).
      createVersion(client, { agentId, body: body as VersionRequest }),
    foundVersion: async ({ agentId, versionId, body }) => {
      await rememberVersion(client, { agentId, versionId, body })
      await settleCopy(client, agentId, body)
    },
    isMissing: (error) =>
      error instanceof ServiceRefusal && !error.fromProxy && MISSING.includes(error.status),
  }
}

/** Records the newest copy without an answer that was sent with these collections as done, now that the service lists it (D936). */
async function settleCopy(client: QueryClient, agentId: string, found: Wire | undefined): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  const idsOf = (body: unknown) => hashKey([isWire(body) && body.knowledgeBaseCollectionIds])
  const lost = (await ledger.entries(service, createAgentVersion.name)).find(
    ({ state, params, body }) =>
      state === 'unknown' && params.agentId === agentId && idsOf(body) === idsOf(found),
  )
  if (!lost) return
  await ledger.finish(service, lost.id, { state: 'accepted', reply: lost.reply, found: true })
  await readEverywhere(client, [keys.ledger])
}
