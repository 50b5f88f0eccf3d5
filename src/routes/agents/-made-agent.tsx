import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { madeAgent } from '../../queries/settle-writes'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { useLatest } from '../../ui/use-latest'
import type { Draft } from '../-shared/draft'
import type { AgentFormValues } from './-agent-form'

/** In a form that may have created its agent: looks whether the list shows it, says so, and leads there (D1019). */
export function MadeAgent({ control, draft }: { control: Control<AgentFormValues>; draft: Draft }) {
  const navigate = useNavigate()
  const name = useWatch({ control, name: 'name' }).trim()
  const { data: agentId } = useQuery(madeAgent(name))
  const latest = useLatest(draft)
  useEffect(() => {
    if (agentId) latest.current.noteSent?.(true, `${name} was created`)
  }, [agentId, name, latest])
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
