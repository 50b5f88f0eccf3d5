import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { affectedVersions } from '../../../queries/affected-versions'
import { agentQueries } from '../../../queries/agents'
import type { Replacement } from '../../../queries/replacements'
import { StatusBadge } from '../../../ui/badge'
import { buttonClass } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'
import { Section } from '../../../ui/page'
import { Tick } from '../-tick'
import { TryVersion } from '../-try-version'
import { words } from './-replace-words'

const say = words.validation

/** The agents to try, and the tick without which the old file is not touched (§4). */
export function Validation({
  job,
  onChange,
}: {
  job: Replacement
  onChange: (valid: boolean) => Promise<void>
}) {
  const { data: agents = [] } = useQuery(agentQueries.list())
  const affected = affectedVersions(
    agents,
    job.holders.map(({ id }) => id),
  )
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => job.holders.find((each) => each.id === id)?.name || id).join(', ')
  return (
    <Section title={say.title} hint={affected.length > 0 ? say.hint : say.none}>
      {affected.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {affected.map(({ agentId, agentName, versionId, deployed, collectionIds }) => (
            <li key={versionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
                <span className="wrap-anywhere">{agentName}</span>
              </Link>
              <IdText id={versionId} name="version id" />
              {deployed && <StatusBadge tone="good">{say.deployed}</StatusBadge>}
              <span className="grow text-sm wrap-anywhere text-ink-muted">
                {say.uses(namesOf(collectionIds))}
              </span>
              <TryVersion agentId={agentId} agentName={agentName} versionId={versionId} />
            </li>
          ))}
        </ul>
      )}
      <Tick label={say.tick} value={job.validatedAt !== undefined} onChange={onChange} />
    </Section>
  )
}
