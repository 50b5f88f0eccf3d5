import { useState } from 'react'
import type { Deployment } from '../../queries/deployments'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import type { AgentKnowledge } from './-agent-knowledge'
import { nameOf } from './-compare-versions'
import { lacksText } from './-deploy-checks'

const STATES: Record<Deployment['state'], { tone: Tone; name: string }> = {
  sending: { tone: 'busy', name: 'Under way' },
  accepted: { tone: 'good', name: 'Accepted' },
  refused: { tone: 'bad', name: 'Refused' },
  unknown: { tone: 'unknown', name: 'Outcome unknown' },
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
    <Section title="Deployments" hint="Deployed from this browser, or imported from files.">
      {deployments.length === 0 && <p className="text-ink-muted">Nothing was deployed from here yet.</p>}
      {shown.length > 0 && (
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
          {shown.map((deployment) => (
            <li key={deployment.id} className="flex flex-col gap-1 px-3 py-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <TimeText time={deployment.at} />
                <StatusBadge tone={STATES[deployment.state].tone}>
                  {STATES[deployment.state].name}
                </StatusBadge>
                <span className="font-semibold">{named(deployment.versionId)}</span>
                {deployment.replacedVersionId && (
                  <span>in place of {named(deployment.replacedVersionId)}</span>
                )}
                {deployment.verdict && <span>last test {deployment.verdict}</span>}
                {deployment.imported && <span className="text-ink-muted">from an imported file</span>}
              </p>
              {deployment.reason && <p className="break-words whitespace-pre-line">{deployment.reason}</p>}
              {deployment.lacking && deployment.lacking.length > 0 && (
                <p className="text-ink-muted">Deployed although {lacksText(deployment.lacking)}.</p>
              )}
              {deployment.error && <p className="break-words text-ink-muted">{deployment.error.message}</p>}
            </li>
          ))}
        </ol>
      )}
      {shown.length < deployments.length && (
        <p>
          <Button size="sm" onClick={() => setAll(true)}>
            Show all {deployments.length}
          </Button>
        </p>
      )}
    </Section>
  )
}
