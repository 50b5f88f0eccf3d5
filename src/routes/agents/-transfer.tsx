import { useMutation } from '@tanstack/react-query'
import { Download, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { AgentChange } from '../../queries/agent-export'
import { transferMutations } from '../../queries/transfer'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-shared/error-notice'
import { saveJson } from '../-shared/save-file'
import { words } from './-transfer-words'

const LARGEST = 50_000_000
/** What is listed of the agents that change. */
const SHOWN = 50

/** Takes what is known of agents along as a file, or takes such a file in, after saying what that will do. */
export function TransferDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState('')
  const [anyway, setAnyway] = useState(false)
  const gather = useMutation({
    ...transferMutations.exportAgents(),
    onSuccess: (file) => {
      saveJson(`switchboard-agents-${file.exportedAt.slice(0, 10)}.json`, file)
      toast({ title: words.exported(file.agents.length) })
    },
  })
  const plan = useMutation(transferMutations.plan())
  const take = useMutation({
    ...transferMutations.importAgents(),
    onSuccess: (_done, file) => {
      toast({ title: words.done(file.agents.length) })
      onClose()
    },
  })
  const read = async (file: File) => {
    plan.reset()
    take.reset()
    setAnyway(false)
    setRefused(file.size > LARGEST ? words.tooLarge : '')
    if (file.size > LARGEST) return
    const text = await file.text().catch(() => undefined)
    if (text === undefined) setRefused(words.unreadable)
    else plan.mutate(text)
  }
  const found = plan.data
  const useful = found?.changes.some(({ kind }) => kind !== 'same') ?? false
  const allowed = useful && (found?.otherService === undefined || anyway)
  const reason = refused || plan.error?.message
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !take.isPending && onClose()}
      title={words.title}
      description={words.text}
      footer={
        <>
          <Button onClick={() => !take.isPending && onClose()}>{useful ? words.cancel : words.close}</Button>
          {useful && (
            <Button
              variant="primary"
              pending={take.isPending}
              aria-disabled={!allowed || undefined}
              onClick={() => allowed && found && take.mutate(found.file)}
            >
              {words.submit}
            </Button>
          )}
        </>
      }
    >
      <input
        ref={input}
        hidden
        type="file"
        accept="application/json,.json"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void read(file)
          // The same file chosen again is a change again.
          target.value = ''
        }}
      />
      {count > 0 && (
        <Section title={words.export} hint={words.exportText(count)}>
          <p>
            <Button icon={Download} pending={gather.isPending} onClick={() => gather.mutate()}>
              {words.export}
            </Button>
          </p>
          <ErrorNotice error={gather.error} />
        </Section>
      )}
      <Section title={words.submit} hint={words.importText}>
        <p>
          <Button icon={Upload} pending={plan.isPending} onClick={() => input.current?.click()}>
            {found || reason ? words.chooseAgain : words.choose}
          </Button>
        </p>
      </Section>
      {reason && <Notice tone="error" title={words.notRead} message={reason} />}
      {found && (
        <>
          <p>
            {words.of(found.file.service, found.file.agents.length)} <TimeText time={found.file.exportedAt} />
          </p>
          {useful && found.otherService !== undefined && (
            <Notice tone="warn" title={words.otherService(found.otherService)}>
              <p className="flex items-center gap-2">
                <input
                  id={id}
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={anyway}
                  onChange={({ target }) => setAnyway(target.checked)}
                />
                <label htmlFor={id}>{words.otherServiceAnyway}</label>
              </p>
            </Notice>
          )}
          {useful ? (
            <Changes changes={found.changes} />
          ) : (
            <Notice title={found.changes.length === 0 ? words.empty : words.nothing} />
          )}
        </>
      )}
      <ErrorNotice error={take.error} />
    </Dialog>
  )
}

function Changes({ changes }: { changes: readonly AgentChange[] }) {
  const listed = changes.filter(({ kind }) => kind !== 'same')
  return (
    <section aria-label={words.will} className="flex flex-col gap-2">
      <h3 className="font-semibold">{words.will}</h3>
      <p role="status">{words.summary(changes)}</p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={words.will}
        className="flex max-h-80 flex-col divide-y divide-line overflow-auto rounded-md border border-line text-sm"
      >
        {listed.slice(0, SHOWN).map((change) => (
          <li key={change.agentId} className="px-3 py-1.5">
            <p className="break-words">
              <span className="font-semibold">{change.name}</span> {words.counts[change.kind]}
            </p>
            <p className="text-ink-muted">{words.change(change)}</p>
            {change.deployedVersionId && <p>{words.deployed(shortenId(change.deployedVersionId))}</p>}
            {change.otherDeployedVersionId && (
              <p>{words.deployedNot(shortenId(change.otherDeployedVersionId))}</p>
            )}
          </li>
        ))}
        {listed.length > SHOWN && <li className="px-3 py-1.5">{words.more(listed.length - SHOWN)}</li>}
      </ul>
    </section>
  )
}
