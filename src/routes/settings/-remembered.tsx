import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { keepDays } from '../../queries/forget-old'
import { ledgerMutations, ledgerQueries } from '../../queries/ledger'
import { keepFor } from '../../queries/retention'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Notice } from '../../ui/notice'
import { countOf, formatBytes, formatCount } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { late } from '../-shared/late'
import { saveJson } from '../-shared/save-file'
import { useIsTeam } from '../-shared/use-is-team'

const ConfirmDialog = late(async () => (await import('../../ui/confirm-dialog')).ConfirmDialog)

const ImportOwn = late(async () => (await import('../-shared/team-import')).ImportOwn)

const numberOf = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))

const KEPT: Readonly<Record<number, string>> = {
  0: 'Until forgotten',
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: '1 year',
}

/** For how long sent writes are stored. A shorter time asks first, because it forgets at once. */
function Retention() {
  const [days, setDays] = useState(keepDays)
  const [asked, setAsked] = useState<number>()
  const [progress, setProgress] = useState<string>()
  const keep = useMutation({
    ...keepFor((done, most) =>
      setProgress(`${formatCount(done)} of ${countOf(most, 'older write')} forgotten`),
    ),
    onSettled: () => setProgress(undefined),
    onSuccess: (forgotten, next) => {
      setDays(next)
      setAsked(undefined)
      toast({ title: forgotten > 0 ? `${countOf(forgotten, 'write')} forgotten` : 'Saved' })
    },
  })
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id}>Keep sent writes</label>
      <select
        id={id}
        className="control w-auto"
        value={days}
        onChange={({ target }) => {
          const next = Number(target.value)
          if (next === 0) keep.mutate(0)
          else setAsked(next)
        }}
      >
        {Object.entries(KEPT).map(([value, label]) => (
          <option key={value} value={value}>
            {value === '0' ? label : `For ${label}`}
          </option>
        ))}
      </select>
      {asked === undefined && <ErrorNotice error={keep.error} />}
      {asked !== undefined && (
        <ConfirmDialog
          onClose={() => setAsked(undefined)}
          title={`Forget writes older than ${KEPT[asked]}?`}
          consequence="Older writes are forgotten now, and later ones as they grow older, whenever this console opens. Calls of batches stored here and writes of unknown outcome stay. Numbers called by a forgotten write are no longer held back in a batch."
          action="Forget older"
          variant="danger"
          onConfirm={() => keep.mutate(asked)}
          pending={keep.isPending}
          error={<ErrorNotice error={keep.error} />}
        >
          <p role="status" className="min-h-5">
            {progress}
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What the ledger holds, and how to take it away. `onForget`: asks whether all is to be forgotten; `actions`: what else can be done with it. */
export function Remembered({ onForget, actions }: { onForget: () => void; actions: ReactNode }) {
  const count = useQuery(ledgerQueries.count())
  const { data: space } = useQuery(ledgerQueries.space())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const isTeam = useIsTeam()
  const exporting = useMutation(ledgerMutations.exportAll())
  const [masked, setMasked] = useState(true)
  const stored = count.data
  const isEmpty = stored !== undefined && Object.values(stored).every((each) => each === 0)
  const exportAll = () =>
    exporting.mutate(
      { maskContacts: masked },
      { onSuccess: (all) => saveJson(`switchboard-${all.exportedAt.slice(0, 10)}.json`, all) },
    )
  return (
    <Section
      title={isTeam ? 'Your team' : 'This browser'}
      hint={
        isTeam
          ? 'Stored with the console for everybody who signs in, separately for each service. No key or token is stored.'
          : 'Stored in this browser, separately for each service. No key or token is stored.'
      }
    >
      {problem && <Notice tone="warn" title={problem.message} />}
      <ErrorNotice error={count.error} />
      {!count.error && (
        <Facts
          facts={{
            'Sent writes': numberOf(stored?.entries),
            Agents: numberOf(stored?.agents),
            'Procedures and plans': numberOf(stored?.jobs),
            'Test results of versions': numberOf(stored?.evidence),
            'Scenarios and runs': numberOf(stored?.labNotes),
            // Two lines on a phone.
            Space: !isTeam && (
              <p className="min-h-9 sm:min-h-0">
                {space ? `About ${formatBytes(space)}, of all services together` : '–'}
              </p>
            ),
          }}
        />
      )}
      {!count.error && !isTeam && !problem && <Retention />}
      {/* Its room is the same before anything is known, with nothing stored, and with something; what is left of it ends the section. */}
      <div className="flex min-h-38 flex-wrap content-start items-center gap-x-3 gap-y-2 sm:min-h-18">
        {actions}
        {isEmpty && !problem && (
          <p className="basis-full text-ink-muted">Nothing is stored for this service yet.</p>
        )}
        {stored && !isEmpty && (
          <>
            <Button writes onClick={onForget}>
              Forget everything
            </Button>
            <Button icon={Download} onClick={exportAll} pending={exporting.isPending}>
              Export as JSON
            </Button>
            <Checkbox label="Mask phone numbers and e-mail addresses" checked={masked} onChange={setMasked} />
          </>
        )}
      </div>
      <ErrorNotice error={exporting.error} />
      {isTeam && <ImportOwn />}
    </Section>
  )
}
