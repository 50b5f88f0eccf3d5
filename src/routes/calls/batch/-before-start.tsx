import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { dispatchCall } from '../../../contract/calls'
import type { StoredAgent } from '../../../queries/agents'
import { batchQueries, hoursOf } from '../../../queries/batch-queries'
import type { Batch, BatchView, LiveRow } from '../../../queries/batches'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { PhoneField } from '../../../ui/fields/phone-field'
import { Notice } from '../../../ui/notice'
import { countOf, formatCount } from '../../../ui/numbers'
import { Facts, Section } from '../../../ui/page'
import { shortenId } from '../../../ui/short-id'
import { TimeText } from '../../../ui/time-text'
import { formatDuration } from '../../../ui/time-words'
import { FirstRequest } from '../../-shared/first-request'
import { NumberName } from '../../-shared/number-name'
import { deployedDoubt, versionWords } from '../../-shared/version-choice'
import { timeOf } from './-batch-form'
import { RowBadge } from './-batch-rows'

const NONE_CALLED: ReadonlyMap<number, string> = new Map()

const requestOf = (
  { agentId, versionId, outboundPhoneNumberId }: Batch,
  { request }: LiveRow,
  toPhoneNumber: string,
) => ({
  params: { agentId },
  body: { versionId, outboundPhoneNumberId, ...request, ...(toPhoneNumber && { toPhoneNumber }) },
})

/** One call before all the others: the first row, or what it holds to a number of the person's own. */
export function TestRow({ view, onSend }: { view: BatchView; onSend: (toPhoneNumber?: string) => void }) {
  const form = useForm<{ number: string }>({ ...formDefaults, defaultValues: { number: '' } })
  const [asking, setAsking] = useState<{ number: string }>()
  const { batch, rows, first, test, running } = view
  const sent = rows.find(({ state }) => state === 'accepted' || state === 'refused' || state === 'unknown')
  const tested = test ?? sent
  return (
    <Section title="Test row" hint="Send one call and listen before all the others go out.">
      {first && (
        <FormShell
          form={form}
          label="Test row"
          pending={running}
          error={null}
          submitLabel="Send test row"
          secondary
          onSubmit={setAsking}
          actions={
            <FirstRequest
              operation={dispatchCall}
              request={() => requestOf(batch, first, form.getValues().number)}
              then="Every row is sent like this one."
            />
          }
        >
          <p>{`First row: ${first.to}`}</p>
          <PhoneField
            control={form.control}
            name="number"
            label="Send it to this number instead"
            hint="Empty = the first row is called, and counts."
          />
        </FormShell>
      )}
      {tested && (
        <Facts
          facts={{
            'Test call': (
              <span className="flex flex-wrap items-center gap-2">
                <RowBadge state={tested.state} />
                <span className="font-mono">{tested.to}</span>
                {tested.said ?? tested.status}
              </span>
            ),
          }}
        />
      )}
      {asking && first && (
        <ConfirmTest
          batch={batch}
          first={first}
          number={asking.number}
          onClose={() => setAsking(undefined)}
          onConfirm={() => {
            onSend(asking.number || undefined)
            setAsking(undefined)
          }}
        />
      )}
    </Section>
  )
}

function ConfirmTest({
  batch,
  first,
  number,
  ...dialog
}: {
  batch: Batch
  first: LiveRow
  number: string
  onConfirm: () => void
  onClose: () => void
}) {
  const { data: called = NONE_CALLED, isPending } = useQuery(batchQueries.calledSince(batch.id))
  if (isPending) return null
  return (
    <ConfirmDialog
      {...dialog}
      title={`Place a test call to ${number || first.to}?`}
      consequence="The call is placed at once and cannot be taken back."
      action="Send test row"
    >
      {!number && called.has(first.row) && (
        <Notice tone="warn" title="This number was called since the file was checked." />
      )}
    </ConfirmDialog>
  )
}

/** The last question before many telephones ring: how many, with what, from where, and for how long. */
export function ConfirmBatch({
  view,
  agent,
  onConfirm,
  onClose,
}: {
  view: BatchView
  agent: StoredAgent | undefined
  /** With the rows that are called although their numbers were since the file was checked. */
  onConfirm: (again: ReadonlyMap<number, string>) => void
  onClose: () => void
}) {
  const { batch, counts, leftMs, isTested } = view
  const { data: called = NONE_CALLED, isPending } = useQuery(batchQueries.calledSince(batch.id))
  const [again, setAgain] = useState(false)
  const toPlace = counts.waiting - (again ? 0 : called.size)
  const calls = countOf(toPlace, 'call')
  const asked = view.rows.filter(({ row, state }) => state === 'waiting' && (again || !called.has(row)))
  const doubtful = asked.filter(({ doubt }) => doubt).length
  const opensOf = hoursOf(batch)
  const never = asked.filter((row) => opensOf(row) === Number.POSITIVE_INFINITY).length
  const anyHour = batch.fromMinute === batch.toMinute
  const agentName = agent?.name ?? shortenId(batch.agentId)
  const doubt = deployedDoubt(agent, batch.versionId)
  const isUntested = !isTested && counts.waiting === batch.toSend
  // Nothing is asked before it is known whom it is about.
  if (isPending) return null
  return (
    <ConfirmDialog
      pending={false}
      onConfirm={() => onConfirm(again ? called : NONE_CALLED)}
      onClose={onClose}
      title={`Place ${calls} with ${agentName}?`}
      description="Calls cannot be taken back. You can pause or stop at any time; what is sent stays sent."
      action={toPlace > 0 ? `Place ${calls}` : 'Leave all out'}
    >
      <Facts
        facts={{
          Calls: formatCount(toPlace),
          Agent: agentName,
          Version: <span title={batch.versionId}>{versionWords(agent, batch.versionId)}</span>,
          'Outbound phone number id': <NumberName id={batch.outboundPhoneNumberId} />,
          // The calls last longer, and hours of the day make it days, which nobody counts here.
          'Sending takes about': formatDuration((leftMs * toPlace) / counts.waiting),
          'Not before': batch.startAt && <TimeText time={batch.startAt} whole />,
          'Local hours': !anyHour && `${timeOf(batch.fromMinute)} to ${timeOf(batch.toMinute)}`,
        }}
      />
      {called.size > 0 && (
        <Notice
          tone="warn"
          title={`${formatCount(called.size)} of these numbers ${called.size === 1 ? 'was' : 'were'} called since the file was checked.`}
          message={again ? 'Called again.' : 'Left out.'}
          action={
            <Button size="sm" onClick={() => setAgain(!again)}>
              {again ? 'Leave them out' : 'Call them again'}
            </Button>
          }
        />
      )}
      {never > 0 && (
        <Notice
          tone="warn"
          title={`${formatCount(never)} of these numbers can never be called within these hours.`}
          message="Their country has several time zones, and the hours never hold in all of them. Set more hours first."
        />
      )}
      {doubtful > 0 && (
        <Notice
          tone="warn"
          title={`${formatCount(doubtful)} of these numbers ${doubtful === 1 ? 'is not in the numbering plan of its country.' : 'are not in the numbering plans of their countries.'}`}
          message="Check before calling."
        />
      )}
      {doubt && <Notice tone="warn" title={doubt} />}
      {isUntested && <Notice tone="warn" title="No test row was sent yet." />}
    </ConfirmDialog>
  )
}
