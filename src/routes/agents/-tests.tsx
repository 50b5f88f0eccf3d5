import { Link } from '@tanstack/react-router'
import type { NumberedVersion } from '../../queries/service-versions'
import { buttonClass } from '../../ui/button'
import { Section } from '../../ui/page'
import { LabPath } from '../testing-lab/-lab-path'
import type { AgentKnowledge } from './-agent-knowledge'
import { nameOf } from './-compare-versions'
import { EnterResult, EvidenceList } from './-evidence-list'

/** The way from scenarios to a tested version, and what tests of the shown version showed. */
export function Tests({
  knowledge: { agent, evidence },
  version,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion | undefined
}) {
  return (
    <>
      <LabPath agent={agent} />
      {version && (
        <Section
          title="Test evidence"
          hint={`Test runs of ${nameOf(version)}, reported by the service or entered by hand.`}
          action={
            <div className="flex flex-wrap gap-2">
              <EnterResult agentId={agent.agentId} versionId={version.versionId} />
              <Link
                to="/testing-lab/run"
                search={{ agent: agent.agentId, version: version.versionId }}
                className={buttonClass('secondary', 'sm')}
              >
                Run scenarios
              </Link>
            </div>
          }
        >
          <EvidenceList evidence={evidence.filter(({ versionId }) => versionId === version.versionId)} />
        </Section>
      )}
    </>
  )
}
