import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { madeAgent } from '../../queries/settle-writes'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { useLatest } from '../../ui/use-latest'
import type { Draft } from '../-shared/draft'
import { type AgentFormValues, mayBeMade, wasMade } from './-agent-form'

/**
 * In a form that may have created its agent: looks whether the list shows it, says so, and leads there (D1019). `onOther`: told whether the name
 * that stands there now is another one, so that the doubt is not about what would be sent (D972).
 */
export function MadeAgent({
  control,
  draft,
  onOther,
}: {
  control: Control<AgentFormValues>
  draft: Draft
  onOther: (isOther: boolean) => void
}) {
  const navigate = useNavigate()
  const name = useWatch({ control, name: 'name' }).trim()
  const doubt = typeof draft.inDoubt === 'string' ? draft.inDoubt : undefined
  const isOther = doubt !== undefined && doubt !== mayBeMade({ name }) && doubt !== wasMade({ name })
  const tell = useEffectEvent(onOther)
  useEffect(() => {
    tell(isOther)
    return () => tell(false)
  }, [isOther])
  const { data: agentId } = useQuery(madeAgent(name))
  const latest = useLatest(draft)
  useEffect(() => {
    if (agentId) latest.current.noteSent?.(true, wasMade({ name }))
  }, [agentId, name, latest])
  if (isOther)
    return (
      <p className="text-sm text-ink-muted">
        {doubt}.{' '}
        <Link to="/agents" className={buttonClass('link')}>
          Show agents
        </Link>
      </p>
    )
  if (!agentId) return null
  return (
    <Notice
      title={`${name} is in the list of agents`}
      message="Only the answer to its creation was lost."
      action={
        <Button
          onClick={() => {
            draft.clear()
            void navigate({ to: '/agents/$agentId', params: { agentId }, ignoreBlocker: true })
          }}
        >
          Open agent
        </Button>
      }
    />
  )
}
