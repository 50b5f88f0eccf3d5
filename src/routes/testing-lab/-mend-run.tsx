import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, Rocket } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { evidenceOfVersion, type TestEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { runQueries } from '../../queries/runs'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { late } from '../-shared/late'
import { inSentence, versionTitle } from '../-shared/version-name'
import { evidenceLine, isReportedAgainst, mendedSince } from './-mend'
import { Actions, Suggestion } from './-mend-prompt'
import { MendState } from './-mend-state'
import { resultsOf, type ScenarioResult, shownAs } from './-run-numbers'

const RunAgain = late(async () => (await import('./-run-again')).RunAgain)

const focusIfLost = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus()
}

/**
 * From red to green without leaving the run: what would mend the prompt, the version with it, the failed scenarios once more, and its deployment.
 * Where a service lists no runs, it cannot be seen how a later one ended, so this is not shown there.
 */
export function MendRun({
  labRun,
  agent,
  results,
  runs,
  evidence,
  onDeploy,
}: {
  labRun: LabRun
  agent: StoredAgent
  results: readonly ScenarioResult[]
  runs: readonly LabRun[]
  evidence: readonly TestEvidence[]
  onDeploy: (versionId: string) => void
}) {
  const red = results.filter((result) => shownAs(result) === 'not-passed' && result.key !== '')
  const all = results.map(({ key }) => key).filter(Boolean)
  const mended = mendedSince(
    labRun,
    red.map(({ key }) => key),
    agent,
    runs,
    all,
  )
  const { target, isNewer, going, last, ids, passed, failed, unclear, broken } = mended
  /** Without a verdict there is nothing to change the prompt for. */
  const isJudged = red.some(({ verdict }) => verdict !== undefined)
  // The list leaves out reasons and suggestions.
  const { data: lastRun } = useQuery({
    ...runQueries.one(last?.id ?? ''),
    enabled: failed.length > 0 && last?.id !== undefined,
  })
  const now = lastRun && last ? resultsOf({ ...last, run: lastRun }) : []
  const failing = results
    .filter(({ key }) => failed.includes(key))
    .map((result) => now.find(({ key, verdict }) => key === result.key && verdict) ?? result)
  const isGreen = passed.length === ids.length
  /** Nothing fails any more, and what is unclear is for a person to judge. */
  const isForPerson = unclear.length > 0 && passed.length + unclear.length === ids.length
  /** Of this run, some did not run with the version that what failed passes with. */
  const isInPart = isGreen && isNewer && all.length > ids.length
  const isDeployed = target !== undefined && agent.deployedVersionId === target.versionId
  // Other scenarios may fail with it (D865).
  const whole = target && evidenceOfVersion(evidence, target.versionId)
  const against = whole && whole.verdict !== 'passed' ? whole : undefined
  const [asking, setAsking] = useState<readonly string[]>()
  /** What was typed instead of the suggestion. Its field stays with it, whatever becomes of the agent meanwhile. */
  const [typed, setTyped] = useState<string>()
  const isUntried = (isNewer || !isJudged) && !going && failed.length === 0 && !isGreen
  const place = useRef<HTMLDivElement>(null)
  const step = `${target?.versionId} ${going?.key} ${isDeployed}`
  /** The step of which a button was pressed. It goes with its step, some time after its dialog gave the focus back to it. */
  const pressed = useRef<string>(undefined)
  const onStep = () => {
    pressed.current = step
    focusIfLost(place.current)
  }
  useEffect(() => {
    if (pressed.current === undefined || pressed.current === step) return
    pressed.current = undefined
    focusIfLost(place.current)
  }, [step])
  const title = target ? versionTitle(target) : 'the version'
  const actions = (isFirst: boolean, isCreating = false) => (
    <Button
      writes
      icon={Play}
      variant={isFirst ? 'primary' : 'secondary'}
      // It would run the version before the one that is being made.
      aria-disabled={isCreating || undefined}
      onClick={() => isCreating || setAsking(ids.filter((id) => !passed.includes(id)))}
    >
      Run the failed ones
    </Button>
  )
  return (
    <Section title="Fix and run again">
      <div
        ref={place}
        tabIndex={-1}
        className="flex flex-col gap-3 rounded-md border border-line bg-surface-raised p-3 outline-none"
      >
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MendState
            mended={mended}
            red={red.length}
            all={all.length}
            isJudged={isJudged}
            title={title}
            isTyping={typed !== undefined}
          />
          {broken && <RunLink to={broken.run.key}>Show the run</RunLink>}
        </div>
        {(isGreen || isForPerson) && !going && target && (
          <Actions>
            {isDeployed ? (
              <StatusBadge tone="good">Deployed</StatusBadge>
            ) : (
              against && (
                <>
                  <p>{evidenceLine(inSentence(title), against)}</p>
                  {isGreen && against.run.id && (
                    <RunLink to={String(against.run.id)}>
                      {against.verdict === 'failed' ? 'Show what still fails' : 'Show what is unclear'}
                    </RunLink>
                  )}
                </>
              )
            )}
            {isInPart && (isDeployed || !against) && (
              <p>
                {countOf(all.length - ids.length, 'scenario')} not run with {inSentence(title)}.
              </p>
            )}
            {!isDeployed && !(against && isReportedAgainst(evidence, against)) && (
              <Button
                writes
                icon={Rocket}
                // While something is typed, that becomes a version first.
                variant={against || typed || isForPerson || isInPart ? 'secondary' : 'primary'}
                onClick={() => {
                  pressed.current = step
                  onDeploy(target.versionId)
                }}
              >
                Deploy {inSentence(title)}
              </Button>
            )}
            {isInPart && (
              <Button
                writes
                icon={Play}
                variant={typed ? 'secondary' : 'primary'}
                onClick={() => setAsking(all)}
              >
                Run all {all.length} with {inSentence(title)}
              </Button>
            )}
          </Actions>
        )}
        {isUntried && typed === undefined && <Actions>{actions(true)}</Actions>}
        {(typed !== undefined || !(isGreen || going || isUntried)) && (
          // Of each version that failed, so that the way goes on here until what failed passes.
          <Suggestion
            agent={agent}
            versionId={target?.versionId}
            isMeanwhile={isNewer && failed.length === 0}
            results={failed.length > 0 ? failing : red}
            typed={typed}
            onType={setTyped}
            onCreated={onStep}
          >
            {(isFirst, isCreating) => (
              <>
                {failed.length > 0 && last && (
                  <RunLink to={last.key}>
                    {isForPerson ? 'Show what is unclear' : 'Show what still fails'}
                  </RunLink>
                )}
                {!isGreen && !going && actions(isFirst, isCreating)}
              </>
            )}
          </Suggestion>
        )}
      </div>
      {asking && target && (
        <RunAgain
          labRun={labRun}
          agent={agent}
          target={target}
          ids={asking}
          runs={runs}
          onStarted={onStep}
          returnFocus={() => place.current}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Section>
  )
}

const RunLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to="/testing-lab/runs/$runId"
    params={{ runId: to }}
    search={{ show: 'not-passed' }}
    className={buttonClass('secondary')}
  >
    {children}
  </Link>
)
