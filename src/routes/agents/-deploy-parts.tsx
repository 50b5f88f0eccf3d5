import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { fieldOf, type SpokenPath, spokenFields, type VersionContent } from '../../contract/version-content'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { believeDeployed } from '../../queries/deployments'
import { evidenceText, type VersionEvidence } from '../../queries/evidence'
import { Button, buttonClass } from '../../ui/button'
import { countOf, isolated } from '../../ui/numbers'
import { Facts } from '../../ui/page'
import { here } from '../../ui/role'
import { ErrorNotice } from '../-shared/error-notice'
import { nameOf } from '../-shared/version-name'
import { type DeployCheck, lacksCollection, type Stock } from './-deploy-checks'
import { EnterResult, EvidenceLine } from './-evidence-list'

const OPENING = 240

const opening = (text: string) => (text.length > OPENING ? `${text.slice(0, OPENING).trimEnd()}…` : text)

function reachOf(agentType: string | undefined, numbers: number | undefined): string {
  if (agentType === 'TEXT')
    return 'SMS, e-mail and web-chat threads with this agent are answered by this version from then on.'
  if (numbers === 0)
    return 'No inbound number yet: the service may give it one when it is deployed. Outbound calls with this version reach real people.'
  const number =
    numbers === undefined ? 'a number' : numbers === 1 ? 'the number' : `one of the ${numbers} numbers`
  const unknown = numbers === undefined ? ' How many numbers those are is unknown here.' : ''
  return `Callers of ${number} of this agent, and people who are called with it, hear this version from then on.${unknown}`
}

/** Collections by their names, if they are few and all have one. */
function named(ids: readonly string[], collections: Stock['collections']): string {
  const names = ids.map((id) => collections?.find((each) => each.id === id)?.name?.trim())
  return names.length > 0 && names.length <= 5 && names.every(Boolean)
    ? names.map((name) => isolated(name ?? '')).join(', ')
    : countOf(ids.length, 'collection')
}

/** What people will hear or read from the version, in words. */
export function GoesLive({
  content,
  masked,
  agentType,
  numbers,
  collections,
  toolName,
}: {
  content: VersionContent | undefined
  masked: boolean | undefined
  agentType: string | undefined
  numbers: number | undefined
  /** All that there are, for the names of those that it answers from. */
  collections: Stock['collections']
  /** What a custom tool is called, by its slug. */
  toolName: (slug: string) => string
}) {
  const reach = <p>{reachOf(agentType, numbers)}</p>
  if (!content)
    return (
      <>
        {reach}
        <p className="text-ink-muted">
          {`What this version says is unknown here: ${here()} did not create it, and the service does not report it.`}
        </p>
      </>
    )
  const quote = (path: SpokenPath) => {
    const text = fieldOf(content, path)
    return text.trim() === '' ? undefined : <q className="break-words whitespace-pre-line">{opening(text)}</q>
  }
  const tools = [
    ...fieldOf(content, 'prompt.tools').map(toolName),
    ...fieldOf(content, 'prompt.preBuiltTools'),
  ]
  return (
    <>
      {reach}
      <Facts
        facts={{
          ...Object.fromEntries(
            spokenFields.map(({ path, label }) => [
              path === 'prompt.system' ? 'The prompt begins' : label,
              quote(path),
            ]),
          ),
          Tools: tools.join(', '),
          'Answers from': fieldOf(content, 'useKnowledgeBase')
            ? lacksCollection(content)
              ? 'No documents: no collection is attached'
              : named(fieldOf(content, 'knowledgeBaseCollectionIds'), collections)
            : 'No documents',
        }}
      />
      {masked && (
        <p className="text-ink-muted">Phone numbers are masked here. The deployed version has them.</p>
      )}
    </>
  )
}

