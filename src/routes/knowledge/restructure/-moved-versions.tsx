import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agentQueries } from '../../../queries/agents'
import { mayDeploy, type Restructure } from '../../../queries/restructures'
import { StatusBadge } from '../../../ui/badge'
import { buttonClass } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'
import { Section } from '../../../ui/page'
import { Tick, TryVersion } from '../-procedure-checks'

/** The moved versions with the ways to try and deploy them, and the two ticks without which the old collection is not touched. */
export function MovedVersions({
  job,
  onTested,
  onDeployed,
}: {
  job: Restructure
  onTested: (tested: boolean) => Promise<void>
  onDeployed: (deployed: boolean) => Promise<void>
}) {
  const { data: agents = [] } = useQuery(agentQueries.list())
  const isRetiring = job.retired !== undefined
  return (
    <Section
      title="Moved versions"
      hint={
        job.versions.length > 0
          ? 'Each can be tried before it is deployed.'
          : 'No agent version was chosen. Agents that shall answer from the new collection have to be given it.'
      }
    >
      {job.versions.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {job.versions.map(({ agentId, agentName, versionId, newVersionId }) => (
            <li key={versionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
              <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
                <span className="wrap-anywhere">{agentName}</span>
              </Link>
              <span className="grow text-sm text-ink-muted">
                {newVersionId === undefined ? (
                  'version id not known here'
                ) : (
                  <IdText id={newVersionId} name="version id" />
                )}
              </span>
              {newVersionId !== undefined &&
                agents.some((each) => each.deployedVersionId === newVersionId) && (
                  <StatusBadge tone="good">deployed</StatusBadge>
                )}
              {newVersionId !== undefined && (
                <>
                  <TryVersion agentId={agentId} agentName={agentName} versionId={newVersionId} />
                  <Link
                    to="/agents/$agentId"
                    params={{ agentId }}
                    search={{ deploy: newVersionId }}
                    aria-label={`Deploy version of ${agentName}`}
                    className={buttonClass('secondary', 'sm')}
                  >
                    Deploy version
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <Tick
        label="I tested the answers from the new collection"
        value={job.testedAt !== undefined}
        locked={isRetiring && job.testedAt !== undefined}
        onChange={onTested}
      />
      {job.versions.length > 0 && mayDeploy(job) && (
        <Tick
          label="The moved versions are deployed wherever the former ones served"
          value={job.deployedAt !== undefined}
          locked={isRetiring}
          onChange={onDeployed}
        />
      )}
    </Section>
  )
}
