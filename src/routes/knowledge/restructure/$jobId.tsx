import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { agentQueries } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import {
  mayRollBackRestructure,
  mayTest,
  nextAction,
  RESTRUCTURE_STEPS,
  type Restructure,
  restructureQueries,
  restructuresOf,
  stepOf,
} from '../../../queries/restructures'
import { Button, buttonClass } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Notice } from '../../../ui/notice'
import { Page, Section } from '../../../ui/page'
import { ErrorNotice } from '../../-error-notice'
import { FailedState } from '../../-failure'
import { ProcedureActions } from '../-procedure-actions'
import { ProcedureSteps } from '../-procedure-steps'
import { words as shared } from '../-procedure-words'
import { FormerVersions } from './-former-versions'
import { MoveByHand } from './-move-by-hand'
import { MovedVersions } from './-moved-versions'
import { words } from './-restructure-words'
import { Retirement } from './-retirement'
import { TargetChoice } from './-target-choice'

const say = words.job

export const Route = createFileRoute('/knowledge/restructure/$jobId')({
  head: () => ({ meta: [{ title: 'Restructure · Switchboard' }] }),
  loader: ({ context: { queryClient }, params }) => {
    prefetch(queryClient, restructureQueries.one(params.jobId))
    prefetch(queryClient, agentQueries.known())
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
  },
  component: RestructurePage,
})

function RestructurePage() {
  const { jobId } = Route.useParams()
  const kept = useQuery(restructureQueries.one(jobId))
  const back = <Link to="/knowledge/collections">{words.collections}</Link>
  if (kept.data) return <Opened key={jobId} job={kept.data.job} back={back} />
  return (
    <Page
      title={kept.data === null ? say.missing : words.loading}
      context={kept.data === null && say.missingText}
      back={back}
    >
      {kept.error && (
        <FailedState error={kept.error} onRetry={() => kept.refetch()} retrying={kept.isFetching} />
      )}
    </Page>
  )
}

function Opened({ job, back }: { job: Restructure; back: React.ReactNode }) {
  const restructures = restructuresOf(useQueryClient())
  const running = useSyncExternalStore(restructures.subscribe, restructures.getSnapshot).has(job.id)
  const [askedToRollBack, setAskedToRollBack] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [stopping, setStopping] = useState(false)

  const action = nextAction(job)
  const needs = action.name === 'person' ? action.needs : undefined
  const isOver = job.endedAt !== undefined
  // Without an old collection, or with one that is kept, nothing is retired; without a version, nothing is moved.
  const steps = RESTRUCTURE_STEPS.filter((step) => {
    if (step === 'retire') return job.old !== undefined && job.keptAt === undefined
    return job.versions.length > 0 || (step !== 'move' && step !== 'deploy')
  })
  const act = (work: Promise<void>) => {
    setFailure(undefined)
    setAskedToRollBack(false)
    return work.catch(setFailure).finally(() => setStopping(false))
  }
  const asks = !running && !job.stopped && !job.trouble
  const byHand = job.versions.find(({ versionId }) => action.name === 'person' && versionId === action.of)

  return (
    <Page
      back={back}
      title={<span className="wrap-anywhere">{say.title(job)}</span>}
      context={<span className="wrap-anywhere">{say.context(job)}</span>}
      action={
        <ProcedureActions
          running={running}
          stopped={job.stopped}
          isOver={isOver}
          mayRollBack={mayRollBackRestructure(job)}
          mayGoOn={job.stopped || Boolean(job.trouble) || !needs}
          stopping={stopping}
          onRollBack={() => setAskedToRollBack(true)}
          onStop={() => {
            setStopping(running)
            void act(restructures.stop(job.id))
          }}
          onGoOn={() => void act(restructures.goOn(job.id))}
        />
      }
    >
      {Boolean(failure) && <ErrorNotice error={failure} onDismiss={() => setFailure(undefined)} />}
      {job.trouble && !running && (
        <Notice
          tone="error"
          title={job.trouble.title}
          message={job.trouble.message}
          action={
            action.name === 'version' && (
              <Button size="sm" onClick={() => void act(restructures.moveByHand(job.id, action.of))}>
                {say.moveByHand}
              </Button>
            )
          }
        />
      )}
      <div role="status">
        {isOver ? (
          <Notice tone="info" title={endOf(job)} />
        ) : (
          <p>
            <span className="font-semibold">{shared.next}:</span>{' '}
            {words.next[needs ?? (action.name as 'ended')]}{' '}
            <span className="text-ink-muted">{words.serving(job)}</span>
          </p>
        )}
      </div>
      {job.fresh.id !== undefined && (
        <p>
          <Link
            to="/knowledge/collections/$collectionId"
            params={{ collectionId: job.fresh.id }}
            className={buttonClass('link')}
          >
            {say.open}
          </Link>
        </p>
      )}
      {asks && needs === 'target' && (
        <TargetChoice job={job} onChosen={(id) => void act(restructures.chooseTarget(job.id, id))} />
      )}
      {asks && byHand && (
        <MoveByHand
          key={byHand.versionId}
          job={job}
          version={byHand}
          onMoved={(newVersionId) => act(restructures.moved(job.id, byHand, newVersionId))}
        />
      )}
      {!running && !isOver && mayTest(job) && (
        <MovedVersions
          job={job}
          onTested={(tested) => act(restructures.test(job.id, tested))}
          onDeployed={(deployed) => act(restructures.deployed(job.id, deployed))}
        />
      )}
      {asks && needs === 'retirement' && (
        <Retirement
          job={job}
          onKeep={() => void act(restructures.keepOld(job.id))}
          onRetire={(files) => void act(restructures.retire(job.id, files))}
        />
      )}
      {asks && needs === 'undeploy' && (
        <FormerVersions job={job} onDone={() => void act(restructures.undeployed(job.id))} />
      )}
      <Section title={shared.steps}>
        <ProcedureSteps
          job={job}
          steps={steps}
          labels={words.steps}
          current={stepOf(action, job)}
          running={running}
          needsPerson={needs !== undefined}
          notes={{ test: job.testedAt, deploy: job.deployedAt }}
        />
      </Section>
      {askedToRollBack && (
        <ConfirmDialog
          open
          onOpenChange={() => setAskedToRollBack(false)}
          title={words.rollBack.title}
          consequence={words.rollBack.consequence(job)}
          action={shared.rollBack}
          pending={false}
          error={null}
          onConfirm={() => void act(restructures.rollBack(job.id))}
        />
      )}
    </Page>
  )
}

function endOf(job: Restructure): string {
  if (job.course === 'back') return words.ended.back(job)
  return job.retired === undefined ? words.ended.kept(job) : words.ended.retired(job)
}
