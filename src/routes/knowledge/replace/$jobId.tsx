import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
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
import { Notice } from '../../../ui/notice'
import { Page, Section } from '../../../ui/page'
import { ErrorNotice } from '../../-error-notice'
import { FailedState } from '../../-failure'
import { ProcedureActions } from '../-procedure-actions'
import { ProcedureSteps } from '../-procedure-steps'
import { words as shared } from '../-procedure-words'
import { ChooseAgain } from './-choose-again'
import { HoldersChoice } from './-holders-choice'
import { words } from './-replace-words'
import { Validation } from './-validation'

const say = words.job

export const Route = createFileRoute('/knowledge/replace/$jobId')({
  head: () => ({ meta: [{ title: 'Replace file · Switchboard' }] }),
  loader: ({ context: { queryClient }, params }) => {
    prefetch(queryClient, replacementQueries.one(params.jobId))
    prefetch(queryClient, agentQueries.known())
    prefetch(queryClient, collectionQueries.list())
  },
  component: ReplacementPage,
})

function ReplacementPage() {
  const { jobId } = Route.useParams()
  const kept = useQuery(replacementQueries.one(jobId))
  const back = <Link to="/knowledge/files">{words.files}</Link>
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

function Opened({ job, back }: { job: Replacement; back: React.ReactNode }) {
  const replacements = replacementsOf(useQueryClient())
  const running = useSyncExternalStore(replacements.subscribe, replacements.getSnapshot).get(job.id)
  const [asked, setAsked] = useState<'rollBack' | 'deletion'>()
  const [failure, setFailure] = useState<unknown>()
  const [stopping, setStopping] = useState(false)

  const action = nextAction(job, { content: replacements.hasContent(job.id), address: false })
  const needs = action.name === 'person' ? action.needs : undefined
  const isOver = action.name === 'ended' && job.endedAt !== undefined
  const act = (work: Promise<void>) => {
    setFailure(undefined)
    setAsked(undefined)
    return work.catch(setFailure).finally(() => setStopping(false))
  }
  const goOn = () => {
    if (needs === 'deletion') setAsked('deletion')
    else act(replacements.goOn(job.id))
  }
  const asks = !running && !job.stopped && !job.trouble

  return (
    <Page
      back={back}
      title={<span className="wrap-anywhere">{say.title(job.old.fileName)}</span>}
      context={<span className="wrap-anywhere">{say.context(job.fresh.fileName)}</span>}
      action={
        <ProcedureActions
          running={running !== undefined}
          stopped={job.stopped}
          isOver={isOver}
          mayRollBack={mayRollBack(job)}
          mayGoOn={job.stopped || Boolean(job.trouble) || !needs || needs === 'deletion'}
          stopping={stopping}
          onRollBack={() => setAsked('rollBack')}
          onStop={() => {
            if (running) {
              setStopping(true)
              void replacements.stop(job.id)
            } else act(replacements.stop(job.id))
          }}
          onGoOn={goOn}
        />
      }
    >
      {Boolean(failure) && <ErrorNotice error={failure} onDismiss={() => setFailure(undefined)} />}
      {job.trouble && !running && (
        <Notice tone="error" title={job.trouble.title} message={job.trouble.message} />
      )}
      <div role="status">
        {isOver ? (
          <Notice
            tone="info"
            title={
              job.course === 'back'
                ? words.ended.back(job.old.fileName)
                : words.ended.forward(job.fresh.fileName)
            }
          />
        ) : (
          <p>
            <span className="font-semibold">{shared.next}:</span>{' '}
            {words.next[needs ?? (action.name as 'ended')]}{' '}
            <span className="text-ink-muted">{words.serving(job)}</span>
          </p>
        )}
      </div>
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
            if (same) act(replacements.goOn(job.id))
            return same
          }}
        />
      )}
      {asks && needs === 'holders' && (
        <HoldersChoice job={job} onConfirm={(chosen) => act(replacements.confirmHolders(job.id, chosen))} />
      )}
      {!running && mayValidate(job) && job.holders.every(({ old }) => old === 'in' || old === 'left') && (
        <Validation job={job} onChange={(valid) => act(replacements.validate(job.id, valid))} />
      )}
      <Section title={shared.steps}>
        <ProcedureSteps
          job={job}
          steps={STEPS}
          labels={words.steps}
          current={stepOf(action, job)}
          running={running !== undefined}
          needsPerson={needs !== undefined}
          notes={{ validate: job.validatedAt }}
        />
      </Section>
      {asked === 'rollBack' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={words.rollBack.title}
          consequence={words.rollBack.consequence(job.old.fileName, job.fresh.fileName)}
          action={shared.rollBack}
          pending={false}
          error={null}
          onConfirm={() => act(replacements.rollBack(job.id))}
        />
      )}
      {asked === 'deletion' && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
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
          onConfirm={() => act(replacements.confirmDeletion(job.id))}
        />
      )}
    </Page>
  )
}
