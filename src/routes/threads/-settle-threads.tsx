import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { findListed, isLost, settleThreads } from '../../queries/settle-thread'
import type { ThreadRow } from '../../queries/thread-rows'
import { recipientOf } from '../../queries/threads'
import { forgetDrafts } from '../../ui/forget-drafts'
import { mayWrite } from '../../ui/role'
import { draftName } from '../-shared/channels'

/** Where the list has the threads of starts without a readable answer for certain, they become one row each (D903, D951). `agentId`: whose are listed. */
export function SettleThreads({
  rows,
  agentId,
}: {
  rows: readonly ThreadRow[]
  agentId: string | undefined
}) {
  const { mutate, isPending } = useMutation({
    ...settleThreads(),
    onSuccess: (found) => {
      // What was typed for them is no unfinished work.
      for (const started of found) forgetDrafts(draftName(started.channel), recipientOf(started))
    },
  })
  const asked = useRef(new Set<string>())
  const seen = useRef<typeof rows>(undefined)
  useEffect(() => {
    if (isPending || seen.current === rows || !mayWrite()) return
    seen.current = rows
    const all = rows.flatMap(({ started }) => started ?? [])
    const lost = all.filter((each) => isLost(each) && findListed(each, rows).certain)
    if (lost.length > 0) mutate({ lost, all, asked: asked.current, agentId })
  }, [rows, agentId, isPending, mutate])
  return null
}
