import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { RunConversation } from '../../contract/run'
import { labMutations } from '../../queries/testing-lab'
import { Button, buttonClass } from '../../ui/button'
import { OtherFields } from '../../ui/other-fields'
import { Facts } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { ErrorNotice } from '../-shared/error-notice'
import { StateBadge, VerdictBadge } from './-lab-badges'
import type { ScenarioResult } from './-run-numbers'
import { words } from './-run-page-words'
import { Transcript } from './-transcript'

/** One scenario of a run: its conversations, or what a person says of it where the service tells no verdict. */
export function ScenarioOutcome({
  result,
  labId,
  byHand,
}: {
  result: ScenarioResult
  /** What notes about the run are kept under. */
  labId: string
  /** Whether a person may judge it. */
  byHand: boolean
}) {
  const { key, conversations, verdict } = result
  const name = words.scenario(result.name, key)
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{name}</h3>
        {verdict && <VerdictBadge verdict={verdict} />}
        {key !== '' && (
          <Link
            to="/testing-lab"
            search={{ scenario: key }}
            aria-label={`${words.showScenario} ${key}`}
            className={buttonClass('link')}
          >
            {words.showScenario}
          </Link>
        )}
      </div>
      {conversations.length > 0 &&
        (verdict === 'passed' && conversations.length > 1 ? (
          <PassedConversations conversations={conversations} />
        ) : (
          <Conversations conversations={conversations} />
        ))}
      {byHand && key !== '' && <Judge key={labId} labId={labId} result={result} name={name} />}
    </li>
  )
}

function Conversations({ conversations }: { conversations: readonly RunConversation[] }) {
  // What failed is what one came for; its repetitions mostly say the same.
  const opened = conversations.findIndex(({ verdict }) => verdict === 'failed')
  return (
    <ul className="flex flex-col divide-y divide-line border-l border-line">
      {conversations.map((conversation, at) => (
        <Conversation
          key={`${conversation.id ?? ''} ${conversation.number ?? at}`}
          conversation={conversation}
          at={at}
          isOpened={at === opened}
        />
      ))}
    </ul>
  )
}

/** Repetitions that all passed take one line until somebody wants to read them. */
function PassedConversations({ conversations }: { conversations: readonly RunConversation[] }) {
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-sm text-accent">
        {words.conversations(conversations.length)}
      </summary>
      {open && <Conversations conversations={conversations} />}
    </details>
  )
}

function Conversation({
  conversation,
  at,
  isOpened,
}: {
  conversation: RunConversation
  at: number
  isOpened: boolean
}) {
  const { verdict, reason, judgedBy, transcript, expectedOutcome, startedAt, endedAt, other } = conversation
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? isOpened
  const hasMore = transcript !== undefined || expectedOutcome !== undefined || Object.keys(other).length > 0
  return (
    <li className="flex flex-col gap-1 py-2 pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{words.conversation(conversation.number, at)}</span>
        {verdict ? <VerdictBadge verdict={verdict} /> : <StateBadge of={conversation} />}
        {judgedBy && (
          <span className="text-ink-muted">
            {words.facts.judgedBy} {judgedBy}
          </span>
        )}
        {endedAt && <TimeText time={endedAt} />}
      </p>
      {reason && <p className="break-words whitespace-pre-wrap">{reason}</p>}
      {hasMore && (
        <details
          open={open}
          onToggle={({ currentTarget }) => currentTarget.open !== open && setChosen(currentTarget.open)}
        >
          <summary className="cursor-pointer text-accent">{words.transcript}</summary>
          {open && (
            <div className="flex flex-col gap-3 pt-2">
              <Facts
                facts={[
                  [words.expected, expectedOutcome],
                  [words.facts.started, startedAt && <TimeText time={startedAt} />],
                ]}
              />
              <Transcript turns={transcript} />
              <OtherFields fields={other} />
            </div>
          )}
        </details>
      )}
    </li>
  )
}

/** Passed or failed, with a note, as a person says; kept in this browser. */
function Judge({ labId, result, name }: { labId: string; result: ScenarioResult; name: string }) {
  const id = useId()
  const { key, hand } = result
  const [note, setNote] = useState(hand?.note ?? '')
  const judge = useMutation(labMutations.judge())
  const say = (verdict: 'passed' | 'failed') =>
    judge.mutate({ labId, scenario: key, verdict: { verdict, note: note.trim() || undefined } })
  return (
    <fieldset className="flex flex-wrap items-end gap-x-4 gap-y-2 text-sm">
      <legend className="sr-only">{words.judge.legend(name)}</legend>
      <div className="flex gap-1">
        {(['passed', 'failed'] as const).map((verdict) => (
          <Button
            key={verdict}
            size="sm"
            aria-pressed={hand?.verdict === verdict}
            variant={hand?.verdict === verdict ? 'primary' : 'secondary'}
            onClick={() => say(verdict)}
          >
            {words.judge[verdict]}
          </Button>
        ))}
      </div>
      <div className="flex min-w-48 grow items-center gap-2">
        <label htmlFor={id} className="text-ink-muted">
          {words.judge.note}
          <span className="sr-only">{words.judge.noteOf(name)}</span>
        </label>
        <input
          id={id}
          className="control"
          value={note}
          maxLength={1_000}
          autoComplete="off"
          onChange={({ target }) => setNote(target.value)}
          onBlur={() => hand && note.trim() !== (hand.note ?? '') && say(hand.verdict)}
        />
      </div>
      {hand && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => judge.mutate({ labId, scenario: key, verdict: null })}
        >
          {words.judge.clear}
        </Button>
      )}
      <ErrorNotice error={judge.error} />
    </fieldset>
  )
}
