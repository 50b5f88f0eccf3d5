import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ActivityRow } from '../../queries/activity'
import { shortenId } from '../../ui/short-id'
import { words } from './words'

/** The names of what this browser knows, by id; ids of different things do not meet. */
export type Names = ReadonlyMap<string, string>

const linkClass = 'text-accent underline underline-offset-2'

/** The thing that a write was about, in words; what the table sorts and searches by. */
export function targetWords(
  { operation, target }: Pick<ActivityRow, 'operation' | 'target'>,
  names: Names,
): string {
  const called = (kind: string, id: string) => names.get(id) ?? `${kind} ${shortenId(id)}`
  const { agentId, versionId, collectionId, fileId, recipient, name } = target
  if (operation === 'dispatchCall') return recipient ? words.callTo(recipient) : words.kinds.call
  if (isThread(operation)) return recipient ? words.threadTo(recipient) : words.webChat
  const parts = [
    fileId && called(words.kinds.file, fileId),
    collectionId && called(words.kinds.collection, collectionId),
    agentId && called(words.kinds.agent, agentId),
    versionId && !fileId && `${words.kinds.version} ${shortenId(versionId)}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : (name ?? '')
}

export const isThread = (operation: string) => /^create(?:Sms|Email|Chat)Thread$/.test(operation)

/** The same with links to where each thing is shown. */
export function TargetLinks({ row, names }: { row: ActivityRow; names: Names }) {
  const { operation, target } = row
  const { agentId, versionId, collectionId, fileId } = target
  const said = targetWords(row, names)
  if (operation === 'dispatchCall')
    return (
      <Link to="/calls" search={{ call: row.id }} className={linkClass}>
        {said}
      </Link>
    )
  if (isThread(operation))
    return (
      <Link to="/threads/$startedId" params={{ startedId: row.id }} className={linkClass}>
        {said}
      </Link>
    )
  const called = (kind: string, id: string) => names.get(id) ?? `${kind} ${shortenId(id)}`
  const links: ReactNode[] = []
  if (fileId)
    links.push(
      <Link key="file" to="/knowledge/files" search={{ file: fileId }} className={linkClass}>
        {called(words.kinds.file, fileId)}
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
        {called(words.kinds.collection, collectionId)}
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
        {called(words.kinds.agent, agentId)}
      </Link>,
    )
  if (links.length === 0) return said || <span className="text-ink-muted">–</span>
  return links.flatMap((link, at) => (at > 0 ? [', ', link] : [link]))
}
