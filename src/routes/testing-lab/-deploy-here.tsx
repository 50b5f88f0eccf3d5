import { useNavigate } from '@tanstack/react-router'
import type { StoredAgent } from '../../queries/agents'
import { useAgentKnowledge } from '../agents/-agent-knowledge'
import { DeployDialog } from '../agents/-deploy-dialog'

/** The deploy dialog above a run, so that nobody leaves the run for it. */
export function DeployHere({
  agent,
  versionId,
  onChoose,
  onClose,
}: {
  agent: StoredAgent
  versionId: string
  onChoose: (versionId: string) => void
  onClose: () => void
}) {
  const navigate = useNavigate()
  const knowledge = useAgentKnowledge(agent)
  if (!knowledge.agent.versions.some((version) => version.versionId === versionId)) return null
  return (
    <DeployDialog
      knowledge={knowledge}
      versionId={versionId}
      back={false}
      unsaved={0}
      onChoose={onChoose}
      onTry={() =>
        void navigate({
          to: '/agents/$agentId',
          params: { agentId: agent.agentId },
          search: { deploy: versionId, try: versionId, above: true },
        })
      }
      onClose={onClose}
    />
  )
}
