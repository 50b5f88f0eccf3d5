import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { agentMutations } from '../../queries/agent-changes'
import type { StoredAgent } from '../../queries/agents'
import type { NumberedVersion } from '../../queries/service-versions'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Notice } from '../../ui/notice'
import { Facts } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { NotHere, notHere } from '../-shared/not-here'
import { inSentence, nameOf, versionTitle } from '../-shared/version-name'
import { tellElsewhere } from '../-shared/waiting'
import type { AgentKnowledge } from './-agent-knowledge'
import { AGENT_TABS, type AgentTab } from './-agent-tabs'

/**
 * Where the conversation with a version stands: beside the page, or above the dialog that deploys a version, if it was opened out of that.
 * Nowhere while an address that names both without `above` shows the dialog, which would open under it: what was opened last is on top (D890).
 */
export function useTryPlace(isTried: boolean, isDeploying: boolean, isAbove = false) {
  const [place, setPlace] = useState<'beside' | 'above'>()
  const now = isDeploying ? (isAbove ? 'above' : place) : isTried ? 'beside' : undefined
  if (now !== place) setPlace(now)
  return now
}

/** Takes an agent of this name off the list, with the way to put it back. */
export function useForget(name: string) {
  const navigate = useNavigate()
  const restore = useMutation({ ...agentMutations.restore(), onError: (error) => tellElsewhere(error) })
  return useMutation({
    ...agentMutations.forget(),
    onSuccess: (forgotten: StoredAgent | undefined) => {
      toast({
        title: `${name} was forgotten here`,
        action: forgotten && { label: 'Undo', onSelect: () => restore.mutate(forgotten) },
      })
      void navigate({ to: '/agents' })
    },
  })
}

/** Stands in place of the page of an agent that nobody knows. `isTold`: the service said so. */
export const NoAgent = ({ agentId, isTold, back }: { agentId: string; isTold: boolean; back: ReactNode }) => (
  <NotHere
    what="agent"
    only={isTold ? undefined : 'here'}
    id={agentId}
    back={back}
    to="/agents"
    label="Show all agents"
  >
    {mayWrite() && (
      <Link to="." search={{ add: 'agent' }} className={buttonClass('secondary')}>
        Add agent by id
      </Link>
    )}
  </NotHere>
)

