import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment } from 'react'
import type { ActivityRow } from '../../queries/activity'
import { shortenId } from '../../ui/short-id'

/** The names of what this browser knows, by id; ids of different things do not meet. */
export type Names = ReadonlyMap<string, string>

/** The thing that a write was about, in words; what the table sorts and searches by. */
export function targetWords({ target }: Pick<ActivityRow, 'target'>, names: Names): string {
  const { kind, agentId, versionId, collectionId, fileId, labAgentId, scenarioId, recipient, name } = target
  const labAgent = () =>
    names.get(agentId ?? '') ?? names.get(labNameKey(labAgentId)) ?? `Agent ${labAgentId ?? ''}`
  if (kind === 'call') return recipient ? `Call to ${recipient}` : 'Call'
  if (kind === 'thread') {
    if (recipient) return `Thread to ${recipient}`
    // Only the start of a web chat names its agent and nobody it writes to.
    return agentId || !target.threadId ? 'Web chat' : `Thread ${shortenId(target.threadId)}`
  }
  if (kind === 'run') return name ? `Run ${name}` : `Run of ${labAgent()}`
  if (kind === 'scenarios') return `Scenarios of ${labAgent()}`
  if (kind === 'scenario') return name ? `Scenario ${name}` : `Scenario ${scenarioId ?? ''}`
  const parts = [
    fileId && called(names, 'File', fileId),
    collectionId && called(names, 'Collection', collectionId),
    agentId && called(names, 'Agent', agentId),
    versionId && !fileId && `Version ${shortenId(versionId)}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : (name ?? '')
}

/** Where the name of an agent stands by its integer id, which may be another thing's id, too. */
export const labNameKey = (labAgentId: string | undefined) => `testing lab ${labAgentId}`

/** The same with links to where each thing is shown. */
export function TargetLinks({ row, names }: { row: ActivityRow; names: Names }) {
  const said = targetWords(row, names)
  const links = linksOf(row, names, said)
  if (links.length === 0) return said || <span className="text-ink-muted">–</span>
  return links.map(([label, link], at) => (
    <Fragment key={String(link.to)}>
      {at > 0 && ', '}
      <Link {...link} className="text-accent underline underline-offset-2">
        {label}
      </Link>
    </Fragment>
  ))
}

function linksOf(
  { id, target: { kind, agentId, versionId, collectionId, fileId, scenarioId, threadId } }: ActivityRow,
  names: Names,
  said: string,
): readonly (readonly [label: string, link: LinkProps])[] {
  if (kind === 'call') return [[said, { to: '/calls', search: { call: id } }]]
  if (kind === 'thread') return [[said, { to: '/threads/$startedId', params: { startedId: threadId ?? id } }]]
  if (kind === 'run') return [[said, { to: '/testing-lab/runs/$runId', params: { runId: id } }]]
  if (kind === 'scenario' || kind === 'scenarios')
    return [
      [said, { to: '/testing-lab', search: scenarioId ? { scenario: scenarioId } : { agent: agentId } }],
    ]
  const links: [string, LinkProps][] = []
  if (fileId)
    links.push([called(names, 'File', fileId), { to: '/knowledge/files', search: { file: fileId } }])
  if (collectionId)
    links.push([
      called(names, 'Collection', collectionId),
      { to: '/knowledge/collections/$collectionId', params: { collectionId } },
    ])
  if (agentId)
    links.push([
      called(names, 'Agent', agentId),
      { to: '/agents/$agentId', params: { agentId }, search: versionId ? { version: versionId } : {} },
    ])
  return links
}

const called = (names: Names, kind: string, id: string) => names.get(id) ?? `${kind} ${shortenId(id)}`
