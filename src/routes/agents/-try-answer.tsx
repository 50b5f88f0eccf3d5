import type { TryCause } from '../../contract/try-version'
import type { Answer } from '../../queries/trial-state'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Button } from '../../ui/button'
import { ErrorList, Notice } from '../../ui/notice'
import { formatCount } from '../../ui/numbers'
import { AnswerGrounds, Fold, spanOf } from '../-shared/answer-grounds'
import { errorWords } from '../-shared/error-notice'
import { AnswerAwaited } from '../-shared/waiting'

const OUTCOMES: Readonly<Record<string, readonly [Tone, string] | undefined>> = {
  'asked back': ['unknown', 'Asked back'],
  'handed over': ['busy', 'Handed over'],
  'opted out': ['busy', 'Opted out'],
}

/** Why an answer rests on no passage; what is not here needs no words. */
const CAUSES: { readonly [C in TryCause]?: string } = {
  'nothing found': 'No passage fits',
  prompt: 'From the prompt',
  purpose: 'From the prompt',
  variable: 'Asks for a value',
  unclear: 'The message is unclear',
  attack: 'Keeps to its instructions',
  model: 'Rests on no passage',
}

/** Words for screen readers, once an answer has come or not. */
export function heardOf({ state, said, end, error }: Answer, name: string): string {
  if (state === 'stopped') return 'Stopped.'
  if (state === 'cut off') return 'The answer was cut off.'
  if (state === 'failed') return error?.title ?? 'No answer came.'
  if (end?.outcome === 'failed') return `${name} could not answer.`
  return `${name}: ${said.length > 200 ? `${said.slice(0, 200)}…` : said || 'no words'}`
}

/** One answer: what was said, how it ended, and under it everything it rests on. */
export function AnswerView({
  answer,
  name,
  lack,
  again,
  onShowLine,
}: {
  answer: Answer
  /** Of who answers. */
  name: string
  /** Why there was nothing to search. */
  lack: string | undefined
  /** Asks for it once more; absent where that would not be the same any more. */
  again: (() => void) | undefined
  /** Leads to a line of the prompt. */
  onShowLine: (line: string) => void
}) {
  const { state, said, passages, tools, rules, end, waitsMs } = answer
  const cause = end?.cause ?? 'model'
  const why = (cause === 'nothing found' && lack) || CAUSES[cause]
  const isWaiting = state === 'waiting'
  const [tone, word] = OUTCOMES[end?.outcome ?? ''] ?? []
  return (
    <article aria-label={`Answer of ${name}`} className="flex min-w-0 flex-col gap-1.5">
      <p className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm text-ink-muted">
        <span className="font-semibold">{name}</span>
        {tone && word && <StatusBadge tone={tone}>{word}</StatusBadge>}
      </p>
      {(said !== '' || state === 'done') && (
        <p
          dir="auto"
          className="rounded-md border border-line bg-surface-sunken p-2 whitespace-pre-wrap wrap-anywhere"
        >
          {said || <span className="text-ink-muted">Says nothing</span>}
        </p>
      )}
      {isWaiting && (
        <AnswerAwaited>
          {waitsMs === undefined
            ? undefined
            : `The service is busy and asked to wait ${Math.ceil(waitsMs / 1_000)} s. It is asked again then.`}
        </AnswerAwaited>
      )}
      {state === 'answering' && <p className="animate-wait text-sm text-ink-muted">Answering</p>}
      <Trouble answer={answer} again={again} />
      <AnswerGrounds
        grounds={{ passages, tools: tools.map(({ result, ...call }) => ({ ...call, ...result })) }}
        inNewTab
        isOver={state !== 'answering'}
      />
      {rules.map((line) => (
        <Fold key={line} title="Prompt line">
          <blockquote className="border-l-2 border-line-strong pl-2 text-sm whitespace-pre-wrap wrap-anywhere">
            {line}
          </blockquote>
          <Button size="sm" onClick={() => onShowLine(line)}>
            Show in prompt
          </Button>
        </Fold>
      ))}
      {state === 'done' && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
          {why && passages.length === 0 && tools.length === 0 && <span>{why}</span>}
          {answer.firstMs !== undefined && <span>First words {spanOf(answer.firstMs)}</span>}
          {answer.tookMs !== undefined && <span>Whole answer {spanOf(answer.tookMs)}</span>}
          {end?.tokens && (
            <span>
              {formatCount(end.tokens.input)} tokens in, {formatCount(end.tokens.output)} out
            </span>
          )}
          {again && end?.outcome !== 'failed' && (
            <Button variant="link" size="sm" onClick={again}>
              Ask again
            </Button>
          )}
        </p>
      )}
    </article>
  )
}

/** Why there is no whole answer, and the way to another. */
function Trouble({
  answer: { state, end, error },
  again,
}: Pick<Parameters<typeof AnswerView>[0], 'answer' | 'again'>) {
  const retry = again && (
    <Button size="sm" onClick={again}>
      Try again
    </Button>
  )
  if (state === 'stopped') return <Notice title="Stopped." action={retry} />
  if (state === 'cut off')
    return (
      <Notice
        tone="warn"
        title="The answer was cut off."
        message={error?.message ?? 'The connection ended before the answer did.'}
        action={retry}
      />
    )
  if (state === 'failed' && error)
    return (
      <Notice tone="error" {...errorWords(error)} action={retry}>
        <ErrorList errors={error.fields} />
      </Notice>
    )
  if (end?.outcome === 'failed')
    return (
      <Notice
        tone="warn"
        title="The agent could not answer."
        message={end.error ?? 'No reason was given.'}
        action={retry}
      />
    )
  return null
}
