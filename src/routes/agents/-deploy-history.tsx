import { useState } from 'react'
import type { Deployment } from '../../queries/deployments'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import type { AgentKnowledge } from './-agent-knowledge'
import { words } from './-deploy-words'
import { nameOf } from './-version-content'

const TONES: Record<Deployment['state'], Tone> = {
  sending: 'busy',
  accepted: 'good',
  refused: 'bad',
  unknown: 'unknown',
}

/** So many are shown at first. */
const SHOWN = 10

/** Every attempt to deploy a version of the agent, newest first, with what was said about it. */
export function DeployHistory({ knowledge: { agent, deployments } }: { knowledge: AgentKnowledge }) {
  const [all, setAll] = useState(false)
  const named = (id: string) =>
    nameOf(agent.versions.find(({ versionId }) => versionId === id) ?? { versionId: id })
  const shown = all ? deployments : deployments.slice(0, SHOWN)
  return (
    <Section title={words.history.title} hint={words.history.hint}>
      {deployments.length === 0 && <p className="text-ink-muted">{words.history.none}</p>}
      {shown.length > 0 && (
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
          {shown.map((deployment) => (
            <li key={deployment.id} className="flex flex-col gap-1 px-3 py-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <TimeText time={deployment.at} />
                <StatusBadge tone={TONES[deployment.state]}>
                  {words.history.states[deployment.state]}
                </StatusBadge>
                <span className="font-semibold">{named(deployment.versionId)}</span>
                {deployment.replacedVersionId && (
                  <span>{words.history.replaced(named(deployment.replacedVersionId))}</span>
                )}
                {deployment.verdict && <span>{words.history.verdict[deployment.verdict]}</span>}
                {deployment.told && <span className="text-ink-muted">{words.history.told}</span>}
              </p>
              {deployment.reason && <p className="break-words whitespace-pre-line">{deployment.reason}</p>}
              {deployment.lacking && deployment.lacking.length > 0 && (
                <p className="text-ink-muted">{words.history.lacking(deployment.lacking)}</p>
              )}
              {deployment.error && <p className="break-words text-ink-muted">{deployment.error.message}</p>}
            </li>
          ))}
        </ol>
      )}
      {shown.length < deployments.length && (
        <p>
          <Button size="sm" onClick={() => setAll(true)}>
            {words.history.all(deployments.length)}
          </Button>
        </p>
      )}
    </Section>
  )
}
