import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fieldOf } from '../../contract/version-content'
import { collectionQueries } from '../../queries/collections'
import { evidenceOfVersion } from '../../queries/evidence'
import type { NumberedVersion } from '../../queries/service-versions'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { LabPath } from '../testing-lab/-lab-path'
import type { AgentKnowledge } from './-agent-knowledge'
import { nameOf, reportedContent, sentContent } from './-compare-versions'
import { checkTested } from './-deploy-checks'
import { EnterResult, EvidenceList } from './-evidence-list'

/** The way from scenarios to a tested version, and what tests of the shown version showed. */
export function Tests({
  knowledge: { agent, evidence, reported },
  version,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion | undefined
}) {
  const content = reportedContent(reported(version?.versionId)) ?? sentContent(version)
  const ids = fieldOf(content?.wire, 'knowledgeBaseCollectionIds')
  const { data } = useQuery({ ...collectionQueries.list(), enabled: ids.length > 0 })
  const latest = evidenceOfVersion(evidence, version?.versionId)?.latest
  const old = checkTested(ids, { collections: data?.items }, latest)
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
          {old.map(({ text }) => (
            <Notice key={text} tone="warn" title={text} />
          ))}
          <EvidenceList evidence={evidence.filter(({ versionId }) => versionId === version.versionId)} />
        </Section>
      )}
    </>
  )
}
