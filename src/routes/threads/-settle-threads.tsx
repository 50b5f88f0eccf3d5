import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { findListed, isLost, settleThread } from '../../queries/settle-thread'
import type { ThreadRow } from '../../queries/thread-rows'
import { mayWrite } from '../../ui/role'

/** Where the list has the thread of a start without a readable answer for certain, the service is asked, so that both become one row (D903). */
export function SettleThreads({ rows }: { rows: readonly ThreadRow[] }) {
  const { mutate } = useMutation(settleThread())
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!mayWrite()) return
    const all = rows.flatMap(({ started }) => started ?? [])
    const lost = all.find(
      (each) => !asked.current.has(each.id) && isLost(each) && findListed(each, rows).certain,
    )
    if (!lost) return
    asked.current.add(lost.id)
    mutate({ started: lost, all })
  }, [rows, mutate])
  return null
}
