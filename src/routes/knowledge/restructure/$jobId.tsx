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
import { KeptProcedure, ProcedurePage, useProcedure, useRunning } from '../-procedure-page'
import { ProcedureSteps } from '../-procedure-steps'
import { MovedVersions } from './-moved-versions'
import { FormerVersions, MoveByHand, oldNameOf, Retirement, TargetChoice } from './-restructure-asks'

/** What happens next, by the action or by what a person has to do. */
const NEXT = {
  list: 'The files and collections are listed.',
  look: 'The last request may have been done. It is looked up before anything is sent again.',
  create: 'The new collection is created.',
  attach: 'The files are added to the new collection.',
  version: 'A copy of the agent version is created that uses the new collection. It is not deployed.',
  remove: 'The old collection loses its files, one by one.',
  'put back': 'The files are put back into the old collection.',
  'take out': 'The files are taken out of the new collection.',
  target: 'Say which collection is the new one.',
  move: 'Move this agent version in the service, then note it here.',
  test: 'Test the answers, then tick the box. The old collection keeps serving until then.',
  deploy: 'Deploy the moved versions, then tick the box.',
  retirement: 'Retire the old collection, or keep it.',
  undeploy: 'Deploy the former versions again. The new collection keeps its files until then.',
  ended: '',
}

const LABELS = {
  list: 'List the state',
  create: 'Create the new collection',
  attach: 'Attach the files',
  move: 'Move the agent versions to it',
  test: 'Test the answers',
  deploy: 'Deploy the moved versions',
  retire: 'Retire the old collection',
  back: 'Roll back',
}

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
  const back = <Link to="/knowledge/collections">Collections</Link>
  return (
    <KeptProcedure kept={kept} back={back} name="Restructure">
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
      title={job.old ? `Restructure ${oldNameOf(job)}` : 'Restructure'}
      context={`New collection: ${job.fresh.name}`}
      mayRollBack={mayRollBackRestructure(job)}
      mayGoOn={!needs}
      onGoOn={() => void act(restructures.goOn(job.id))}
      onStop={() => restructures.stop(job.id)}
      onRollBack={() => restructures.rollBack(job.id)}
      rollBack={{
        title: 'Roll back this restructure?',
        consequence: `What the old collection lost is put back, then the files are taken out of ${job.fresh.name}. The interface deletes neither a collection nor a version: the empty collection and copies of versions stay.`,
      }}
      troubleAction={
        action.name === 'version' && (
          <Button size="sm" onClick={() => void act(restructures.moveByHand(job.id, action.of))}>
            Move it by hand
          </Button>
        )
      }
      next={NEXT[needs ?? (action.name as 'ended')]}
      serving={
        job.old && job.retired === undefined && job.course === 'forward'
          ? `${oldNameOf(job)} holds all that it held.`
          : ''
      }
      ended={endOf(job)}
      steps={
        <ProcedureSteps
          job={job}
          steps={steps}
          labels={LABELS}
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
            Open the new collection
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
  if (job.course === 'back')
    return `Rolled back. ${job.created === 'created' ? `The collection ${job.fresh.name} stays, as the interface cannot delete it.` : 'Nothing was created.'}`
  const serves = `The restructure is complete. ${job.fresh.name} serves now`
  if (job.retired !== undefined)
    return `${serves}; the empty ${oldNameOf(job)} stays, as the interface cannot delete it.`
  return job.old ? `${serves}; ${oldNameOf(job)} was kept as it is.` : `${serves}.`
}
