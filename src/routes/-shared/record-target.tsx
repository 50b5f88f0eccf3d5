import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ActivityRow } from '../../queries/activity'
import { shortenId } from '../../ui/short-id'

/** The names of what this browser knows, by id; ids of different things do not meet. */
export type Names = ReadonlyMap<string, string>

const linkClass = 'text-accent underline underline-offset-2'

/** The thing that a write was about, in words; what the table sorts and searches by. */
export function targetWords({ target }: Pick<ActivityRow, 'target'>, names: Names): string {
  const called = (kind: string, id: string) => names.get(id) ?? `${kind} ${shortenId(id)}`
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
    fileId && called('File', fileId),
    collectionId && called('Collection', collectionId),
    agentId && called('Agent', agentId),
    versionId && !fileId && `Version ${shortenId(versionId)}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : (name ?? '')
}

/** Where the name of an agent stands by its integer id, which may be another thing's id, too. */
export const labNameKey = (labAgentId: string | undefined) => `testing lab ${labAgentId}`

/** The same with links to where each thing is shown. */
export function TargetLinks({ row, names }: { row: ActivityRow; names: Names }) {
  const { target } = row
  const { kind, agentId, versionId, collectionId, fileId } = target
  const said = targetWords(row, names)
  if (kind === 'call')
    return (
      <Link to="/calls" search={{ call: row.id }} className={linkClass}>
        {said}
      </Link>
    )
  if (kind === 'thread')
    return (
      <Link to="/threads/$startedId" params={{ startedId: target.threadId ?? row.id }} className={linkClass}>
        {said}
      </Link>
    )
  if (kind === 'run')
    return (
      <Link to="/testing-lab/runs/$runId" params={{ runId: row.id }} className={linkClass}>
        {said}
      </Link>
    )
  if (kind === 'scenario' || kind === 'scenarios')
    return (
      <Link
        to="/testing-lab"
        search={target.scenarioId ? { scenario: target.scenarioId } : { agent: agentId }}
        className={linkClass}
      >
        {said}
      </Link>
    )
  const called = (kind: string, id: string) => names.get(id) ?? `${kind} ${shortenId(id)}`
  const links: ReactNode[] = []
  if (fileId)
    links.push(
      <Link key="file" to="/knowledge/files" search={{ file: fileId }} className={linkClass}>
        {called('File', fileId)}
      </Link>,
    )
  if (collectionId)
    links.push(
      <Link
        key="collection"
        to="/knowledge/collections/$collectionId"
        params={{ collectionId }}
        className={linkClass}
      >
        {called('Collection', collectionId)}
      </Link>,
    )
  if (agentId)
    links.push(
      <Link
        key="agent"
        to="/agents/$agentId"
        params={{ agentId }}
        search={versionId ? { version: versionId } : {}}
        className={linkClass}
      >
        {called('Agent', agentId)}
      </Link>,
    )
  if (links.length === 0) return said || <span className="text-ink-muted">–</span>
  return links.flatMap((link, at) => (at > 0 ? [', ', link] : [link]))
}
