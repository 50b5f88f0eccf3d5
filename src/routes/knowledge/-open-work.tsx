import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type FilePlan, findPlan, type PlanAbout } from '../../queries/file-plans'
import { openWork } from '../../queries/open-work'
import { Button, buttonClass } from '../../ui/button'
import { countOf, formatCount, isolated } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { late } from '../-shared/late'

const PlanDialog = late(async () => (await import('./-plan-dialog')).PlanDialog)

const LINES = [
  { kind: 'replacement', waits: true, waitsFor: 'validation' },
  { kind: 'replacement', waits: false },
  { kind: 'restructure', waits: true, waitsFor: 'you' },
  { kind: 'restructure', waits: false },
] as const

const VERBS = { add: 'Add', remove: 'Remove', delete: 'Delete' }

const notFinished = (count: number, noun: string) =>
  `${countOf(count, noun)} ${count === 1 ? 'is' : 'are'} not finished:`

function textOf({ kind, files, collections }: PlanAbout): string {
  const names = Object.values(files)
  const what = `${VERBS[kind]} ${names.length === 1 ? names[0] : countOf(names.length, 'file')}`
  if (kind === 'delete') return what
  return `${what} ${kind === 'add' ? 'to' : 'out of'} ${Object.values(collections).map(isolated).join(', ')}`
}

/** Quiet lines with the procedures and plans that have not ended, so that none is forgotten. */
export function OpenWork() {
  const { data = [] } = useQuery(openWork())
  const client = useQueryClient()
  const [resumed, setResumed] = useState<FilePlan>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => {
    void import('../../queries/resume-work')
      .then(({ resumeWork }) => resumeWork(client))
      .catch(() => undefined)
  }, [client])
  const plans = data.filter((each) => each.kind === 'plan')
  const open = (id: string) => {
    setFailure(undefined)
    findPlan(client, id).then((plan) => {
      setResumed(plan)
      if (plan) return
      toast({ tone: 'info', title: 'What was stored of this plan was cleared since the list was read' })
      void client.invalidateQueries({ queryKey: openWork().queryKey })
    }, setFailure)
  }
  const close = () => setResumed(undefined)
  return (
    <>
      {LINES.map((line) => {
        const { kind, waits } = line
        const these = data.flatMap((each) => (each.kind === kind && each.waits === waits ? [each] : []))
        const { length } = these
        return (
          length > 0 && (
            <Line key={`${kind}${waits}`}>
              {line.waits
                ? `${countOf(length, kind)} ${length === 1 ? 'waits' : 'wait'} for ${line.waitsFor}:`
                : notFinished(length, kind)}
              {these.map(({ id, name }) => (
                <Link
                  key={id}
                  to={kind === 'restructure' ? '/knowledge/restructure/$jobId' : '/knowledge/replace/$jobId'}
                  params={{ jobId: id }}
                  className={buttonClass('link')}
                >
                  <span className="wrap-anywhere">{name}</span>
                </Link>
              ))}
            </Line>
          )
        )
      })}
      {plans.length > 0 && (
        <Line>
          {notFinished(plans.length, 'plan')}
          {plans.map(({ id, about, done, total }) => (
            <Button key={id} variant="link" onClick={() => open(id)}>
              <span className="text-left wrap-anywhere">
                {`${textOf(about)}, ${formatCount(done)} of ${countOf(total, 'step')} done`}
              </span>
            </Button>
          ))}
        </Line>
      )}
      {Boolean(failure) && <ErrorNotice error={failure} onDismiss={() => setFailure(undefined)} />}
      {resumed && (
        <PlanDialog
          key={resumed.id}
          title={`${VERBS[resumed.about.kind]} ${countOf(Object.keys(resumed.about.files).length, 'file')}`}
          plan={resumed}
          isResumed
          stepwise
          onClose={close}
          onDone={close}
        />
      )}
    </>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap gap-x-3 text-sm text-ink-muted">{children}</p>
)
