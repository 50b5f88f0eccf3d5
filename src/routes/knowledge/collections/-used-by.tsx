import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { affectedVersions } from '../../../queries/affected-versions'
import { agentsInDetail } from '../../../queries/agents-in-detail'
import { buttonClass } from '../../../ui/button'
import { formatCount } from '../../../ui/numbers'
import { versionIn } from '../-procedure-checks'

/** So many agents are named. */
const NAMED_MAX = 3

/** The agents that answer from a collection, each with its deployed version, else its newest that does; nothing where none is known. */
export function UsedBy({ collectionId }: { collectionId: string }) {
  const { data: { agents } = { agents: [] } } = useQuery(agentsInDetail())
  const all = affectedVersions(agents, [collectionId])
  // Deployed ones come first.
  const users = all.filter(({ agentId }, at) => all.findIndex((each) => each.agentId === agentId) === at)
  if (users.length === 0) return null
  const more = users.length - NAMED_MAX
  return (
    <>
      Used by{' '}
      {users.slice(0, NAMED_MAX).map(({ agentId, agentName, versionId, deployed }, at) => (
        <span key={agentId}>
          {at > 0 && ', '}
          <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
            {agentName}
          </Link>
          {` (${[versionIn(agents, versionId), deployed ? 'deployed' : 'not deployed'].filter(Boolean).join(', ')})`}
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}
    </>
  )
}
