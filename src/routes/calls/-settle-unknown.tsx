import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallRow } from '../../queries/merge-calls'
import { findListed, settleMutations } from '../../queries/settle-call'
import { mayWrite } from '../../ui/role'
import { sayFound } from './-ask-service'

/** Where the list has the call of a launch with unknown outcome for certain, the service is asked as by hand, so that both become one row (D867). */
export function SettleUnknown({ rows }: { rows: readonly CallRow[] }) {
  const { mutate } = useMutation({
    ...settleMutations.ask(),
    onSuccess: (found, { launch }) => found?.certain && sayFound(launch),
  })
  const asked = useRef(new Set<string>())
  useEffect(() => {
    if (!mayWrite()) return
    const launches = rows.flatMap(({ launch }) => launch ?? [])
    const launch = launches.find((each) => !asked.current.has(each.id) && findListed(each, rows).certain)
    if (!launch) return
    asked.current.add(launch.id)
    mutate({ launch, launches })
  }, [rows, mutate])
  return null
}
