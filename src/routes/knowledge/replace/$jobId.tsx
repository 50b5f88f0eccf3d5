import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { agentQueries } from '../../../queries/agents'
import { collectionQueries } from '../../../queries/collections'
import { prefetch } from '../../../queries/prefetch'
import {
  mayRollBack,
  mayValidate,
  nextAction,
  type Replacement,
  replacementQueries,
  replacementsOf,
  STEPS,
  stepOf,
} from '../../../queries/replacements'
import { ByteProgress } from '../../../ui/byte-progress'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { KeptProcedure, ProcedurePage, useProcedure, useRunning } from '../-procedure-page'
import { ProcedureSteps } from '../-procedure-steps'
import { ChooseAgain, HoldersChoice, Validation } from './-replacement-asks'

/** What happens next, by the action or by what a person has to do. */
const NEXT = {
  list: 'The collections with the old file are listed.',
  look: 'The last request may have been done. It is looked up before anything is sent again.',
  address: 'An upload address is asked for.',
  upload: 'The content is uploaded.',
  record: 'The file record is created.',
  wait: 'The new file is waited for until it is INGESTED.',
  add: 'The new file is added to the collections of the old one.',
  remove: 'The old file is removed from the collections. Until the last step this can be rolled back.',
  delete: 'The old record is deleted.',
  'put back': 'The old file is put back into its collections.',
  'take out': 'The new file is removed from the collections.',
  'delete fresh': 'The record of the new file is deleted.',
  content: 'Choose the file again: a page that was reloaded no longer has its content.',
  holders: 'Say which collections hold the old file.',
  validation: 'Validate the answers, then tick the box. The old file keeps serving until then.',
  deletion: 'The old record is deleted when you continue. This is the one step that cannot be rolled back.',
  ended: '',
}

const LABELS = {
  list: 'List the state',
  address: 'Request an upload address',
  upload: 'Upload the content',
  record: 'Create the file record',
  ingest: 'Wait for INGESTED',
  add: 'Add the new file to the collections',
  validate: 'Validate with the affected agents',
  remove: 'Remove the old file from the collections',
  delete: 'Delete the old record',
  back: 'Roll back',
}

export const Route = createFileRoute('/knowledge/replace/$jobId')({
  head: () => ({ meta: [{ title: 'Replace file · Switchboard' }] }),
  loader: ({ context: { queryClient }, params }) => {
    prefetch(queryClient, replacementQueries.one(params.jobId))
    prefetch(queryClient, agentQueries.list())
    prefetch(queryClient, collectionQueries.list())
  },
  component: ReplacementPage,
})

function ReplacementPage() {
  const { jobId } = Route.useParams()
  const kept = useQuery(replacementQueries.one(jobId))
  const back = <Link to="/knowledge/files">Files</Link>
  return (
    <KeptProcedure kept={kept} back={back} name="Replacement">
      {(job) => <Opened key={jobId} job={job} back={back} />}
    </KeptProcedure>
  )
}

function Opened({ job, back }: { job: Replacement; back: ReactNode }) {
  const replacements = replacementsOf(useQueryClient())
  const running = useRunning(job.id)
  const page = useProcedure(running !== undefined)
  const { act } = page
  const [askedToDelete, setAskedToDelete] = useState(false)

  const action = nextAction(job, { content: replacements.hasContent(job.id), address: false })
  const needs = action.name === 'person' ? action.needs : undefined
  const asks = !running && !job.stopped && !job.trouble

  return (
    <ProcedurePage
      job={job}
      page={page}
      running={running !== undefined}
      back={back}
      title={`Replace ${job.old.fileName}`}
      context={`New file: ${job.fresh.fileName}`}
      mayRollBack={mayRollBack(job)}
      mayGoOn={!needs || needs === 'deletion'}
      onGoOn={() => {
        if (needs === 'deletion') setAskedToDelete(true)
        else void act(replacements.goOn(job.id))
      }}
      onStop={() => replacements.stop(job.id)}
      onRollBack={() => replacements.rollBack(job.id)}
      rollBack={{
        title: 'Roll back this replacement?',
        consequence: `${job.old.fileName} returns to every collection it was removed from, then ${job.fresh.fileName} is taken out and its record deleted.`,
      }}
      next={NEXT[needs ?? (action.name as 'ended')]}
      serving={
        job.holders.every(({ old }) => old === 'in')
          ? `${job.old.fileName} still serves.`
          : job.validatedAt !== undefined && `${job.fresh.fileName} serves where the old file was removed.`
      }
      ended={
        job.course === 'back'
          ? `Rolled back. ${job.old.fileName} serves as before.`
          : `The replacement is complete. ${job.fresh.fileName} serves now.`
      }
      steps={
        <ProcedureSteps
          job={job}
          steps={STEPS}
          labels={LABELS}
          current={stepOf(action, job)}
          running={running !== undefined}
          needsPerson={needs !== undefined}
          notes={{ validate: job.validatedAt }}
        />
      }
    >
      {running?.total !== undefined && action.name !== 'wait' && job.uploadedAt === undefined && (
        <ByteProgress
          label={`Uploading ${job.fresh.fileName}`}
          sent={running.sent ?? 0}
          total={running.total}
        />
      )}
      {asks && needs === 'content' && (
        <ChooseAgain
          job={job}
          onChosen={(content) => {
            const same = replacements.choose(job, content)
            if (same) void act(replacements.goOn(job.id))
            return same
          }}
        />
      )}
      {asks && needs === 'holders' && (
        <HoldersChoice
          job={job}
          onConfirm={(chosen) => void act(replacements.confirmHolders(job.id, chosen))}
        />
      )}
      {!running && mayValidate(job) && job.holders.every(({ old }) => old === 'in' || old === 'left') && (
        <Validation job={job} onChange={(valid) => act(replacements.validate(job.id, valid))} />
      )}
      {askedToDelete && (
        <ConfirmDialog
          open
          onOpenChange={() => setAskedToDelete(false)}
          title={`Delete ${job.old.fileName}?`}
          consequence={`No collection holds it any more. Its record is deleted; this cannot be undone, and the replacement can no longer be rolled back.${job.source === 'service' ? '' : ' The service does not say which collections hold it, so look there first.'}`}
          // Where the service does not say what holds a file, its name has to be typed (D76).
          typeToConfirm={job.source === 'service' ? undefined : job.old.fileName}
          action="Delete old record"
          pending={false}
          error={null}
          onConfirm={() => {
            setAskedToDelete(false)
            void act(replacements.confirmDeletion(job.id))
          }}
        />
      )}
    </ProcedurePage>
  )
}
