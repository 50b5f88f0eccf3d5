import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentVersionQueries } from '../../queries/agent-versions'
import { believeDeployed } from '../../queries/deployments'
import { describeError } from '../../queries/describe-error'
import { Button } from '../../ui/button'
import { shortenId } from '../../ui/short-id'
import { ErrorNotice } from '../-shared/error-notice'
import type { AgentKnowledge } from './-agent-knowledge'
import { words } from './-deploy-words'

/** Why a deployment was not done, or how to find out whether it was. */
export function DeployOutcome({
  error,
  knowledge,
  versionId,
}: {
  error: Error | null
  knowledge: AgentKnowledge
  versionId: string
}) {
  if (!error) return null
  const unknown = describeError(error).outcome === 'unknown'
  return (
    <>
      <ErrorNotice error={error} />
      {unknown && <FindOut knowledge={knowledge} versionId={versionId} />}
    </>
  )
}

function FindOut({ knowledge: { agent }, versionId }: { knowledge: AgentKnowledge; versionId: string }) {
  const versions = useQuery(agentVersionQueries.list(agent.agentId))
  const [asked, setAsked] = useState(false)
  const ask = () => void versions.refetch().then(() => setAsked(true))
  if (versions.data === null) return <p>{words.unknown.noWay}</p>
  const belief = believeDeployed(agent, [], versions.data)
  const answer =
    belief.from !== 'service'
      ? `${words.unknown.untold} ${words.unknown.noWay}`
      : belief.versionId === undefined
        ? words.unknown.none
        : belief.versionId === versionId
          ? words.unknown.deployed
          : words.unknown.other(shortenId(belief.versionId))
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={ask} pending={versions.isFetching} pendingLabel={words.unknown.asking}>
        {words.unknown.ask}
      </Button>
      <div role="status">{asked && !versions.isFetching && !versions.error && answer}</div>
      {asked && <ErrorNotice error={versions.error} />}
    </div>
  )
}
