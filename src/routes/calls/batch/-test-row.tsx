import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { BatchView } from '../../../queries/batches'
import { StatusBadge } from '../../../ui/badge'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { PhoneField } from '../../../ui/fields/phone-field'
import { Facts, Section } from '../../../ui/page'
import { words } from './-batch-words'

const say = words.job

/** One call before all the others: the first row, or what it holds to a number of the person's own. */
export function TestRow({ view, onSend }: { view: BatchView; onSend: (toPhoneNumber?: string) => void }) {
  const form = useForm<{ number: string }>({ ...formDefaults, defaultValues: { number: '' } })
  const [asking, setAsking] = useState<{ number: string }>()
  const { rows, test, running } = view
  const first = rows.find(({ state }) => state === 'waiting')
  const sent = rows.find(({ state }) => state === 'accepted' || state === 'refused' || state === 'unknown')
  const tested = test ?? sent
  return (
    <Section title={say.test} hint={say.testHint}>
      {first && (
        <FormShell
          form={form}
          label={say.test}
          pending={running}
          error={null}
          submitLabel={say.sendTest}
          onSubmit={setAsking}
        >
          <p>{say.testFirst(first.to)}</p>
          <PhoneField control={form.control} name="number" label={say.testOwn} hint={say.testOwnHint} />
        </FormShell>
      )}
      {tested && (
        <Facts
          facts={[
            [
              say.tested,
              <span key="tested" className="flex flex-wrap items-center gap-2">
                <StatusBadge
                  tone={tested.state === 'accepted' ? 'good' : tested.state === 'refused' ? 'bad' : 'unknown'}
                >
                  {say.states[tested.state]}
                </StatusBadge>
                <span className="font-mono">{tested.to}</span>
                {tested.said ?? tested.status}
              </span>,
            ],
          ]}
        />
      )}
      {asking && first && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsking(undefined)}
          title={say.testAsk(asking.number || first.to)}
          consequence={say.confirm.text}
          action={say.sendTest}
          pending={false}
          error={null}
          onConfirm={() => {
            onSend(asking.number || undefined)
            setAsking(undefined)
          }}
        />
      )}
    </Section>
  )
}
