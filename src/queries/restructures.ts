import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isPathId } from '../contract/operation'
import { NotDone } from '../jobs/not-done'
import { type Restructure, readRestructure } from '../jobs/restructure'
import {
  chooseTarget,
  createRestructure,
  deployed,
  goOn,
  keepOld,
  leaveToPerson,
  movedByHand,
  retire,
  rollBack,
  stop,
  test,
  undeployed,
} from '../jobs/restructure-collection'
import { runRestructure } from '../jobs/run-restructure'
import type { StoredAgent } from '../ledger/entry'
import { newJobId } from './alone'
import { connectionOf } from './info'
import { KeptProcedures, keptProcedure } from './kept-procedures'
import { ledgerOf } from './ledger'
import { rememberOpen } from './open-work'
import { restructureClient } from './restructure-client'
import { withEntered } from './stored-agent'

export { type Moved, RESTRUCTURE_STEPS, type Restructure, type RestructureStep } from '../jobs/restructure'
export {
  mayDeploy,
  mayRollBack as mayRollBackRestructure,
  mayTest,
  nextAction,
  stepOf,
} from '../jobs/restructure-collection'

const options = { kind: 'restructure', read: readRestructure }

export const restructureQueries = { one: (id: string) => queryOptions(keptProcedure(id, options)) }

/** What a person said does not fit what this browser knows. */
const notSo = (message: string, nextStep: string) =>
  new NotDone('This cannot be noted yet', message, nextStep)

const now = () => new Date().toISOString()

/** The changes of structure of this page; as `Replacements`. */
export class Restructures {
  readonly #client: QueryClient
  readonly #kept: KeptProcedures<Restructure>
  readonly subscribe: KeptProcedures<Restructure>['subscribe']
  readonly getSnapshot: KeptProcedures<Restructure>['getSnapshot']

  constructor(client: QueryClient) {
    this.#client = client
    this.#kept = new KeptProcedures(client, options)
    this.subscribe = this.#kept.subscribe
    this.getSnapshot = this.#kept.getSnapshot
  }

  /** Keeps a new one; resolves with its id. It begins with `goOn`. */
  async start(given: Omit<Parameters<typeof createRestructure>[0], 'id' | 'startedAt'>): Promise<string> {
    const id = newJobId()
    await this.#kept.start(createRestructure({ ...given, id, startedAt: now() }))
    rememberOpen((await connectionOf(this.#client)).serviceName)
    return id
  }

  /** Goes on until a person is needed, it ends, or something goes wrong. */
  goOn = (id: string): Promise<void> => this.#run(id, goOn)

  /** Turns round and undoes what was done. */
  rollBack = (id: string): Promise<void> => this.#run(id, (job) => rollBack(job, now()))

  stop = (id: string): Promise<void> => this.#kept.stop(id, stop)

  test = (id: string, tested: boolean): Promise<void> =>
    this.#kept.change(id, (job) => test(job, tested ? now() : undefined))

  /** Notes that the moved versions are deployed, unless this browser knows better. Rejects with `NotDone`. */
  async deployed(id: string, isDeployed: boolean): Promise<void> {
    const agents = await this.#agents()
    return this.#kept.change(id, (job) => {
      if (isDeployed) refuseWhileServing(job, agents)
      return deployed(job, isDeployed ? now() : undefined)
    })
  }

  /** On the way back: the former versions serve again. Rejects with `NotDone` where this browser knows better. */
  async undeployed(id: string): Promise<void> {
    const agents = await this.#agents()
    return this.#run(id, (job) => {
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
    return this.#run(id, (job) => {
      refuseWhileServing(job, agents)
      return retire(goOn(job), files)
    })
  }

  keepOld = (id: string): Promise<void> => this.#kept.change(id, (job) => keepOld(job, now()))

  /** Says which collection was created, or that none was, and goes on. */
  chooseTarget = (id: string, collectionId: string | undefined): Promise<void> =>
    this.#run(id, (job) => chooseTarget(goOn(job), collectionId))

  /** Lets a person move a version although the service might be able to. */
  moveByHand = (id: string, versionId: string): Promise<void> =>
    this.#run(id, (job) => leaveToPerson(goOn(job), versionId, 'You chose to do it by hand.'))

  /** A person moved a version in the service; its new id, where they know it, joins what this browser knows of the agent. */
  async moved(id: string, version: { agentId: string; versionId: string }, newVersionId: string | undefined) {
    if (newVersionId !== undefined && (!isPathId(newVersionId) || newVersionId === version.versionId))
      throw notSo(
        `${newVersionId} is ${newVersionId === version.versionId ? 'the version that is to be moved' : 'no id'}.`,
        'Paste the id of the new version as the service shows it.',
      )
    if (newVersionId !== undefined) {
      const { serviceName: service } = await connectionOf(this.#client)
      const ledger = await ledgerOf(this.#client)
      const { agentId } = version
      await ledger.changeAgent(service, agentId, (known) =>
        withEntered(known, { agentId, versionId: newVersionId, service, now: now() }),
      )
    }
    await this.#run(id, (job) => movedByHand(goOn(job), version.versionId, { newVersionId, at: now() }))
  }

  async #agents(): Promise<readonly StoredAgent[]> {
    const { serviceName } = await connectionOf(this.#client)
    return (await ledgerOf(this.#client)).agents(serviceName)
  }

  #run(id: string, change: (job: Restructure) => Restructure): Promise<void> {
    return this.#kept.run(id, change, async (job, { save, signal }) => {
      const after = await runRestructure({ job, client: restructureClient(this.#client), save, signal })
      if (signal.aborted && after.endedAt === undefined) await save(stop(after))
    })
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

const known = new WeakMap<QueryClient, Restructures>()

/** The changes of structure of this page. */
export function restructuresOf(client: QueryClient): Restructures {
  const before = known.get(client)
  if (before) return before
  const made = new Restructures(client)
  known.set(client, made)
  return made
}
