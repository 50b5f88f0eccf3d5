import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useState } from 'react'
import { agentQueries } from '../queries/agents'
import { ledgerMutations, ledgerQueries } from '../queries/ledger'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { countOf } from '../ui/numbers'
import { Section } from '../ui/page'
import { ErrorNotice } from './-error-notice'
import { saveText } from './-save-text'

const ForgetEverything = lazy(async () => ({
  default: (await import('./-forget-everything')).ForgetEverything,
}))

const words = {
  title: 'This browser',
  hint: 'The interface lists no agents, versions or calls. What was done here is kept in this browser, for each service apart.',
  nothing: 'Nothing is remembered of this service yet.',
  kept: (agents: number, writes: number) =>
    `${countOf(agents, 'agent')} and ${countOf(writes, 'sent write')} are remembered.`,
  mask: 'Mask phone numbers',
  export: 'Export as JSON',
  forget: 'Forget everything',
}

/** What the ledger holds, how to take it away, and how to empty it. */
export function Remembered() {
  const { data: entries = [] } = useQuery(ledgerQueries.entries())
  const { data: agents = [] } = useQuery(agentQueries.known())
  const { data: problem } = useQuery(ledgerQueries.problem())
  const exporting = useMutation(ledgerMutations.exportAll())
  const [masked, setMasked] = useState(true)
  const [asking, setAsking] = useState(false)
  const maskId = useId()
  const isEmpty = entries.length === 0 && agents.length === 0
  const exportAll = () =>
    exporting.mutate(
      { maskPhoneNumbers: masked },
      {
        onSuccess: (kept) =>
          saveText(
            `switchboard-${kept.exportedAt.slice(0, 10)}.json`,
            JSON.stringify(kept, null, 2),
            'application/json',
          ),
      },
    )
  return (
    <Section title={words.title} hint={words.hint}>
      {problem && <Notice tone="warn" title={problem.message} />}
      <p>{isEmpty ? words.nothing : words.kept(agents.length, entries.length)}</p>
      {!isEmpty && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button onClick={exportAll} pending={exporting.isPending}>
            {words.export}
          </Button>
          <span className="flex items-center gap-2">
            <input
              id={maskId}
              type="checkbox"
              className="size-4 accent-accent"
              checked={masked}
              onChange={({ target }) => setMasked(target.checked)}
            />
            <label htmlFor={maskId}>{words.mask}</label>
          </span>
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {words.forget}
          </Button>
        </div>
      )}
      <ErrorNotice error={exporting.error} />
      <Suspense>{asking && <ForgetEverything onClose={() => setAsking(false)} />}</Suspense>
    </Section>
  )
}
