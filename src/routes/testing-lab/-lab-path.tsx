import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { StoredAgent } from '../../queries/agents'
import { evidenceOfVersion, evidenceQueries, newestTested } from '../../queries/evidence'
import { versionOfRun } from '../../queries/lab-records'
import type { NumberedVersion } from '../../queries/service-versions'
import { buttonClass } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { mayWrite } from '../../ui/role'
import { inSentence, versionTitle } from '../-shared/version-name'
import { agentOfRun, isUnread, scenariosOf, useRuns, useScenarios } from './-lab-data'
import { LAB_STEPS, labState } from './-lab-steps'

/**
 * The way of §4 from scenarios to a deployed version of an agent, in a line: what is done, and what is to be done now.
 * - `shown`: the version that the screen is about; else the newest that was tested
 */
export function LabPath({ agent, shown }: { agent: StoredAgent | undefined; shown?: string | undefined }) {
  const scenarios = useScenarios()
  const runs = useRuns()
  const agentId = agent?.agentId
  const { data: evidence } = useQuery(evidenceQueries.list(agentId))
  const isThere = useLocation({ select: ({ pathname }) => pathname === `/agents/${agentId}` })
  const ours = scenariosOf(scenarios.items, agent?.testingLabId)
  const ran = runs.items.filter(
    (run) => run.sent?.state !== 'refused' && agent && agentOfRun(run, [agent]) === agent,
  )
  const tested = [...ran.map(versionOfRun), ...(evidence ?? []).map((each) => each.versionId)]
  const versionId = shown ?? newestTested(tested, agent?.versions)
  const known = evidenceOfVersion(evidence, versionId)
  const newest = ran.find((run) => versionOfRun(run) === versionId)
  // What ran before the version was changed is no step of the way any more.
  const last = known?.changed && newest?.id === known.run.id ? undefined : newest
  // A later run speaks for itself.
  const valid = known?.changed && last ? undefined : known
  const isRead = agent && !scenarios.isPending && !runs.isPending && evidence !== undefined
  const { now, isLiveInPart, isDone, states } = labState({
    scenarios: isUnread(scenarios) || isUnread(runs) ? undefined : ours.map(({ key }) => key),
    last,
    evidence: valid,
    isDeployed: versionId !== undefined && agent?.deployedVersionId === versionId,
  })
  const version: NumberedVersion | undefined = agent?.versions.find((each) => each.versionId === versionId)
  const number = version?.number ?? last?.run?.versionNumber
  const title = versionId && versionTitle({ ...version, versionId, number })
  // What a person entered has no run.
  const failed = valid?.run.id ?? last?.key
  const link = `${buttonClass('link')} min-h-6`
  const links = {
    Scenarios: (
      <Link to="/testing-lab/generate" search={{ agent: agentId }} className={link}>
        Generate scenarios
      </Link>
    ),
    Run:
      last && !isLiveInPart ? (
        <Link to="/testing-lab/runs/$runId" params={{ runId: last.key }} className={link}>
          Show the run
        </Link>
      ) : (
        <Link
          to="/testing-lab/run"
          search={{ agent: agentId, version: isLiveInPart ? versionId : shown }}
          className={link}
        >
          Run scenarios
        </Link>
      ),
    Fix: failed !== undefined && (
      <Link
        to="/testing-lab/runs/$runId"
        params={{ runId: String(failed) }}
        search={{ show: 'not-passed' }}
        className={link}
      >
        {mayWrite() ? 'Fix it' : 'Show the run'}
      </Link>
    ),
    Deploy: title && agentId && (
      <Link
        to="/agents/$agentId"
        params={{ agentId }}
        search={{ deploy: versionId }}
        replace={isThere}
        className={link}
      >
        Deploy {inSentence(title)}
      </Link>
    ),
  }
  const ofVersion = title ? `${title}: ` : ''
  // Without a step to take, the last one says how it ended, or the first that nobody knows.
  const shownStep = now ?? (isDone.Scenarios ? 'Deploy' : 'Scenarios')
  return (
    <nav
      aria-label="From scenarios to a deployed version"
      className="@container min-h-[2.625rem] max-sm:min-h-[3.75rem] rounded-md border border-line bg-surface-raised px-3 py-2 text-sm"
    >
      {isRead && (
        <ol className="flex flex-wrap items-center gap-x-5 gap-y-1">
          {LAB_STEPS.map((step, place) => {
            const Icon = isDone[step] ? CircleCheck : step === now ? CircleDot : Circle
            const isShown = step === shownStep
            return (
              <li
                key={step}
                aria-current={step === now ? 'step' : undefined}
                title={states[step]}
                className={classNames(
                  'flex min-h-6 flex-wrap items-center gap-x-2',
                  !isShown && 'text-ink-muted @max-[56rem]:sr-only',
                )}
              >
                <Icon size={16} aria-hidden className={isDone[step] ? 'text-good' : undefined} />
                <span className={isShown ? 'font-semibold' : undefined}>
                  {place + 1}
                  {/* Where it stands alone. */}
                  {isShown && <span className="@min-[56rem]:hidden"> of {LAB_STEPS.length}</span>}. {step}
                </span>
                {/* On a phone below its step and link, which makes two lines whatever it says. */}
                <span className={isShown ? 'text-ink-muted max-sm:order-last max-sm:w-full' : 'sr-only'}>
                  {step !== 'Scenarios' && ofVersion}
                  {states[step]}
                </span>
                {step === now && links[step]}
              </li>
            )
          })}
        </ol>
      )}
    </nav>
  )
}
