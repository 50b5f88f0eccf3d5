import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { DeployedBelief, Doubt } from '../../queries/deployments'
import { Button } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { here } from '../../ui/role'
import { TimeText } from '../../ui/time-text'
import { lacksText } from '../-shared/lacks-text'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { inSentence, nameOf } from '../-shared/version-name'
import type { AgentKnowledge } from './-agent-knowledge'

const nameIn = ({ versionOf }: AgentKnowledge, versionId: string): string =>
  nameOf(versionOf(versionId) ?? { versionId })

/** What is deployed, and how it came to be. */
export function Deployments(props: { knowledge: AgentKnowledge; onBack: (versionId: string) => void }) {
  return (
    <>
      <DeployedNow {...props} />
      <DeployHistory knowledge={props.knowledge} />
    </>
  )
}

/** Which version counts as deployed, why, what contradicts it, and the way back. */
function DeployedNow({
  knowledge,
  onBack,
}: {
  knowledge: AgentKnowledge
  onBack: (versionId: string) => void
}) {
  const { belief, previousId, isUnknown } = knowledge
  const named = (id: string) => nameIn(knowledge, id)
  // That none is deployed the head of the page says.
  if (belief.versionId === undefined && belief.doubts.length === 0 && !previousId && !isUnknown) return null
  return (
    <Section title="Deployed version">
      {belief.versionId === undefined ? (
        <p className="text-ink-muted">
          {belief.none ? 'No version is deployed.' : 'No deployment recorded here.'}
        </p>
      ) : (
        <>
          <p className="font-semibold">{named(belief.versionId)}</p>
          {/* Below its name, which may come later. */}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <IdText id={belief.versionId} name="deployed version id" />
            <Why belief={belief} />
          </div>
        </>
      )}
      {belief.doubts.map((doubt) => (
        <Notice
          key={doubt.kind}
          tone="warn"
          title={doubtText(doubt, named)}
          message={'at' in doubt && doubt.at && <TimeText time={doubt.at} />}
        />
      ))}
      {previousId && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>It replaced {inSentence(named(previousId))}.</span>
          <Button writes size="sm" icon={Undo2} onClick={() => onBack(previousId)}>
            Redeploy previous
          </Button>
        </div>
      )}
    </Section>
  )
}

const WHY = {
  service: '',
  'deployed here': `Deployed from ${here()}`,
  'said by hand': 'Entered by hand; the service does not report it.',
  imported: 'Imported from another browser',
}

function Why({ belief: { from, at } }: { belief: DeployedBelief }) {
  if (from === undefined) return null
  const time = at && from !== 'said by hand' && <TimeText time={at} />
  return (
    <span>
      {WHY[from]}
      {time && (from === 'service' ? 'Deployed from here ' : ', ')}
      {time}
      {(time || from === 'imported' || from === 'deployed here') && '.'}
    </span>
  )
}

function doubtText(doubt: Doubt, named: (versionId: string) => string): string {
  if (doubt.kind === 'service says several')
    return `The service reports several deployed versions: ${doubt.versionIds.map(named).join('; ')}. Only one can handle live traffic.`
  const version = named(doubt.versionId)
  switch (doubt.kind) {
    case 'attempt unknown':
      return `A later attempt to deploy ${version} is unknown: it may have gone through.`
    case 'service differs':
      return `${version} is recorded as deployed in ${here()}. The service does not confirm it.`
    case 'deployed here before':
      return `${version} was deployed from ${here()} before another one was entered as deployed.`
  }
}

const SHOWN = 10

/** Every attempt to deploy a version of the agent, newest first, with what was said about it. */
function DeployHistory({ knowledge }: { knowledge: AgentKnowledge }) {
  const { deployments } = knowledge
  const [all, setAll] = useState(false)
  const named = (id: string) => nameIn(knowledge, id)
  const shown = all ? deployments : deployments.slice(0, SHOWN)
  return (
    <Section title="Deployments" hint={`Deployed from ${here()}, or imported from files.`}>
      {deployments.length === 0 && <p className="text-ink-muted">No deployment recorded here.</p>}
      {shown.length > 0 && (
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line text-sm">
          {shown.map((deployment) => (
            <li key={deployment.id} className="flex flex-col gap-1 px-3 py-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <TimeText time={deployment.at} />
                {deployment.who && <span className="text-ink-muted">by {deployment.who}</span>}
                <OutcomeBadge {...deployment} />
                <span className="font-semibold">{named(deployment.versionId)}</span>
                {deployment.replacedVersionId && (
                  <span>in place of {inSentence(named(deployment.replacedVersionId))}</span>
                )}
                {/* Of a version that was changed after its test the verdict says nothing; the line below says so. */}
                {deployment.verdict && !deployment.lacking?.includes('changed') && (
                  <span>last test {deployment.verdict}</span>
                )}
                {deployment.imported && <span className="text-ink-muted">from an imported file</span>}
              </p>
              {deployment.reason && <p className="break-words whitespace-pre-line">{deployment.reason}</p>}
              {deployment.lacking && deployment.lacking.length > 0 && (
                <p className="text-ink-muted">
                  {`${deployment.state === 'accepted' ? 'Deployed' : 'Tried'} although ${lacksText(deployment.lacking)}.`}
                </p>
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
