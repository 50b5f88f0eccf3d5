import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { ActivityRow } from '../../queries/activity'
import { shortenId } from '../../ui/short-id'

/** The names of what this browser knows, by id; ids of different things do not meet. */
export type Names = ReadonlyMap<string, string>

/** The thing that a write was about, in words; what the table sorts and searches by. */
export function targetWords(
  { target, versionNumber }: Pick<ActivityRow, 'target' | 'versionNumber'>,
  names: Names,
): string {
  const { kind, agentId, versionId, collectionId, fileId, labAgentId, scenarioId, recipient, name } = target
  const labAgent = () =>
    names.get(agentId ?? '') ?? names.get(labNameKey(labAgentId)) ?? `Agent ${labAgentId ?? ''}`
  if (kind === 'call') return recipient ? `Call to ${recipient}` : 'Call'
  if (kind === 'thread') {
    if (recipient) return `Thread to ${recipient}`
    // Only the start of a web chat names its agent and nobody it writes to.
    return agentId || !target.threadId ? 'Web chat' : `Thread ${shortenId(target.threadId)}`
  }
  // A name that a service gives may say so itself.
  if (kind === 'run') return !name ? `Run of ${labAgent()}` : /^run\b/i.test(name) ? name : `Run ${name}`
  if (kind === 'scenarios') return `Scenarios of ${labAgent()}`
  if (kind === 'scenario') return `Scenario ${name ?? scenarioId ?? ''}`
  const parts = [
    fileId && called(names, 'File', fileId),
    collectionId && called(names, 'Collection', collectionId),
    agentId && called(names, 'Agent', agentId),
    versionId && !fileId && versionCalled(versionId, versionNumber, agentId ? 'version' : 'Version'),
  ].filter(Boolean)
  return parts.join(', ') || name || ''
}

/** "Version 2", after its agent "version 2"; where nobody tells its number, with a part of its id. */
const versionCalled = (id: string, number: number | undefined, word = 'version') =>
  `${word} ${number ?? shortenId(id)}`

/** Where the name of an agent stands by its integer id, which may be another thing's id, too. */
export const labNameKey = (labAgentId: string | undefined) => `testing lab ${labAgentId}`

/** Something that has a page or a panel. */
export interface Thing {
  readonly kind: 'agent' | 'version' | 'file' | 'collection' | 'call' | 'thread' | 'run' | 'scenarios'
  readonly label: string
  readonly link: LinkProps
}

export const thingOf = {
  agent: ({ agentId, name }: { agentId: string; name?: string }): Thing => ({
    kind: 'agent',
    label: name ?? agentId,
    link: { to: '/agents/$agentId', params: { agentId } },
  }),
  file: ({ fileId, fileName }: { fileId: string; fileName?: string }): Thing => ({
    kind: 'file',
    label: fileName ?? fileId,
    link: { to: '/knowledge/files', search: { file: fileId } },
  }),
  collection: ({ id, name }: { id: string; name?: string }): Thing => ({
    kind: 'collection',
    label: name ?? id,
    link: { to: '/knowledge/collections/$collectionId', params: { collectionId: id } },
  }),
}

/** What a write was about and can be looked at: a call, a thread or a run that it began, else all things that it names. */
export function thingsOf(
  row: Pick<ActivityRow, 'id' | 'target' | 'versionNumber'>,
  names: Names,
): readonly Thing[] {
  const { id, target } = row
  const { kind, agentId, collectionId, fileId, scenarioId, threadId } = target
  const one = (kind: Thing['kind'], link: LinkProps): readonly Thing[] => [
    { kind, label: targetWords(row, names), link },
  ]
  if (kind === 'call') return one(kind, { to: '/calls', search: { call: id } })
  if (kind === 'thread')
    return one(kind, { to: '/threads/$startedId', params: { startedId: threadId ?? id } })
  if (kind === 'run') return one(kind, { to: '/testing-lab/runs/$runId', params: { runId: id } })
  if (kind === 'scenario' || kind === 'scenarios')
    return one('scenarios', {
      to: '/testing-lab',
      search: scenarioId ? { scenario: scenarioId } : { agent: agentId },
    })
  return [
    fileId && thingOf.file({ fileId, fileName: called(names, 'File', fileId) }),
    collectionId && thingOf.collection({ id: collectionId, name: called(names, 'Collection', collectionId) }),
    agentId && thingOf.agent({ agentId, name: called(names, 'Agent', agentId) }),
  ].filter((thing) => typeof thing === 'object')
}

/** The thing that a write was about, with links to where each is shown. */
export function TargetLinks({ row, names }: { row: ActivityRow; names: Names }) {
  const things = thingsOf(row, names)
  if (things.length === 0) return targetWords(row, names) || <span className="text-ink-muted">–</span>
  return things.map(({ kind, label, link }, at) => {
    const version = kind === 'agent' ? row.target.versionId : undefined
    return (
      <Fragment key={kind}>
        {at > 0 && ', '}
        <Link search={{ version }} {...link} className="text-accent underline underline-offset-2">
          {label}
          {version && `, ${versionCalled(version, row.versionNumber)}`}
        </Link>
      </Fragment>
    )
  })
}

const called = (names: Names, kind: string, id: string) => names.get(id) ?? `${kind} ${shortenId(id)}`
