import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play, Rocket } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createAgentVersion } from '../../contract/agent-versions'
import type { VersionRequest } from '../../contract/requests/agents'
import { fieldOf, put } from '../../contract/version-content'
import { agentVersionMutations, agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { evidenceOfVersion, type TestEvidence } from '../../queries/evidence'
import type { LabRun } from '../../queries/lab-records'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { TextDiff } from '../../ui/text-diff'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { useKept } from '../-shared/kept'
import { late } from '../-shared/late'
import { useLeaveGuard } from '../-shared/leave-guard'
import { useOffered } from '../-shared/use-offered'
import { inSentence, versionTitle } from '../-shared/version-name'
import { evidenceLine, isReportedAgainst, mendedSince, suggestedRules, withRules } from './-mend'
import { MendState } from './-mend-state'
import { type ScenarioResult, shownAs } from './-run-numbers'

const PromptFaults = late(async () => (await import('../agents/-deploy-dialog')).PromptFaults)
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
  const ids = red.map(({ key }) => key)
  const mended = mendedSince(labRun, ids, agent, runs)
  const { target, isNewer, going, passed, failed } = mended
  const isGreen = passed.length === ids.length
  const isDeployed = target !== undefined && agent.deployedVersionId === target.versionId
  // Other scenarios may fail with it (D865).
  const whole = target && evidenceOfVersion(evidence, target.versionId)
  const against = whole && whole.verdict !== 'passed' ? whole : undefined
  const [asking, setAsking] = useState<readonly string[]>()
  /** What was typed instead of the suggestion. Its field stays with it, whatever becomes of the agent meanwhile. */
  const [typed, setTyped] = useState<string>()
  const isUntried = isNewer && !going && failed.length === 0 && !isGreen
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
  const actions = (isFirst: boolean) => (
    <Button
      writes
      icon={Play}
      variant={isFirst ? 'primary' : 'secondary'}
      onClick={() => setAsking(failed.length > 0 && passed.length > 0 ? failed : ids)}
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
          <MendState mended={mended} total={ids.length} title={title} isTyping={typed !== undefined} />
        </div>
        {isGreen && target && (
          <Actions>
            {isDeployed ? (
              <StatusBadge tone="good">Deployed</StatusBadge>
            ) : (
              against && <p>{evidenceLine(inSentence(title), against)}</p>
            )}
            {isNewer && results.length > red.length && (
              <Button writes onClick={() => setAsking(results.map(({ key }) => key).filter(Boolean))}>
                Run all {results.length} with {inSentence(title)}
              </Button>
            )}
            {!isDeployed && !(against && isReportedAgainst(evidence, against)) && (
              <Button
                writes
                icon={Rocket}
                // While something is typed, that becomes a version first.
                variant={against || typed ? 'secondary' : 'primary'}
                onClick={() => {
                  pressed.current = step
                  onDeploy(target.versionId)
                }}
              >
                Deploy {inSentence(title)}
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
            results={failed.length > 0 ? red.filter(({ key }) => failed.includes(key)) : red}
            typed={typed}
            onType={setTyped}
            onCreated={() => {
              setTyped(undefined)
              onStep()
            }}
          >
            {(isFirst) => (
              <>
                {failed.length > 0 && isNewer && mended.last && (
                  <Link
                    to="/testing-lab/runs/$runId"
                    params={{ runId: mended.last.key }}
                    search={{ show: 'not-passed' }}
                    className={buttonClass('secondary')}
                  >
                    Show what still fails
                  </Link>
                )}
                {!isGreen && !going && actions(isFirst)}
              </>
            )}
          </Suggestion>
        )}
      </div>
      {asking && target && (
        <RunAgain
          labRun={labRun}
          agentId={agent.agentId}
          target={target}
          ids={asking}
          onStarted={onStep}
          returnFocus={() => place.current}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Section>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

/** The sentences that would mend the prompt, to be changed, with the difference that they make. */
function Suggestion({
  agent,
  versionId,
  isMeanwhile,
  results,
  typed,
  onType,
  onCreated,
  children,
}: {
  agent: StoredAgent
  /** Whose prompt it would change. */
  versionId: string | undefined
  /** It was made while something was typed for an older one. */
  isMeanwhile: boolean
  results: readonly ScenarioResult[]
  /** `undefined`: nothing was changed. */
  typed: string | undefined
  onType: (text: string | undefined) => void
  onCreated: () => void
  children: (isFirst: boolean) => ReactNode
}) {
  const id = useId()
  const { data: reported } = useQuery(agentVersionQueries.list(agent.agentId))
  const suggested = suggestedRules(results).join('\n')
  const added = typed ?? suggested
  const listed = reported?.items.find((version) => version.id === versionId)
  // One that is not read yet takes the field of the last one from nobody.
  const [last, setLast] = useState(listed)
  if (listed && listed !== last) setLast(listed)
  const tested = listed ?? last
  // `isPending` comes a render later; a second click may come before.
  const sending = useRef<string>(undefined)
  const create = useMutation({
    ...agentVersionMutations.create(),
    onError: () => {
      sending.current = undefined
    },
    onSuccess: () => {
      toast({ title: 'Version created', message: 'It is not deployed.' })
      onCreated()
    },
  })
  useLeaveGuard(typed !== undefined, { isSent: create.isPending })
  const before = fieldOf(tested?.content, 'prompt.system')
  const after = withRules(before, added)
  const wire = tested?.content
  const isOffered = useKept(useOffered(createAgentVersion) !== false, wire !== undefined)
  if (!wire || !isOffered) return <Actions>{children(true)}</Actions>
  const title = versionTitle({ versionId: tested.id, number: tested.version })
  const number = tested.version === undefined ? undefined : (reported?.items[0]?.version ?? 0) + 1
  return (
    <>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="font-semibold">
          Add to the prompt
        </label>
        <textarea
          id={id}
          className="control"
          rows={Math.min(8, Math.max(2, added.split('\n').length))}
          value={added}
          onChange={({ target }) => onType(target.value === suggested ? undefined : target.value)}
          aria-describedby={`${id} hint`}
        />
        <p id={`${id} hint`} className="text-sm text-ink-muted">
          {suggested && typed === undefined
            ? 'Suggested by what failed, one sentence a line. Change what you like; nothing is applied by itself.'
            : 'One sentence a line. A new version is made with it; this one stays.'}
        </p>
      </div>
      {isMeanwhile && listed && (
        <Notice
          title={`${title} was made meanwhile`}
          message={after === before ? 'Its prompt already says this.' : 'Your text is added to its prompt.'}
        />
      )}
      {after !== before && (
        <TextDiff
          name="Change to the prompt"
          before={before}
          after={after}
          beforeLabel={title}
          afterLabel="With this change"
        />
      )}
      {after !== before && <PromptFaults content={put(wire, 'prompt.system', after)} />}
      <ErrorNotice error={create.error} />
      <Actions>
        <Link
          to="/agents/$agentId"
          params={{ agentId: agent.agentId }}
          search={{ version: tested.id }}
          className={buttonClass('secondary')}
        >
          Edit the whole version
        </Link>
        {children(after === before)}
        {after !== before && (
          <Button
            writes
            variant="primary"
            pending={create.isPending}
            onClick={() => {
              if (sending.current === tested.id) return
              sending.current = tested.id
              create.mutate({
                params: { agentId: agent.agentId },
                body: put(wire, 'prompt.system', after) as unknown as VersionRequest,
              })
            }}
          >
            {number === undefined ? 'Create version' : `Create version ${number}`}
          </Button>
        )}
      </Actions>
    </>
  )
}
