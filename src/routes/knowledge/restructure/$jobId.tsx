import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
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
import { type OnPage, ProcedurePage, type ProcedureView } from '../-procedure-page'
import { FormerVersions, MovedVersions } from './-moved-versions'
import { MoveByHand, oldNameOf, TargetChoice } from './-restructure-asks'
import { Retirement } from './-retirement'

/** What happens next, by the action or by what a person has to do. */
const NEXT = {
  list: 'The files and collections are listed.',
  ended: 'Nothing is left to do. Continue ends it.',
  look: 'Checks whether the last request went through. Nothing is done twice.',
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
  const navigate = useNavigate()
  /** One that created nothing is over with that. */
  const startAgain = async (job: Restructure) => {
    await restructures.rollBack(job.id)
    await navigate(again(job))
  }
  return (
    <ProcedurePage
      id={jobId}
      name="Restructure"
      definition={restructuring}
      procedures={restructures}
      next={NEXT}
      view={(job, page) => viewOf(job, page, restructures, startAgain)}
    />
  )
}

/** The form, with what this one was started with. */
const again = ({ id, old }: Restructure) =>
  ({ to: '/knowledge/restructure/new', search: { from: old?.id, again: id } }) as const

function viewOf(
  job: Restructure,
  { running, action, asks, act, currentStep }: OnPage<NextRestructuring>,
  restructures: ReturnType<typeof restructuresOf>,
  startAgain: (job: Restructure) => Promise<void>,
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
    names: Object.fromEntries(
      [...job.files, ...(retired ?? [])].map(({ fileId, fileName }) => [fileId, fileName]),
    ),
    notes: { test: job.testedAt, deploy: job.deployedAt },
    serving:
      old && retired === undefined && job.course === 'forward'
        ? `This restructure removed nothing from ${oldNameOf(job)}.`
        : '',
    ended: endOf(job),
    rollBack: mayRollBackRestructure(job)
      ? {
          title: 'Roll back this restructure?',
          consequence: wayBackOf(job),
        }
      : undefined,
    wayOut:
      action.name === 'version' ? (
        <Button writes size="sm" onClick={() => void act(restructures.moveByHand(id, action.of))}>
          Move it by hand
        </Button>
      ) : (
        job.created === 'none' && (
          <Button writes size="sm" onClick={() => void act(startAgain(job))}>
            Start again
          </Button>
        )
      ),
    asks: (
      <>
        {job.course === 'back' && job.endedAt !== undefined && (
          <p className="viewer:hidden">
            <Link {...again(job)} className={buttonClass('link')}>
              Start again
            </Link>
          </p>
        )}
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
            returnFocus={currentStep}
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

/** What rolling back does, and what stays. */
function wayBackOf(job: Restructure): string {
  const { name } = job.fresh
  if (job.created === 'none') return 'Nothing was created or changed. Nothing is sent, and this ends.'
  if (job.created !== 'created')
    return `It is unknown whether the new collection ${name} was created. If it was, it stays, empty: collections cannot be deleted.`
  const lost = job.retired && `What ${oldNameOf(job)} lost is put back, then the`
  const stays = job.versions.length > 0 ? 'and copies of versions stay' : 'stays'
  return `${lost ?? 'The'} files are taken out of the new collection ${name}. Neither collections nor versions can be deleted: the empty collection ${stays}.`
}

const CREATED = {
  none: () => 'Nothing was created.',
  created: (name: string) => `The collection ${name} stays: collections cannot be deleted.`,
  unclear: (name: string) => `It is unknown whether the collection ${name} was created.`,
}

function endOf(job: Restructure): string {
  if (job.course === 'back') {
    const { created } = job
    return `Rolled back. ${CREATED[created === 'none' || created === 'created' ? created : 'unclear'](job.fresh.name)}`
  }
  // Which versions serve can change at any time, and nothing may have been deployed before.
  const serves = `The restructure is complete. ${job.fresh.name} ${job.versions.length > 0 ? 'has the files, and the moved versions use it' : 'has its files; no agent version was moved to it'}`
  if (job.retired !== undefined) {
    const { stays } = job
    const added = stays
      ? ` ${countOf(stays, 'file')} ${stays === 1 ? 'was added meanwhile and stays' : 'were added meanwhile and stay'} in it.`
      : ''
    // What nobody could look up is not called empty.
    return `${serves}; ${stays === 0 ? 'the empty ' : ''}${oldNameOf(job)} stays, as the interface cannot delete it.${added}`
  }
  return job.old ? `${serves}; ${oldNameOf(job)} was kept as it is.` : `${serves}.`
}