const reveal = (tab: HTMLAnchorElement | null) => {
  const bar = tab?.parentElement
  if (bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - 24
}

export function AgentTabs({ current, count }: { current: AgentTab; count: number }) {
  return (
    <nav aria-label="Parts of the agent" className="flex overflow-x-auto border-b border-line">
      {AGENT_TABS.map((tab) => (
        <Link
          key={tab}
          from="/agents/$agentId"
          search={({ version, try: tried }) => ({
            version,
            try: tried,
            tab: tab === 'configure' ? undefined : tab,
          })}
          resetScroll={false}
          activeOptions={{ exact: true }}
          // On a narrow screen the last ones begin out of sight.
          ref={current === tab ? reveal : undefined}
          aria-current={current === tab ? 'page' : undefined}
          className="flex h-9 shrink-0 items-center border-b-2 border-transparent px-2 -outline-offset-2 sm:px-3 hover:bg-line/60 aria-[current=page]:border-accent aria-[current=page]:text-accent forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]"
        >
          {tab.charAt(0).toUpperCase() + tab.slice(1)}
          {tab === 'versions' && <span className="pl-1 text-ink-muted">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** Which version the page shows, and how it stands. */
export function ShownVersion({
  knowledge: { agent, belief, versionOf, unlisted, isUnknown },
  version,
  onChoose,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion | undefined
  onChoose: (versionId: string) => void
}) {
  // Its room, until the service has named the versions.
  if (!version) return <span className="block h-9 @max-[24rem]:h-16" />
  const isDeployed = version.versionId === belief.versionId
  const deployed = versionOf(belief.versionId)
  const [attempt] = belief.doubts.flatMap((doubt) =>
    doubt.kind === 'attempt unknown' ? doubt.versionId : [],
  )
  /** Beside it. */
  const isSaid = version.versionId !== attempt && (isDeployed || deployed || belief.versionId === undefined)
  const stateOf = ({ versionId }: NumberedVersion) =>
    versionId === belief.versionId ? 'deployed' : versionId === attempt ? 'may be deployed' : 'not deployed'
  return (
    <span className="flex flex-wrap content-start items-center gap-x-3 gap-y-1 pt-1 @max-[24rem]:min-h-16">
      <select
        aria-label="Version"
        value={version.versionId}
        onChange={(event) => onChoose(event.target.value)}
        className="control max-w-full @min-[24rem]:w-auto!"
      >
        {agent.versions.map((each) => (
          <option key={each.versionId} value={each.versionId}>
            {each === version && isSaid ? nameOf(each) : `${nameOf(each)} - ${stateOf(each)}`}
          </option>
        ))}
      </select>
      {isDeployed && <StatusBadge tone="good">Deployed</StatusBadge>}
      {!isDeployed && unlisted(version.versionId) && <span>Not listed by the service</span>}
      {!isDeployed && deployed && <span>{`Deployed: ${nameOf(deployed)}`}</span>}
      {belief.versionId === undefined && !isUnknown && (
        <span>
          {belief.none
            ? 'No version is deployed'
            : attempt
              ? 'A deployment may have been made'
              : 'No deployment recorded here'}
        </span>
      )}
      {(belief.doubts.length > 0 || (belief.from !== 'service' && belief.versionId !== undefined)) && (
        <Link
          from="/agents/$agentId"
          search={(now) => ({ ...now, tab: 'deployments' })}
          className={buttonClass('link')}
        >
          Unconfirmed
        </Link>
      )}
    </span>
  )
}

/** A version came while the form has changes of another, which stays (D1000), or the address names one that nobody has. */
export function OtherVersion({
  knowledge: { agent, versionOf, unlisted, isReading },
  shown,
  search: { tab, version, deploy, try: tried },
  onChoose,
}: {
  knowledge: AgentKnowledge
  shown: NumberedVersion | undefined
  search: Partial<Record<'tab' | 'version' | 'deploy' | 'try', string>>
  onChoose: (versionId: string) => void
}) {
  const [newest] = agent.versions
  if (!newest || !shown) return null
  if (tab === 'configure' && shown !== newest && !versionOf(tried || version)) {
    const title = versionTitle(newest)
    return (
      <Notice
        title={`${title} was created meanwhile. Your changes stay in ${inSentence(versionTitle(shown))}.`}
        action={<Button onClick={() => onChoose(newest.versionId)}>Show {inSentence(title)}</Button>}
      />
    )
  }
  const lost = [version, deploy, tried].find((id) => id && !versionOf(id))
  if (!lost || isReading) return null
  const { title } = notHere('version', unlisted(lost) ? undefined : 'here')
  return <Notice title={`${title}. Shown: ${versionTitle(shown)}.`} />
}

/** The way to reach somebody with the agent. */
export function ContactLink({ agent, primary }: { agent: StoredAgent; primary: boolean }) {
  const { agentId, agentType } = agent
  const className = buttonClass(primary ? 'primary' : 'secondary')
  return agentType === 'TEXT' ? (
    <Link to="/threads/new" search={{ agent: agentId }} className={className}>
      New thread
    </Link>
  ) : (
    <Link to="/calls" search={{ place: true, agent: agentId }} className={className}>
      Place call
    </Link>
  )
}

const SOURCES = {
  created: 'Created here',
  // Also by a label, a deployment or a version of an agent that only the service had.
  added: 'Stored here since',
  imported: 'Imported',
  reported: 'Created',
}

/** Ids and what else is rarely wanted of an agent, one click away; `children`: what can be done with it. */
export function AgentFacts({
  knowledge: { agent, description, isUnknown },
  version,
  children,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion | undefined
  children: ReactNode
}) {
  const box = useRef<HTMLDetailsElement>(null)
  /** Nothing stands beside its button, which is then at the end of the row, or begins the next one. */
  const isAlone = isUnknown || !mayWrite()
  return (
    <details
      ref={box}
      className={isAlone ? undefined : 'sm:relative'}
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !box.current?.open) return
        box.current.open = false
        box.current.querySelector('summary')?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
    >
      <summary className={`${buttonClass('secondary')} w-full list-none`}>Details</summary>
      {/* Below its button, which begins the row; on a phone, and where it is all of it, below the page's header and within its width. */}
      <div
        className={`float absolute inset-x-0 top-full z-20 mt-1 ml-auto flex w-96 max-w-full flex-col gap-3 p-3 ${isAlone ? '' : 'sm:right-auto sm:ml-0 sm:max-w-none'}`}
      >
        <Facts
          facts={{
            // The header has one line for it.
            Description: description,
            'Agent id': <IdText id={agent.agentId} name="agent id" />,
            'Version id': version && <IdText id={version.versionId} name="version id" />,
            'Agent type': agent.agentType,
            'Testing lab agent id': agent.testingLabId,
            [SOURCES[agent.source]]: agent.addedAt && <TimeText time={agent.addedAt} />,
          }}
        />
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </details>
  )
}
