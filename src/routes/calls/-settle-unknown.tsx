import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallFilter } from '../../queries/call-records'
import type { CallRow } from '../../queries/merge-calls'
import { findListed, settleMutations } from '../../queries/settle-call'
import { mayWrite } from '../../ui/role'
import { sayFound } from './-ask-service'

const ALL: CallFilter = {}

/** Where the list has the calls of launches with unknown outcome for certain, they become one row each (D867, D951). `filter`: of the list. */
export function SettleUnknown({ rows, filter = ALL }: { rows: readonly CallRow[]; filter?: CallFilter }) {
  const { mutate, isPending } = useMutation({
    ...settleMutations.together(),
    onSuccess: (found) => found.length > 0 && sayFound(found),
  })
  const asked = useRef(new Set<string>())
  const seen = useRef<typeof rows>(undefined)
  useEffect(() => {
    if (isPending || seen.current === rows || !mayWrite()) return
    seen.current = rows
    const all = rows.flatMap(({ launch }) => launch ?? [])
    const lost = all.filter((each) => findListed(each, rows).certain)
    if (lost.length > 0) mutate({ lost, all, asked: asked.current, filter })
  }, [rows, filter, isPending, mutate])
  return null
}
