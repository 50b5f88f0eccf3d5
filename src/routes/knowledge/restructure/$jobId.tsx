import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
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
import { KeptProcedure, ProcedurePage } from '../-procedure-page'
import { ProcedureSteps } from '../-procedure-steps'
import { useProcedure, useRunning } from '../-use-procedure'
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
    prefetch(queryClient, agentQueries.list())
    prefetch(queryClient, collectionQueries.list())
    prefetch(queryClient, fileQueries.list())
  },
  component: RestructurePage,
})

function RestructurePage() {
  const { jobId } = Route.useParams()
  const kept = useQuery(restructureQueries.one(jobId))
  const back = <Link to="/knowledge/collections">{words.collections}</Link>
  return (
    <KeptProcedure kept={kept} back={back} say={say}>
      {(job) => <Opened key={jobId} job={job} back={back} />}
    </KeptProcedure>
  )
}

function Opened({ job, back }: { job: Restructure; back: ReactNode }) {
  const restructures = restructuresOf(useQueryClient())
  const running = useRunning(job.id) !== undefined
  const page = useProcedure(running)
  const { act } = page

  const action = nextAction(job)
  const needs = action.name === 'person' ? action.needs : undefined
  // Without an old collection, or with one that is kept, nothing is retired; without a version, nothing is moved.
  const steps = RESTRUCTURE_STEPS.filter((step) => {
    if (step === 'retire') return job.old !== undefined && job.keptAt === undefined
    return job.versions.length > 0 || (step !== 'move' && step !== 'deploy')
  })
  const asks = !running && !job.stopped && !job.trouble
  const byHand = job.versions.find(({ versionId }) => action.name === 'person' && versionId === action.of)

  return (
    <ProcedurePage
      job={job}
      page={page}
      running={running}
      back={back}
      title={say.title(job)}
      context={say.context(job)}
      mayRollBack={mayRollBackRestructure(job)}
      mayGoOn={!needs}
      onGoOn={() => void act(restructures.goOn(job.id))}
      onStop={() => restructures.stop(job.id)}
      onRollBack={() => restructures.rollBack(job.id)}
      rollBack={{ title: words.rollBack.title, consequence: words.rollBack.consequence(job) }}
      troubleAction={
        action.name === 'version' && (
          <Button size="sm" onClick={() => void act(restructures.moveByHand(job.id, action.of))}>
            {say.moveByHand}
          </Button>
        )
      }
      next={words.next[needs ?? (action.name as 'ended')]}
      serving={words.serving(job)}
      ended={endOf(job)}
      steps={
        <ProcedureSteps
          job={job}
          steps={steps}
          labels={words.steps}
          current={stepOf(action, job)}
          running={running}
          needsPerson={needs !== undefined}
          notes={{ test: job.testedAt, deploy: job.deployedAt }}
        />
      }
    >
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
      {!running && job.endedAt === undefined && mayTest(job) && (
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
    </ProcedurePage>
  )
}

function endOf(job: Restructure): string {
  if (job.course === 'back') return words.ended.back(job)
  return job.retired === undefined ? words.ended.kept(job) : words.ended.retired(job)
}
