import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { progressOf } from '../../../contract/files'
import { isWhole } from '../../../contract/reply'
import { agentQueries } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import { prefetch } from '../../../queries/prefetch'
import {
  asksValidation,
  mayRollBack,
  type NextReplacing,
  type Replacement,
  replacementQueries,
  replacementsOf,
  replacing,
  withoutOld,
} from '../../../queries/replacements'
import { buttonClass } from '../../../ui/button'
import { ByteProgress } from '../../../ui/progress'
import { Task } from '../-procedure-checks'
import { type OnPage, ProcedurePage, type ProcedureView } from '../-procedure-page'
import { ChooseAgain, HoldersChoice, Validation } from './-replacement-asks'

/** What happens next, by the action or by what a person has to do. */
const NEXT = {
  list: 'The collections with the old file are listed.',
  ended: 'Nothing is left to do. Continue ends it.',
  look: 'Checks whether the last request went through. Nothing is done twice.',
  address: 'Requests an upload address.',
  upload: 'The content is uploaded.',
  record: 'The file record is created.',
  wait: 'Waits until the new file is INGESTED.',
  'wait again': 'The status of the new file is read again.',
  add: 'The new file is added to the collections of the old one.',
  remove: 'The old file is removed from the collections. Until the last step this can be rolled back.',
  delete: 'The old record is deleted.',
  'put back': 'The old file is put back into its collections.',
  'take out': 'The new file is removed from the collections.',
  'delete fresh': 'The record of the new file is deleted.',
  content: 'Choose the file again: a page that was reloaded no longer has its content.',
  holders: 'Say which collections hold the old file.',
  validation: 'Check the new file, then tick the box.',
  deletion: 'The old record is deleted next. This is the one step that cannot be rolled back.',
}

const STEPS = {
  list: 'List the state',
  address: 'Request an upload address',
  upload: 'Upload the content',
  record: 'Create the file record',
  ingest: 'Wait for INGESTED',
  add: 'Add the new file to the collections',
  validate: 'Validate with the affected agents',
  remove: 'Remove the old file from the collections',
  delete: 'Delete the old record',
}

export const Route = createFileRoute('/knowledge/replace/$jobId')({
  head: () => ({ meta: [{ title: 'Replace file · Switchboard' }] }),
  loader: ({ context, params: { jobId } }) =>
    prefetch(context, [
      replacementQueries.one(jobId),
      fileQueries.list(),
      agentQueries.list(),
      collectionQueries.list(),
    ]),
  component: ReplacementPage,
})

function ReplacementPage() {
  const { jobId } = Route.useParams()
  const replacements = replacementsOf(useQueryClient())
  const { data: list } = useQuery(fileQueries.list())
  /** What is known of the old file; `gone`: the service has it no longer, which is seen before anything is continued. */
  const seen = ({ old, oldRecord }: Replacement): OldFile => {
    const file = list?.items.find(({ fileId }) => fileId === old.fileId)
    const isGone = oldRecord === 'deleted' || (list !== undefined && isWhole(list) && !file)
    return isGone ? 'gone' : progressOf(file?.status) === 'failed' ? 'failed' : 'there'
  }
  return (
    <ProcedurePage
      id={jobId}
      name="Replacement"
      // Without the old file other things come next, which is said as it will be done.
      definition={
        {
          ...replacing,
          next: (job, atHand) =>
            replacing.next(job.record === 'created' && seen(job) === 'gone' ? withoutOld(job) : job, atHand),
        } satisfies typeof replacing
      }
      atHand={({ id }) => ({ content: replacements.hasContent(id), address: false })}
      procedures={replacements}
      next={NEXT}
      view={(job, page) => viewOf(job, page, replacements, seen(job))}
    />
  )
}

type OldFile = 'there' | 'failed' | 'gone'

/** What answers meanwhile: only what a collection holds does, and what could be read. */
function servingOf({ old, fresh, holders, source, validatedAt }: Replacement, seen: OldFile): string {
  if (seen === 'gone') return `${old.fileName} was deleted and no longer serves.`
  if (holders.length === 0)
    return source === 'service' ? `${old.fileName} is in no collection, so no agent answers from it.` : ''
  if (holders.every((each) => each.old === 'in'))
    return seen === 'failed'
      ? `${old.fileName} could not be read, so no agent answers from it.`
      : `${old.fileName} still serves.`
  return validatedAt === undefined ? '' : `${fresh.fileName} serves where the old file was removed.`
}