/** What speaks for the version and what against: the latest result of each scenario, then `checks`. */
export function DeployEvidence({
  agentId,
  versionId,
  evidence,
  checks,
}: {
  agentId: string
  versionId: string
  evidence: VersionEvidence | undefined
  checks: readonly DeployCheck[]
}) {
  return (
    <ul className="flex flex-col gap-2">
      {/* What passed of some scenarios is not known of the others. */}
      <Point tone={evidence?.verdict !== 'passed' ? 'bad' : evidence.untested > 0 ? 'unknown' : 'good'}>
        {evidence ? <Tested evidence={evidence} /> : <p>This version has no test result yet.</p>}
        <div className="flex flex-wrap gap-2">
          <EnterResult agentId={agentId} versionId={versionId} />
          <Link
            to="/testing-lab/run"
            search={{ agent: agentId, version: versionId }}
            className={buttonClass('secondary', 'sm')}
          >
            Run scenarios
          </Link>
          {evidence?.run.id !== undefined && (
            <Link
              to="/testing-lab/runs/$runId"
              params={{ runId: String(evidence.run.id) }}
              className={buttonClass('secondary', 'sm')}
            >
              Show the run
            </Link>
          )}
        </div>
      </Point>
      {checks.map(({ tone, text, items }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two collections of one name may be said the same of
        <Point key={`${at} ${text}`} tone={tone}>
          <p>{text}</p>
          {items && (
            <ul className="list-disc pl-4 break-words">
              {[...new Set(items)].map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
        </Point>
      ))}
    </ul>
  )
}

/** Names of failing scenarios that are shown. */
const NAMED = 5

/** The latest result of each scenario, which ones do not pass, and the run that was last. */
function Tested({
  evidence: { latest, scenarios, untested, changed, ...evidence },
}: {
  evidence: VersionEvidence
}) {
  const text = evidenceText({ scenarios, untested, changed })
  const open = scenarios.filter(({ verdict }) => verdict !== 'passed')
  return (
    <>
      {text && <p className="font-semibold">{text}</p>}
      {open.length > 0 && (
        <ul className="list-disc pl-4 break-words">
          {open.slice(0, NAMED).map(({ id, name = `Scenario ${id}` }) => (
            <li key={id}>{name}</li>
          ))}
          {open.length > NAMED && <li>and {open.length - NAMED} more</li>}
        </ul>
      )}
      {text && evidence.verdict !== latest.verdict && <p className="text-ink-muted">The last run:</p>}
      <EvidenceLine evidence={latest} />
      {latest.note && <p className="break-words whitespace-pre-line text-ink-muted">{latest.note}</p>}
      {untested > 0 && !changed && <p>{countOf(untested, 'scenario')} did not run against this version.</p>}
    </>
  )
}

const ICONS = {
  good: { icon: CircleCheck, look: 'text-good', word: 'Good' },
  bad: { icon: TriangleAlert, look: 'text-busy', word: 'Look at this' },
  unknown: { icon: CircleHelp, look: 'text-unknown', word: 'Not known' },
} as const

function Point({ tone, children }: { tone: DeployCheck['tone']; children: ReactNode }) {
  const { icon: Icon, look, word } = ICONS[tone]
  return (
    <li className="flex items-start gap-2">
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${look}`} />
      <div className="flex min-w-0 flex-col gap-1">
        <span className="sr-only">{word}: </span>
        {children}
      </div>
    </li>
  )
}

const NO_WAY =
  'The service does not report the deployed version. Test the agent to check, or deploy this version again.'

/** How to find out whether a deployment of unknown outcome went through. */
export function FindOut({ agent, versionId }: { agent: StoredAgent; versionId: string }) {
  const versions = useQuery(agentVersionQueries.list(agent.agentId))
  const [asked, setAsked] = useState(false)
  const ask = () => void versions.refetch().then(() => setAsked(true))
  if (versions.data === null) return <p>{NO_WAY}</p>
  const belief = believeDeployed(agent, [], versions.data)
  const deployed = versions.data?.items.find(({ id }) => id === belief.versionId)
  const answer =
    belief.from !== 'service'
      ? NO_WAY
      : belief.versionId === undefined
        ? 'No version is deployed. The deployment did not go through.'
        : belief.versionId === versionId
          ? 'This version is deployed. The deployment went through.'
          : `${nameOf({ versionId: belief.versionId, number: deployed?.version })} is deployed. The deployment did not go through, or was replaced since.`
  return (
    <div className="flex flex-col items-start gap-2">
      <Button onClick={ask} pending={versions.isFetching} pendingLabel="Asking">
        Ask the service
      </Button>
      <div role="status">{asked && !versions.isFetching && !versions.error && answer}</div>
      {asked && <ErrorNotice error={versions.error} />}
    </div>
  )
}
