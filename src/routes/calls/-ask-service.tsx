import { useMutation } from '@tanstack/react-query'
import { listCalls } from '../../contract/call-records'
import type { Launch } from '../../queries/calls'
import type { CallRow } from '../../queries/merge-calls'
import { findListed, settleMutations } from '../../queries/settle-call'
import { Button } from '../../ui/button'
import { forgetDrafts } from '../../ui/forget-drafts'
import { Notice } from '../../ui/notice'
import { formatCount } from '../../ui/numbers'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { CallState } from '../-shared/call-state'
import { ErrorNotice } from '../-shared/error-notice'
import { useOffered } from '../-shared/use-offered'

/** Says so; what was typed for them is no unfinished work. */
export function sayFound(launches: readonly Launch[]) {
  const { length } = launches
  toast({
    title: length === 1 ? 'Call found. Its outcome is accepted.' : `${formatCount(length)} calls found`,
  })
  for (const { request } of launches) forgetDrafts('call', request?.toPhoneNumber)
}

/** Settles the unknown outcome of a launch by the calls that the service lists. Between several a person chooses. */
export function AskService({ launch, calls }: { launch: Launch; calls: readonly CallRow[] }) {
  const ask = useMutation({
    ...settleMutations.ask(),
    onSuccess: (found) => found?.certain && sayFound([launch]),
  })
  const choose = useMutation({ ...settleMutations.choose(), onSuccess: () => sayFound([launch]) })
  if (useOffered(listCalls) === false) return null
  const launches = calls.flatMap((row) => row.launch ?? [])
  // What the list has already may be it, whether or not somebody asks.
  const { certain, candidates } = ask.data ?? findListed(launch, calls)
  const possible = certain ? [] : candidates
  return (
    <div className="flex flex-col items-start gap-2">
      <Button
        writes
        onClick={() => ask.mutate({ launch, launches })}
        pending={ask.isPending}
        pendingLabel="Asking"
      >
        Ask the service
      </Button>
      <ErrorNotice error={ask.error ?? choose.error} />
      {ask.data === null && <p>This service does not list its calls.</p>}
      {ask.data && !certain && possible.length === 0 && (
        <Notice
          title="The service lists no such call"
          message="It may still arrive. Ask again before you call again."
        />
      )}
      {possible.length > 0 && (
        <>
          <p>
            {possible.length === 1
              ? 'This call may be it, but it is not certain.'
              : 'More than one call may be it. Choose the right one.'}
          </p>
          <ul aria-label="Possible calls" className="flex w-full flex-col gap-2">
            {possible.map((record) => (
              <li key={record.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <CallState call={record} />
                {record.createdAt && <TimeText time={record.createdAt} />}
                <code title={record.id}>{shortenId(record.id)}</code>
                <Button
                  writes
                  size="sm"
                  onClick={() => choose.mutate({ launch, record })}
                  pending={choose.isPending}
                  pendingLabel="Recording"
                  aria-label={`Choose call ${record.id}`}
                >
                  Choose
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
