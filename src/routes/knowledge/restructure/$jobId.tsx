import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { agentQueries } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import {
  mayRollBackRestructure,
  mayTest,
  type NextRestructuring,
  type Restructure,
  restructureQueries,
  restructuresOf,
  restructuring,
} from '../../../queries/restructures'
import { Button, buttonClass } from '../../../ui/button'
import { countOf, formatCount } from '../../../ui/numbers'
import { BackLink } from '../../-shared/back-link'
import { type OnPage, ProcedurePage, type ProcedureView } from '../-procedure-page'
import { FormerVersions, MovedVersions } from './-moved-versions'
import { MoveByHand, oldNameOf, Retirement, TargetChoice } from './-restructure-asks'

/** What happens next, by the action or by what a person has to do. */
const NEXT = {
  list: 'The files and collections are listed.',
  ended: 'Nothing is left to do. Continue ends it.',
  look: 'The last request may have been done. It is looked up before anything is sent again.',
  create: 'The new collection is created.',
  attach: 'The files are added to the new collection.',
  version: 'A copy of the agent version is created that uses the new collection. It is not deployed.',
  remove: 'The old collection loses its files, one by one.',
  'put back': 'The files are put back into the old collection.',
  'take out': 'The files are taken out of the new collection.',
  target: 'Say which collection is the new one.',
  move: 'Move this agent version in the service, then note it here.',
  test: 'Test the answers, then tick the box.',
  deploy: 'Deploy the moved versions, then tick the box.',
  retirement: 'Retire the old collection, or keep it.',
  undeploy: 'Deploy the former versions again. The new collection keeps its files until then.',
}

export const Route = createFileRoute('/knowledge/restructure/$jobId')({
  head: () => ({ meta: [{ title: 'Restructure · Switchboard' }] }),
  loader: ({ context, params: { jobId } }) =>
    prefetch(context, [
      restructureQueries.one(jobId),
      agentQueries.list(),
      collectionQueries.list(),
      fileQueries.list(),
    ]),
  component: RestructurePage,
})

function RestructurePage() {
  const { jobId } = Route.useParams()
  const restructures = restructuresOf(useQueryClient())
  return (
    <ProcedurePage
      id={jobId}
      name="Restructure"
      back={<BackLink to="/knowledge/collections">Collections</BackLink>}
      definition={restructuring}
      procedures={restructures}
      next={NEXT}
      view={(job, page) => viewOf(job, page, restructures)}
    />
  )
}

function viewOf(
  job: Restructure,
  { running, action, asks, act }: OnPage<NextRestructuring>,
  restructures: ReturnType<typeof restructuresOf>,
): ProcedureView {
  const { id, old, fresh, retired } = job
  const byHand = job.versions.find(({ versionId }) => asks === 'move' && versionId === action.of)
  const hasVersions = job.versions.length > 0
  return {
    title: old ? `Restructure ${oldNameOf(job)}` : 'Restructure',
    context: `New collection: ${fresh.name}`,
    // Without an old collection, or with one that is kept, nothing is retired; without a version, nothing is moved.
    steps: {
      list: 'List the state',
      create: 'Create the new collection',
      attach: 'Attach the files',
      ...(hasVersions && { move: 'Move the agent versions to it' }),
      test: 'Test the answers',
      ...(hasVersions && { deploy: 'Deploy the moved versions' }),
      ...(old && job.keptAt === undefined && { retire: 'Retire the old collection' }),
    },
    counts: {
      attach: done(job.files.filter(({ place }) => place === 'in').length, job.files.length),
      retire:
        retired &&
        done(retired.filter(({ place }) => place === 'out' || place === 'left').length, retired.length),
    },
    notes: { test: job.testedAt, deploy: job.deployedAt },
    serving:
      old && retired === undefined && job.course === 'forward'
        ? `Nothing was removed from ${oldNameOf(job)}.`
        : '',
    ended: endOf(job),
    rollBack: mayRollBackRestructure(job)
      ? {
          title: 'Roll back this restructure?',
          consequence: `What the old collection lost is put back, then the files are taken out of ${fresh.name}. The interface deletes neither a collection nor a version: the empty collection and copies of versions stay.`,
        }
      : undefined,
    wayOut: action.name === 'version' && (
      <Button writes size="sm" onClick={() => void act(restructures.moveByHand(id, action.of))}>
        Move it by hand
      </Button>
    ),
    asks: (
      <>
        {fresh.id !== undefined && (
          <p>
            <Link
              to="/knowledge/collections/$collectionId"
              params={{ collectionId: fresh.id }}
              className={buttonClass('link')}
            >
              Open the new collection
            </Link>
          </p>
        )}
        {asks === 'target' && (
          <TargetChoice job={job} onChosen={(chosen) => void act(restructures.chooseTarget(id, chosen))} />
        )}
        {byHand && (
          <MoveByHand
            key={byHand.versionId}
            job={job}
            version={byHand}
            onMoved={(newVersionId) => act(restructures.moved(id, byHand, newVersionId))}
          />
        )}
        {!running && job.endedAt === undefined && mayTest(job) && (
          <MovedVersions
            job={job}
            onTested={(isTested) => act(restructures.test(id, isTested))}
            onDeployed={(isDeployed) => act(restructures.deployed(id, isDeployed))}
          />
        )}
        {asks === 'retirement' && (
          <Retirement
            job={job}
            onKeep={() => void act(restructures.keepOld(id))}
            onRetire={(files) => void act(restructures.retire(id, files))}
          />
        )}
        {asks === 'undeploy' && (
          <FormerVersions job={job} onDone={() => void act(restructures.undeployed(id))} />
        )}
      </>
    ),
  }
}

const done = (some: number, all: number) => `${formatCount(some)} of ${countOf(all, 'file')}`

function endOf(job: Restructure): string {
  if (job.course === 'back')
    return `Rolled back. ${job.created === 'created' ? `The collection ${job.fresh.name} stays, as the interface cannot delete it.` : 'Nothing was created.'}`
  // Without a version that was moved to it, no agent answers from it.
  const serves = `The restructure is complete. ${job.fresh.name} ${job.versions.length > 0 ? 'serves now' : 'has its files; no agent version was moved to it'}`
  if (job.retired !== undefined)
    return `${serves}; the empty ${oldNameOf(job)} stays, as the interface cannot delete it.`
  return job.old ? `${serves}; ${oldNameOf(job)} was kept as it is.` : `${serves}.`
}
