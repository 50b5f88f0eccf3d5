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
import { words } from './-deploy-words'
import { nameOf } from './-version-content'

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
    <Section title={words.now.title}>
      {belief.versionId === undefined ? (
        <p className="text-ink-muted">{belief.none ? words.now.none : words.now.nothing}</p>
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
          <span>{words.replaced(named(previousId))}</span>
          <Button size="sm" icon={Undo2} onClick={() => onBack(previousId)}>
            {words.now.back}
          </Button>
        </div>
      )}
    </Section>
  )
}

function Why({ knowledge: { belief } }: { knowledge: AgentKnowledge }) {
  const { from, at } = belief
  if (from === undefined) return null
  const why = words.now.why[from]
  if (from === 'said by hand') return why
  if (from === 'service')
    return at ? (
      <>
        {why} It was {words.now.last} <TimeText time={at} />.
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
    return words.now.doubts[doubt.kind](doubt.versionIds.map((id) => shortenId(id)).join(', '))
  return words.now.doubts[doubt.kind](named(doubt.versionId))
}

function DoubtTime({ doubt }: { doubt: Doubt }) {
  return doubt.kind !== 'service says several' && doubt.at ? <TimeText time={doubt.at} /> : null
}