function viewOf(
  job: Replacement,
  { running, action, needs, asks, act, goOn }: OnPage<NextReplacing>,
  replacements: ReturnType<typeof replacementsOf>,
  seen: OldFile,
): ProcedureView {
  const { id, old, fresh, holders, source, validatedAt } = job
  const isGone = seen === 'gone'
  const isHeld = holders.length > 0
  const isChecked = !running && asksValidation(job)
  const isTask = asks === 'validation' || (action.name === 'remove' && !job.stopped && !job.trouble)
  const removes = holders.some((each) => each.old === 'in')
  const goesOn =
    asks === 'deletion' || (asks === 'validation' && !isGone && !removes)
      ? 'Delete old record'
      : isChecked && isTask && !isGone
        ? 'Remove old file'
        : undefined
  const none = job.holdersConfirmed && !isHeld ? 'The old file was in none' : undefined
  return {
    title: `Replace ${old.fileName}`,
    context: (
      <>
        New file:{' '}
        {job.record === 'created' ? (
          <Link to="/knowledge/files" search={{ file: fresh.fileId }} className={buttonClass('link')}>
            {fresh.fileName}
          </Link>
        ) : (
          fresh.fileName
        )}
      </>
    ),
    goesOn,
    steps: STEPS,
    // Its steps name the file, but not the collection.
    names: Object.fromEntries(holders.map((each) => [each.id, each.name])),
    notes: { validate: validatedAt },
    counts: { add: none, remove: none },
    serving: servingOf(job, seen),
    ended:
      job.course === 'back'
        ? `Rolled back. ${old.fileName} ${isGone ? 'was deleted elsewhere' : isHeld && seen === 'there' ? 'serves as before' : 'is as before'}.`
        : `The replacement is complete. ${fresh.fileName} ${isHeld ? 'serves now' : source === 'service' ? 'is in no collection yet' : 'is there now'}.`,
    rollBack: mayRollBack(job)
      ? {
          title: 'Roll back this replacement?',
          consequence: `${isGone ? `${old.fileName} was deleted elsewhere and cannot return;` : `${old.fileName} returns to every collection it was removed from, then`} ${fresh.fileName} is taken out and its record deleted.`,
          variant: 'danger',
        }
      : undefined,
    question:
      needs === 'deletion'
        ? {
            title: `Delete ${old.fileName}?`,
            consequence: `No collection holds it any more. Its record is deleted; this cannot be undone, and the replacement can no longer be rolled back.${source === 'service' ? '' : ' The service does not say which collections hold it, so look there first.'}`,
            // Where the service does not say what holds a file, its name has to be typed (D76).
            typeToConfirm: source === 'service' ? undefined : old.fileName,
            action: 'Delete old record',
            variant: 'danger',
            onConfirm: () => replacements.confirmDeletion(id),
          }
        : undefined,
    asks: (
      <>
        {running?.total !== undefined && action.name !== 'wait' && job.uploadedAt === undefined && (
          <ByteProgress
            label={`Uploading ${fresh.fileName}`}
            sent={running.sent ?? 0}
            total={running.total}
          />
        )}
        {asks === 'content' && (
          <ChooseAgain
            job={job}
            onChosen={(content) => {
              const isSame = replacements.choose(job, content)
              if (isSame) void act(replacements.goOn(id))
              return isSame
            }}
          />
        )}
        {asks === 'holders' && (
          <HoldersChoice
            job={job}
            onConfirm={(chosen) => void act(replacements.confirmHolders(id, chosen))}
          />
        )}
        {isChecked ? (
          <Validation job={job} onChange={(isValid) => act(replacements.validate(id, isValid))}>
            {goesOn && goOn(goesOn, needs === 'validation')}
          </Validation>
        ) : (
          goesOn && (
            <Task>
              <p>The old record is left to delete.</p>
              {goOn(goesOn)}
            </Task>
          )
        )}
      </>
    ),
  }
}
