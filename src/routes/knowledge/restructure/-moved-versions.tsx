import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { agentVersionQueries } from '../../../queries/agent-versions'
import { agentQueries } from '../../../queries/agents'
import { type Moved, mayDeploy, type Restructure } from '../../../queries/restructures'
import { withService } from '../../../queries/service-versions'
import { servingQueries } from '../../../queries/serving'
import { Button, buttonClass } from '../../../ui/button'
import { Section } from '../../../ui/page'
import { here } from '../../../ui/role'
import { agentAndVersion, Task, Tick, VersionRows, versionIn } from '../-procedure-checks'

/** The known agents, those of the restructure with what the service reports of their versions, and what serves now. */
function useAgents({ versions }: Restructure) {
  const { data: known = [] } = useQuery(agentQueries.list())
  const ids = [...new Set(versions.map(({ agentId }) => agentId))]
  const reported = useQueries({ queries: ids.map((id) => agentVersionQueries.list(id)) })
  const serving = useQueries({ queries: ids.map((id) => servingQueries.one(id)) })
  return {
    agents: known.map((agent) => withService(agent, reported[ids.indexOf(agent.agentId)]?.data)),
    deployed: new Set(serving.flatMap(({ data }) => data?.versionIds ?? [])),
    byRecord: serving.some(({ data }) => data && !data.isReported) && (
      <p className="text-sm text-ink-muted">
        {`The service does not report what is deployed. What ${here()} recorded is checked instead.`}
      </p>
    ),
  }
}

/** The moved versions with the ways to try and deploy them, and the two ticks without which the old collection is not touched. */
export function MovedVersions({
  job,
  onTested,
  onDeployed,
}: {
  job: Restructure
  onTested: (isTested: boolean) => Promise<void>
  onDeployed: (isDeployed: boolean) => Promise<void>
}) {
  const { agents, deployed, byRecord } = useAgents(job)
  const isDeployed = (id: string | undefined) => id !== undefined && deployed.has(id)
  /** Of which version it is a copy; without a number there is nothing to tell it by. */
  const copyOf = ({ versionId }: Moved) => {
    const version = versionIn(agents, versionId)
    return version && `copy of ${version}${isDeployed(versionId) ? ', which is deployed' : ''}`
  }
  const isRetiring = job.retired !== undefined
  return (
    <Section
      title="Moved versions"
      hint={
        job.versions.length > 0
          ? 'Each can be tried before it is deployed.'
          : 'No agent version was chosen. Attach the new collection to the agents that should answer from it.'
      }
    >
      <VersionRows
        agents={agents}
        rows={job.versions.map((version) => ({
          key: version.versionId,
          agentId: version.agentId,
          agentName: version.agentName,
          versionId: version.newVersionId,
          deployed: isDeployed(version.newVersionId),
          note: copyOf(version),
        }))}
        more={({ agentId, deployed }, versionId, named) =>
          !deployed && (
            <Link
              to="/agents/$agentId"
              params={{ agentId }}
              search={{ deploy: versionId }}
              aria-label={`Deploy version of ${named}`}
              className={buttonClass('secondary', 'sm')}
            >
              Deploy version
            </Link>
          )
        }
      />
      <Task>
        <Tick
          label="I tested the answers from the new collection"
          value={job.testedAt !== undefined}
          locked={isRetiring && job.testedAt !== undefined}
          onChange={onTested}
        />
      </Task>
      {job.versions.length > 0 && mayDeploy(job) && (
        <>
          <Task>
            <Tick
              label="The moved versions are deployed wherever the former ones served"
              value={job.deployedAt !== undefined}
              locked={isRetiring}
              onChange={onDeployed}
            />
          </Task>
          {byRecord}
        </>
      )}
    </Section>
  )
}

/** On the way back: the former versions have to serve before the new collection is emptied. */
export function FormerVersions({ job, onDone }: { job: Restructure; onDone: () => void }) {
  const { agents, byRecord } = useAgents(job)
  return (
    <Section
      title="Former versions"
      hint="Live traffic may be answered by a moved version, which would lose its files."
    >
      <ul className="flex flex-col gap-1">
        {job.versions.map((version) => (
          <li key={version.versionId}>
            <Link
              to="/agents/$agentId"
              params={{ agentId: version.agentId }}
              search={{ deploy: version.versionId }}
              className={buttonClass('link')}
            >
              {`Deploy version of ${agentAndVersion(agents, version)}`}
            </Link>
          </li>
        ))}
      </ul>
      {byRecord}
      <div className="flex max-w-[44rem] justify-end">
        <Button writes variant="primary" onClick={onDone}>
          The former versions serve again
        </Button>
      </div>
    </Section>
  )
}
