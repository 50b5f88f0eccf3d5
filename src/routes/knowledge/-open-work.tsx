import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type FilePlan, findPlan } from '../../queries/file-plans'
import { type OpenWork as Open, openWork } from '../../queries/open-work'
import { Button, buttonClass } from '../../ui/button'
import { ErrorNotice } from '../-shared/error-notice'
import { words } from './-open-words'

const ResumePlan = lazy(async () => ({ default: (await import('./-resume-plan')).ResumePlan }))

/** Quiet lines with the procedures and plans that have not ended, so that none is forgotten. */
export function OpenWork() {
  const { data = [] } = useQuery(openWork())
  const client = useQueryClient()
  const [resumed, setResumed] = useState<FilePlan>()
  const [failure, setFailure] = useState<unknown>()
  const plans = data.filter((each) => each.kind === 'plan')
  const open = (id: string) => {
    setFailure(undefined)
    findPlan(client, id).then(setResumed, setFailure)
  }
  return (
    <>
      {words.lines.map(({ kind, waits, text }) => {
        const these = data.filter((each) => each.kind === kind && each.waits === waits)
        return (
          these.length > 0 && (
            <Line key={`${kind}${waits}`} text={text(these.length)}>
              {these.map((each) => (
                <ProcedureLink key={each.id} open={each} />
              ))}
            </Line>
          )
        )
      })}
      {plans.length > 0 && (
        <Line text={words.plans(plans.length)}>
          {plans.map(({ id, about, done, total }) => (
            <Button key={id} variant="link" onClick={() => open(id)}>
              <span className="text-left wrap-anywhere">{words.plan(about, done, total)}</span>
            </Button>
          ))}
        </Line>
      )}
      {Boolean(failure) && <ErrorNotice error={failure} onDismiss={() => setFailure(undefined)} />}
      <Suspense>
        {resumed && <ResumePlan key={resumed.id} kept={resumed} onClose={() => setResumed(undefined)} />}
      </Suspense>
    </>
  )
}

function ProcedureLink({ open }: { open: Open }) {
  if (open.kind === 'plan') return null
  return (
    <Link
      to={open.kind === 'restructure' ? '/knowledge/restructure/$jobId' : '/knowledge/replace/$jobId'}
      params={{ jobId: open.id }}
      className={buttonClass('link')}
    >
      <span className="wrap-anywhere">{open.name}</span>
    </Link>
  )
}

const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted">
    {text}
    {children}
  </p>
)
