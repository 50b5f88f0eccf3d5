import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { RunConversation, RunTurn } from '../../contract/run'
import { labMutations } from '../../queries/lab-changes'
import { Button, buttonClass } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { FilterChips } from '../../ui/filters'
import { countOf } from '../../ui/numbers'
import { Facts, Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { AnswerGrounds } from '../-shared/answer-grounds'
import { ErrorNotice } from '../-shared/error-notice'
import { OtherFields } from '../-shared/other-fields'
import { StateBadge, VerdictBadge } from './-lab-badges'
import { type ScenarioResult, scenarioTitle, shownAs } from './-run-numbers'
import { SHOWN, type Shown } from './-shown'

const LABELS = {
  'not-passed': 'Did not pass',
  passed: 'Passed',
  open: 'No verdict',
} as const satisfies Record<Shown, string>

/** What became of each scenario, with the way to those that one came for. */
export function RunResults({
  results,
  judgedAs,
  isGoing,
  shown,
  onShow,
}: {
  results: readonly ScenarioResult[]
  /** The key of the run's notes, where a person may judge them. */
  judgedAs: string | undefined
  isGoing: boolean
  shown: Shown | undefined
  onShow: (shown: Shown | undefined) => void
}) {
  const kinds = SHOWN.map((value) => ({
    value,
    label: LABELS[value],
    count: results.filter((result) => shownAs(result) === value).length,
  })).filter(({ value, count }) => count > 0 || value === shown)
  const list = shown
    ? results.filter((result) => shownAs(result) === shown)
    : results.toSorted((one, other) => SHOWN.indexOf(shownAs(one)) - SHOWN.indexOf(shownAs(other)))
  const none = isGoing ? 'None so far. The run goes on.' : undefined
  return (
    <Section title="Scenarios">
      {(kinds.length > 1 || shown) && (
        <FilterChips
          label="Which scenarios are shown"
          choices={[{ value: 'all' as const, label: 'All', count: results.length }, ...kinds]}
          value={shown ?? 'all'}
          onChange={(value) => onShow(value === 'all' ? undefined : value)}
        />
      )}
      {list.length === 0 ? (
        <EmptyState kind="no-match" title={none} onClear={() => onShow(undefined)} />
      ) : (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {list.map((result) => (
            <ScenarioOutcome key={result.key} result={result} judgedAs={judgedAs} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** One scenario of a run: its conversations, or the verdict of a person where the service reports none. */
function ScenarioOutcome({ result, judgedAs }: { result: ScenarioResult; judgedAs: string | undefined }) {
  const { key, conversations, verdict } = result
  const name = scenarioTitle(result.name, key)
  return (
    <li className="flex flex-col gap-2 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-semibold break-words">{name}</h3>
        {verdict && <VerdictBadge verdict={verdict} />}
        {key !== '' && (
          <Link
            to="/testing-lab"
            search={{ scenario: key }}
            aria-label={`Show scenario ${key}`}
            className={buttonClass('link')}
          >
            Show scenario
          </Link>
        )}
      </div>
      {conversations.length > 0 &&
        (verdict === 'passed' ? (
          // What passed takes one line until somebody wants to read it.
          <Fold summary={countOf(conversations.length, 'conversation')}>
            <Conversations conversations={conversations} />
          </Fold>
        ) : (
          <Conversations conversations={conversations} />
        ))}
      {judgedAs !== undefined && key !== '' && (
        <Judge key={judgedAs} labId={judgedAs} result={result} name={name} />
      )}
    </li>
  )
}

function Conversations({ conversations }: { conversations: readonly RunConversation[] }) {
  // A failure is what a reader looks for; its repetitions are mostly alike.
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

/** What is folded is drawn once it is opened. `opened`: it begins open. */
function Fold({
  summary,
  opened = false,
  children,
}: {
  summary: string
  opened?: boolean
  children: ReactNode
}) {
  const [chosen, setChosen] = useState<boolean>()
  const open = chosen ?? opened
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && setChosen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-sm text-accent">{summary}</summary>
      {open && children}
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
  const { verdict, reason, suggestedRule, judgedBy, transcript, expectedOutcome, startedAt, endedAt, other } =
    conversation
  const answer = verdict === 'failed' ? transcript?.findLast(({ who }) => who === 'agent') : undefined
  const hasMore = transcript !== undefined || expectedOutcome !== undefined || Object.keys(other).length > 0
  return (
    <li className="flex flex-col gap-1 py-2 pl-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{`Conversation ${conversation.number ?? at + 1}`}</span>
        {verdict ? <VerdictBadge verdict={verdict} /> : <StateBadge of={conversation} />}
        {judgedBy && <span className="text-ink-muted">Judged by {judgedBy}</span>}
        {endedAt && <TimeText time={endedAt} />}
      </p>
      {reason && <p className="break-words whitespace-pre-wrap">{reason}</p>}
      {answer && isOpened && (
        <>
          <RestsOn turn={answer} none />
          {suggestedRule && !reason?.includes(suggestedRule) && (
            <p className="break-words">
              <span className="text-ink-muted">The prompt could say:</span> {suggestedRule}
            </p>
          )}
        </>
      )}
      {hasMore && (
        <Fold summary="Transcript" opened={isOpened}>
          <div className="flex flex-col gap-3 pt-2">
            <Facts
              facts={{
                'Expected outcome': expectedOutcome,
                Began: startedAt && <TimeText time={startedAt} />,
              }}
            />
            <Transcript turns={transcript} />
            <OtherFields fields={other} />
          </div>
        </Fold>
      )}
    </li>
  )
}

/** Passed or failed, with a note, entered by a person and stored in this browser. */
function Judge({ labId, result, name }: { labId: string; result: ScenarioResult; name: string }) {
  const id = useId()
  const { key, hand } = result
  // `undefined`: as it is stored, also when a colleague changes it.
  const [typed, setTyped] = useState<string>()
  const note = typed ?? hand?.note ?? ''
  const judge = useMutation(labMutations.judge())
  const save = (verdict: 'passed' | 'failed') =>
    judge.mutate(
      { labId, scenario: key, verdict: { verdict, note: note.trim() || undefined } },
      { onSuccess: () => setTyped((now) => (now === typed ? undefined : now)) },
    )
  return (
    <fieldset className="flex flex-wrap items-end gap-x-4 gap-y-2 text-sm">
      <legend className="sr-only">{`Verdict of ${name}`}</legend>
      <div className="flex gap-1">
        {(['passed', 'failed'] as const).map((verdict) => (
          <Button
            writes
            key={verdict}
            size="sm"
            aria-pressed={hand?.verdict === verdict}
            variant={hand?.verdict === verdict ? 'primary' : 'secondary'}
            onClick={() => save(verdict)}
          >
            {verdict === 'passed' ? 'Passed' : 'Failed'}
          </Button>
        ))}
      </div>
      {/* It is stored with a verdict. */}
      {hand && (
        <>
          <div className="flex min-w-48 grow items-center gap-2">
            <label htmlFor={id} className="text-ink-muted">
              Note
              <span className="sr-only">{` on ${name}`}</span>
            </label>
            <input
              id={id}
              className="control"
              value={note}
              maxLength={1_000}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
              onBlur={() => typed !== undefined && save(hand.verdict)}
            />
          </div>
          <Button
            writes
            size="sm"
            variant="quiet"
            onClick={() => {
              // A verdict that is given again has it again.
              setTyped(note || undefined)
              judge.mutate({ labId, scenario: key, verdict: null })
            }}
          >
            Take back
          </Button>
        </>
      )}
      <ErrorNotice error={judge.error} />
    </fieldset>
  )
}

/** The line of the prompt and the passages that an answer rests on. `none`: says so where there are none. */
function RestsOn({ turn: { promptLine, passages = [] }, none = false }: { turn: RunTurn; none?: boolean }) {
  if (!promptLine && passages.length === 0)
    return none && <p className="text-ink-muted">The answer rests on no passage and no line of the prompt.</p>
  return (
    <div className="flex flex-col gap-1">
      {promptLine && (
        <p className="break-words">
          <span className="text-ink-muted">By this line of the prompt:</span> <q>{promptLine}</q>
        </p>
      )}
      <AnswerGrounds grounds={{ passages }} />
    </div>
  )
}

/** Who said what, with what the agent was given for it. Everything is text. */
function Transcript({ turns }: { turns: readonly RunTurn[] | undefined }) {
  if (!turns || turns.length === 0) return <p className="text-ink-muted">No transcript.</p>
  return (
    <ol aria-label="Transcript" className="flex flex-col gap-2">
      {turns.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids, and their order is what they are
        <li key={at} className="flex flex-col gap-0.5">
          <span className="text-ink-muted">
            {turn.who ? (turn.who === 'agent' ? 'Agent' : 'Customer') : turn.speaker}
            {turn.who && turn.speaker && turn.speaker.toLowerCase() !== turn.who && ` (${turn.speaker})`}
          </span>
          <p className="break-words whitespace-pre-wrap">{turn.text}</p>
          <RestsOn turn={turn} />
          <OtherFields fields={turn.other} />
        </li>
      ))}
    </ol>
  )
}
