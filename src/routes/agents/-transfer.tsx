import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { AgentChange } from '../../queries/agent-export'
import { ledgerQueries } from '../../queries/ledger'
import { transferMutations } from '../../queries/transfer'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { Dialog } from '../../ui/dialog'
import { FileButton } from '../../ui/file-button'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { here, mayWrite } from '../../ui/role'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { useLeft } from '../-shared/leave-guard'
import { saveJson } from '../-shared/save-file'
import { tellElsewhere } from '../-shared/waiting'

/** What is listed of the agents that change. */
const SHOWN = 50

/** Saves what this browser stores of its agents as a file, or imports such a file after saying what that will do. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const { data: stored } = useQuery(ledgerQueries.count())
  const [anyway, setAnyway] = useState(false)
  const gather = useMutation({
    ...transferMutations.exportAgents(),
    onSuccess: (file) => {
      saveJson(`switchboard-agents-${file.exportedAt.slice(0, 10)}.json`, file)
      toast({ title: `${countOf(file.agents.length, 'agent')} exported` })
    },
  })
  const plan = useMutation(transferMutations.plan())
  const left = useLeft()
  const take = useMutation({
    ...transferMutations.importAgents(),
    onMutate: left.sending,
    onSuccess: (_done, file) => {
      toast({ title: `${countOf(file.agents.length, 'agent')} imported` })
      // Who left meanwhile is not led back.
      if (!left.isLeft()) onClose()
    },
    onError: (error) => {
      if (left.isLeft()) tellElsewhere(error)
    },
  })
  const found = plan.data
  const useful = found?.changes.some(({ kind }) => kind !== 'same') ?? false
  const allowed = useful && (found?.otherService === undefined || anyway)
  const reason = plan.error?.message
  if (!stored) return null
  const count = stored.agents
  return (
    <Dialog
      onClose={() => !take.isPending && onClose()}
      title={mayWrite() ? 'Export or import agents' : 'Export agents'}
      description={`What ${here()} stores of its agents, for a colleague or another browser. Nothing is sent to the service.`}
      footer={
        <>
          <Button onClick={() => !take.isPending && onClose()}>{useful ? 'Cancel' : 'Close'}</Button>
          {useful && (
            <Button
              variant="primary"
              pending={take.isPending}
              aria-disabled={!allowed}
              onClick={() => allowed && found && take.mutate(found.file)}
            >
              Import
            </Button>
          )}
        </>
      }
    >
      <Section
        title="Export"
        hint={
          count > 0
            ? `${countOf(count, 'agent')} stored in ${here()}, with versions, what was sent, deployments and test results. No secrets and no calls; phone numbers in texts are masked.`
            : `Nothing to export yet. Only agents that were created, added or labelled in ${here()} can be exported, not all of the list.`
        }
      >
        {count > 0 && (
          <p>
            <Button icon={Download} pending={gather.isPending} onClick={() => gather.mutate()}>
              Export
            </Button>
          </p>
        )}
        <ErrorNotice error={gather.error} />
      </Section>
      {mayWrite() && (
        <Section
          title="Import"
          hint="Adds the agents of a file. You review them first, and nothing stored here is lost."
        >
          <p>
            <FileButton
              label={found || reason ? 'Choose another file' : 'Choose file'}
              variant="secondary"
              accept={['application/json', '.json']}
              pending={plan.isPending}
              onFiles={([file]) => {
                take.reset()
                setAnyway(false)
                if (file) plan.mutate(file)
              }}
            />
          </p>
        </Section>
      )}
      {reason && <Notice tone="error" title="This file cannot be imported" message={reason} />}
      {found && (
        <>
          <p>
            {countOf(found.file.agents.length, 'agent')} of {found.file.service}, exported{' '}
            <TimeText time={found.file.exportedAt} />
          </p>
          {useful && found.otherService !== undefined && (
            <Notice
              tone="warn"
              title={`This file is from another service. Its agents may not exist on ${found.otherService}.`}
            >
              <Checkbox label="Import it anyway" checked={anyway} onChange={setAnyway} />
            </Notice>
          )}
          {!useful && (
            <Notice
              title={
                found.changes.length === 0
                  ? 'This file contains no agents.'
                  : 'Everything in this file is known here already.'
              }
            />
          )}
          <Changes changes={found.changes} />
        </>
      )}
      <ErrorNotice error={take.error} />
    </Dialog>
  )
}

/** What an agent is called, and how several are counted, by what becomes of them. */
const KINDS = {
  new: ['new', 'agent is new.', 'agents are new.'],
  more: ['known, gets more', 'known agent gets more.', 'known agents get more.'],
  same: ['known, nothing new', 'agent stays as known.', 'agents stay as known.'],
} as const

const summaryOf = (changes: readonly AgentChange[]) =>
  Object.entries(KINDS)
    .map(([kind, [, one, many]]) => ({
      count: changes.filter((each) => each.kind === kind).length,
      one,
      many,
    }))
    .flatMap(({ count, one, many }) => (count > 0 ? countOf(count, one, many) : []))
    .join(' ')

/** What becomes of one agent, in lines. */
const linesOf = (change: AgentChange) =>
  [
    [
      change.newVersions > 0 && countOf(change.newVersions, 'version'),
      change.filledVersions > 0 && `more about ${countOf(change.filledVersions, 'version')}`,
      change.newDeployments > 0 && countOf(change.newDeployments, 'deployment'),
      change.newEvidence > 0 && countOf(change.newEvidence, 'test result'),
      change.filledDetails.length > 0 && 'details of the agent',
    ]
      .filter(Boolean)
      .join(', '),
    change.otherName && `The file calls it ${change.otherName}; the name given here stays.`,
    change.deployedVersionId && `${shortenId(change.deployedVersionId)} is marked deployed`,
    change.otherDeployedVersionId &&
      `${shortenId(change.otherDeployedVersionId)} is not marked deployed: the record here takes precedence`,
  ].filter((line) => line)

function Changes({ changes }: { changes: readonly AgentChange[] }) {
  const listed = changes.filter(({ kind, otherName }) => kind !== 'same' || otherName)
  if (listed.length === 0) return null
  return (
    <section aria-label="What the import will do" className="flex flex-col gap-2">
      <h3 className="font-semibold">What the import will do</h3>
      <p role="status">{summaryOf(changes)}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="What the import will do"
        className="flex max-h-80 flex-col divide-y divide-line overflow-auto rounded-md border border-line text-sm break-words"
      >
        {listed.slice(0, SHOWN).map((change) => (
          <li key={change.agentId} className="px-3 py-1.5">
            <p>
              <span className="font-semibold">{change.name}</span> {KINDS[change.kind][0]}
            </p>
            {linesOf(change).map((line) => (
              <p key={String(line)} className="text-ink-muted">
                {line}
              </p>
            ))}
          </li>
        ))}
        {listed.length > SHOWN && (
          <li className="px-3 py-1.5">and {countOf(listed.length - SHOWN, 'more agent')}</li>
        )}
      </ul>
    </section>
  )
}
