import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import type { ActivityRow } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import type { Role } from '../../ui/role'
import { type Names, type Thing, thingOf, thingsOf } from '../-shared/record-target'

/** What is known, and can be found. */
export interface Known {
  readonly agents: readonly StoredAgent[]
  readonly files: readonly KnowledgeFile[]
  readonly collections: readonly Collection[]
  /** Newest first. */
  readonly rows: readonly ActivityRow[]
  readonly names: Names
  /** Whether the service may search its documents. */
  readonly mayAsk: boolean
  /** Of who is signed in. */
  readonly role: Role
}

/** A call, a thread or a run that was sent from here; `undefined` for any other write. */
export function launchOf(row: ActivityRow, names: Names): Thing | undefined {
  const { kind } = row.target
  return kind === 'call' || kind === 'thread' || kind === 'run' ? thingsOf(row, names)[0] : undefined
}

/** What a write was about, where it can be looked at; not what a deletion took away. */
function thingOfRow(row: ActivityRow, names: Names): Thing | undefined {
  const launch = launchOf(row, names)
  if (launch || row.operation === 'deleteFile' || row.state === 'refused') return launch
  const things = thingsOf(row, names)
  return things.find(({ kind }) => kind === 'collection') ?? things[0]
}

export const addressOf = ({ link }: Thing) => JSON.stringify(link)

/** The things that were written to last, each once. */
export function recentThings({ rows, names }: Pick<Known, 'rows' | 'names'>, most: number): readonly Thing[] {
  const found = new Map<string, Thing>()
  for (const row of rows) {
    const thing = thingOfRow(row, names)
    if (thing && !found.has(addressOf(thing))) found.set(addressOf(thing), thing)
    if (found.size === most) break
  }
  return [...found.values()]
}

/** All that a thing of a write is known by. */
const idsOf = ({ id, target }: ActivityRow, { kind }: Thing): readonly (string | undefined)[] =>
  kind === 'file' || kind === 'collection' || kind === 'agent'
    ? [target[`${kind}Id` as const]]
    : [id, target.callId, target.threadId]

/** Everything that is known by exactly this id: of an agent, a version, a file, a collection, a call or a thread. */
export function thingsWithId(id: string, known: Known): readonly Thing[] {
  const { agents, files, collections, rows, names } = known
  const versionOf = (agent: StoredAgent): Thing[] =>
    agent.versions.some(({ versionId }) => versionId === id) || agent.deployedVersionId === id
      ? [
          {
            kind: 'version',
            label: `A version of ${agent.name}`,
            link: { ...thingOf.agent(agent).link, search: { version: id } },
          },
        ]
      : []
  const found = [
    ...agents.flatMap((agent) => [
      ...(agent.agentId === id || agent.testingLabId?.toString() === id ? [thingOf.agent(agent)] : []),
      ...versionOf(agent),
    ]),
    ...files.filter(({ fileId }) => fileId === id).map(thingOf.file),
    ...collections.filter((collection) => collection.id === id).map(thingOf.collection),
    ...rows
      // Before anything is made of a row: there may be a hundred thousand.
      .filter(
        (row) => row.operation !== 'deleteFile' && (row.id === id || Object.values(row.target).includes(id)),
      )
      .flatMap((row) => thingsOf(row, names).filter((thing) => idsOf(row, thing).includes(id))),
  ]
  return [...new Map(found.map((thing) => [addressOf(thing), thing])).values()]
}
