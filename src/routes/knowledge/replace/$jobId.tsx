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
import { KeptProcedure, ProcedurePage } from '../-procedure-page'
import { ProcedureSteps } from '../-procedure-steps'
import { useProcedure, useRunning } from '../-use-procedure'
import { ChooseAgain } from './-choose-again'
import { HoldersChoice } from './-holders-choice'
import { words } from './-replace-words'
import { Validation } from './-validation'

const say = words.job

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
  const back = <Link to="/knowledge/files">{words.files}</Link>
  return (
    <KeptProcedure kept={kept} back={back} say={say}>
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
      title={say.title(job.old.fileName)}
      context={say.context(job.fresh.fileName)}
      mayRollBack={mayRollBack(job)}
      mayGoOn={!needs || needs === 'deletion'}
      onGoOn={() => {
        if (needs === 'deletion') setAskedToDelete(true)
        else void act(replacements.goOn(job.id))
      }}
      onStop={() => replacements.stop(job.id)}
      onRollBack={() => replacements.rollBack(job.id)}
      rollBack={{
        title: words.rollBack.title,
        consequence: words.rollBack.consequence(job.old.fileName, job.fresh.fileName),
      }}
      next={words.next[needs ?? (action.name as 'ended')]}
      serving={words.serving(job)}
      ended={
        job.course === 'back' ? words.ended.back(job.old.fileName) : words.ended.forward(job.fresh.fileName)
      }
      steps={
        <ProcedureSteps
          job={job}
          steps={STEPS}
          labels={words.steps}
          current={stepOf(action, job)}
          running={running !== undefined}
          needsPerson={needs !== undefined}
          notes={{ validate: job.validatedAt }}
        />
      }
    >
      {running?.total !== undefined && action.name !== 'wait' && job.uploadedAt === undefined && (
        <ByteProgress
          label={words.progress(job.fresh.fileName)}
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
          title={words.deletion.title(job.old.fileName)}
          consequence={
            job.source === 'service'
              ? words.deletion.consequence
              : `${words.deletion.consequence} ${words.deletion.unknown}`
          }
          // Where the service does not say what holds a file, its name has to be typed (D76).
          typeToConfirm={job.source === 'service' ? undefined : job.old.fileName}
          action={words.deletion.action}
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
