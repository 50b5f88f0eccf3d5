import { Undo2 } from 'lucide-react'
import type { Doubt } from '../../queries/deployments'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import type { AgentKnowledge } from './-agent-knowledge'
import { nameOf } from './-compare-versions'

/** Which version is deployed as far as known, why we think so, what speaks against it, and the way back. */
export function DeployedNow({
  knowledge,
  onBack,
}: {
  knowledge: AgentKnowledge
  onBack: (versionId: string) => void
}) {
  const { belief, previousId } = knowledge
  const version = (id: string) => knowledge.agent.versions.find(({ versionId }) => versionId === id)
  const named = (id: string) => nameOf(version(id) ?? { versionId: id })
  return (
    <Section title="Deployed version">
      {belief.versionId === undefined ? (
        <p className="text-ink-muted">
          {belief.none ? 'No version is deployed.' : 'No deployment recorded here.'}
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge tone="good">Deployed</StatusBadge>
          <IdText id={belief.versionId} name="deployed version id" />
          {version(belief.versionId)?.label && <span>{version(belief.versionId)?.label}</span>}
          <span>
            <Why knowledge={knowledge} />
          </span>
        </div>
      )}
      {belief.doubts.map((doubt) => (
        <Notice
          key={doubt.kind}
          tone="warn"
          title={doubtText(doubt, named)}
          message={<DoubtTime doubt={doubt} />}
        />
      ))}
      {previousId && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>It replaced version {named(previousId)}.</span>
          <Button size="sm" icon={Undo2} onClick={() => onBack(previousId)}>
            Deploy the previous one again
          </Button>
        </div>
      )}
    </Section>
  )
}

const WHY = {
  service: 'Reported by the service.',
  'deployed here': 'Deployed from this browser',
  'said by hand': 'Entered by hand; the service does not report it.',
  imported: 'Imported from another browser',
}

function Why({ knowledge: { belief } }: { knowledge: AgentKnowledge }) {
  const { from, at } = belief
  if (from === undefined) return null
  const why = WHY[from]
  if (from === 'said by hand') return why
  if (from === 'service')
    return at ? (
      <>
        {why} Deployed from here <TimeText time={at} />.
      </>
    ) : (
      why
    )
  return (
    <>
      {why}
      {at && (
        <>
          , <TimeText time={at} />
        </>
      )}
      .
    </>
  )
}

function doubtText(doubt: Doubt, named: (versionId: string) => string): string {
  if (doubt.kind === 'service says several')
    return `The service reports several deployed versions: ${doubt.versionIds.map((id) => shortenId(id)).join(', ')}. Only one can handle live traffic.`
  const version = named(doubt.versionId)
  switch (doubt.kind) {
    case 'attempt unknown':
      return `A later attempt to deploy version ${version} is unknown: it may have gone through.`
    case 'service differs':
      return `Version ${version} is deployed as far as this browser knows. Another version may have been deployed elsewhere since.`
    case 'deployed here before':
      return `Version ${version} was deployed from this browser before another one was entered as deployed.`
  }
}

function DoubtTime({ doubt }: { doubt: Doubt }) {
  return doubt.kind !== 'service says several' && doubt.at ? <TimeText time={doubt.at} /> : null
}
