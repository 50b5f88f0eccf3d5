import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fieldOf } from '../../contract/version-content'
import { collectionQueries } from '../../queries/collections'
import { evidenceOfVersion, evidenceText } from '../../queries/evidence'
import type { NumberedVersion } from '../../queries/service-versions'
import { buttonClass } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { useReportedAgent } from '../-shared/reported-agents'
import { nameOf } from '../-shared/version-name'
import { LabPath } from '../testing-lab/-lab-path'
import type { AgentKnowledge } from './-agent-knowledge'
import { contentOf } from './-compare-versions'
import { checkTested } from './-deploy-checks'
import { EnterResult, EvidenceList } from './-evidence-list'

/** The way from scenarios to a tested version, and what tests of the shown version showed. */
export function Tests({
  knowledge,
  version,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion | undefined
}) {
  const { agent, evidence, isUnknown } = knowledge
  const ids = fieldOf(contentOf(knowledge, version?.versionId)?.wire, 'knowledgeBaseCollectionIds')
  const { data } = useQuery({ ...collectionQueries.list(), enabled: ids.length > 0 })
  const known = evidenceOfVersion(evidence, version?.versionId)
  const old = known?.changed
    ? [{ text: `${evidenceText(known)}. Run the scenarios again.` }]
    : checkTested(ids, { collections: data?.items }, known?.latest)
  // As the lab has it, so that both tell the same.
  const shared = useReportedAgent(agent)
  return (
    <>
      {isUnknown ? (
        !version && <p>No version is known here.</p>
      ) : (
        <LabPath agent={shared} shown={version?.versionId} />
      )}
      {version && (
        <Section
          title="Test evidence"
          hint={`Test runs of ${nameOf(version)}, and results entered by hand.`}
          action={
            // Alone on a line of a phone, the one that is always there begins it.
            <div className="flex flex-wrap gap-2 max-sm:flex-row-reverse">
              {/* Before there is a result, and after a change of the version, the way above has this step. */}
              {!isUnknown && (
                <Link
                  to="/testing-lab/run"
                  search={{ agent: agent.agentId, version: version.versionId }}
                  // Left of the other, which stays where it is when this comes.
                  className={classNames(
                    buttonClass('secondary', 'sm'),
                    (!known || known.changed) && 'invisible',
                  )}
                >
                  Run scenarios
                </Link>
              )}
              <EnterResult agentId={agent.agentId} versionId={version.versionId} />
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
