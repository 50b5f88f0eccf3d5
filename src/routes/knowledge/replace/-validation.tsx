import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { affectedVersions } from '../../../queries/affected-versions'
import { agentQueries } from '../../../queries/agents'
import type { Replacement } from '../../../queries/replacements'
import { StatusBadge } from '../../../ui/badge'
import { buttonClass } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'
import { Section } from '../../../ui/page'
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
  // Shown at once; it counts when it is kept.
  const [ticked, setTicked] = useState<boolean>()
  const { data: agents = [] } = useQuery(agentQueries.known())
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
              <Link
                to="/testing-lab/run"
                search={{ agent: agentId, version: versionId }}
                aria-label={say.testWith(agentName)}
                className={buttonClass('secondary', 'sm')}
              >
                {say.test}
              </Link>
              <Link
                to="/calls"
                search={{ place: true, agent: agentId, version: versionId }}
                aria-label={say.callWith(agentName)}
                className={buttonClass('secondary', 'sm')}
              >
                {say.call}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <label className="flex min-h-6 items-center gap-2 self-start font-semibold">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={ticked ?? job.validatedAt !== undefined}
          onChange={({ target }) => {
            setTicked(target.checked)
            void onChange(target.checked).finally(() => setTicked(undefined))
          }}
        />
        {say.tick}
      </label>
    </Section>
  )
}
