import { Bot, FileText, FlaskConical, Layers, type LucideIcon, MessagesSquare, Phone } from 'lucide-react'
import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import type { ActivityRow } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import { type Names, targetWords } from '../-shared/record-target'

/** What is known, and can be found. */
export interface Known {
  readonly agents: readonly StoredAgent[]
  readonly files: readonly KnowledgeFile[]
  readonly collections: readonly Collection[]
  /** Newest first. */
  readonly rows: readonly ActivityRow[]
  readonly names: Names
}

/** Something with an address of its own. */
export interface Thing {
  readonly href: string
  readonly label: string
  readonly kind: string
  readonly icon: LucideIcon
}

const at = (path: string, search: Readonly<Record<string, string | undefined>> = {}) => {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
const segment = encodeURIComponent

/** The addresses of things, by their ids. */
export const places = {
  agent: (agentId: string, version?: string) => at(`/agents/${segment(agentId)}`, { version }),
  file: (file: string) => at('/knowledge/files', { file }),
  collection: (collectionId: string) => `/knowledge/collections/${segment(collectionId)}`,
  call: (entryId: string) => at('/calls', { call: entryId }),
  thread: (entryId: string) => `/threads/${segment(entryId)}`,
  run: (entryId: string) => `/testing-lab/runs/${segment(entryId)}`,
}

export const thingOf = {
  agent: ({ agentId, name }: Pick<StoredAgent, 'agentId' | 'name'>): Thing => ({
    href: places.agent(agentId),
    label: name,
    kind: 'agent',
    icon: Bot,
  }),
  file: ({ fileId, fileName }: Pick<KnowledgeFile, 'fileId' | 'fileName'>): Thing => ({
    href: places.file(fileId),
    label: fileName ?? fileId,
    kind: 'file',
    icon: FileText,
  }),
  collection: ({ id, name }: Pick<Collection, 'id' | 'name'>): Thing => ({
    href: places.collection(id),
    label: name ?? id,
    kind: 'collection',
    icon: Layers,
  }),
}

/** A call, a thread or a run that was sent from here; `undefined` for any other write. */
export function launchOf(row: ActivityRow, names: Names): Thing | undefined {
  const label = targetWords(row, names)
  const { kind } = row.target
  if (kind === 'call') return { href: places.call(row.id), label, kind: 'call', icon: Phone }
  if (kind === 'thread') return { href: places.thread(row.id), label, kind: 'thread', icon: MessagesSquare }
  if (kind === 'run') return { href: places.run(row.id), label, kind: 'run', icon: FlaskConical }
  return undefined
}

/** A scenario, or the scenarios of an agent. */
function labThingOf(row: ActivityRow, names: Names): Thing {
  const { agentId, scenarioId } = row.target
  return {
    href: at('/testing-lab', scenarioId ? { scenario: scenarioId } : { agent: agentId }),
    label: targetWords(row, names),
    kind: 'scenarios',
    icon: FlaskConical,
  }
}

/** What a write was about, where it can be looked at; not what a deletion took away. */
function thingOfRow(row: ActivityRow, names: Names): Thing | undefined {
  const { kind, agentId, collectionId, fileId } = row.target
  const launch = launchOf(row, names)
  if (launch) return launch
  if (row.operation === 'deleteFile' || row.state === 'refused') return undefined
  if (kind === 'scenario' || kind === 'scenarios') return labThingOf(row, names)
  if (collectionId) return thingOf.collection({ id: collectionId, name: names.get(collectionId) })
  if (fileId) return thingOf.file({ fileId, fileName: names.get(fileId) })
  return agentId ? thingOf.agent({ agentId, name: names.get(agentId) ?? agentId }) : undefined
}

/** The things that were written to last, each once. */
export function recentThings({ rows, names }: Pick<Known, 'rows' | 'names'>, most: number): readonly Thing[] {
  const found = new Map<string, Thing>()
  for (const row of rows) {
    const thing = thingOfRow(row, names)
    if (thing && !found.has(thing.href)) found.set(thing.href, thing)
    if (found.size === most) break
  }
  return [...found.values()]
}

/** Everything that is known by exactly this id: of an agent, a version, a file, a collection, a call or a thread. */
export function thingsWithId(id: string, known: Known): readonly Thing[] {
  const { agents, files, collections, rows, names } = known
  const found: Thing[] = []
  for (const agent of agents) {
    if (agent.agentId === id || String(agent.testingLabId) === id) found.push(thingOf.agent(agent))
    if (agent.versions.some(({ versionId }) => versionId === id) || agent.deployedVersionId === id)
      found.push({
        ...thingOf.agent(agent),
        href: places.agent(agent.agentId, id),
        label: `A version of ${agent.name}`,
        kind: 'version',
      })
  }
  for (const file of files) if (file.fileId === id) found.push(thingOf.file(file))
  for (const collection of collections) if (collection.id === id) found.push(thingOf.collection(collection))
  for (const row of rows) {
    const { target } = row
    if (target.callId === id || target.threadId === id || row.id === id) {
      const launch = launchOf(row, names)
      if (launch) found.push(launch)
    }
    if (target.fileId === id && row.operation !== 'deleteFile')
      found.push(thingOf.file({ fileId: id, fileName: names.get(id) }))
    if (target.collectionId === id) found.push(thingOf.collection({ id, name: names.get(id) }))
    if (target.agentId === id) found.push(thingOf.agent({ agentId: id, name: names.get(id) ?? id }))
  }
  return [...new Map(found.map((thing) => [thing.href, thing])).values()]
}
