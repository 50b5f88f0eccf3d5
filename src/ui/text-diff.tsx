import { diffLines, diffWordsWithSpace } from 'diff'
import { useMemo, useState } from 'react'
import { countOf } from './numbers'

/** Unchanged lines that stay in sight around a change. */
const CONTEXT = 2

/**
 * Two texts side by side where they differ, one under the other where it is narrow; what both have stands once, long runs of it folded.
 * Removed words are struck out, added ones underlined, and screen readers hear which is which.
 * - `name`: accessible name, "System prompt"; `beforeLabel`, `afterLabel`: what the sides are, "Version 1f0c…9a2b"
 */
export function TextDiff({
  name,
  before,
  after,
  beforeLabel,
  afterLabel,
}: {
  name: string
  before: string
  after: string
  beforeLabel: string
  afterLabel: string
}) {
  const rows = useMemo(() => changesBetween(before, after), [before, after])
  const changes = rows.filter(({ kind }) => kind === 'changed').length
  let at = 0
  return (
    <section aria-label={name} className="overflow-hidden rounded-md border border-line text-sm">
      <div aria-hidden className="hidden grid-cols-2 gap-px bg-line sm:grid">
        <p className="bg-surface-sunken px-2 py-1 text-ink-muted">{beforeLabel}</p>
        <p className="bg-surface-sunken px-2 py-1 text-ink-muted">{afterLabel}</p>
      </div>
      {rows.map((row, index) => {
        const key = `${index} ${row.kind}`
        if (row.kind === 'same')
          return (
            <SameLines key={key} lines={row.lines} first={index === 0} last={index === rows.length - 1} />
          )
        at += 1
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
          <div
            key={key}
            role="group"
            aria-label={`Change ${at} of ${changes}`}
            className="grid gap-px border-t border-line bg-line sm:grid-cols-2"
          >
            <Side label={beforeLabel} pieces={row.before} kind="removed" />
            <Side label={afterLabel} pieces={row.after} kind="added" />
          </div>
        )
      })}
    </section>
  )
}

function Side({
  label,
  pieces,
  kind,
}: {
  label: string
  pieces: readonly Piece[]
  kind: 'removed' | 'added'
}) {
  return (
    <div className="min-w-0 bg-surface-raised px-2 py-1">
      <p className="text-ink-muted sm:sr-only">{label}</p>
      <p className="break-words whitespace-pre-wrap">
        {pieces.length === 0 && (
          <span className="text-ink-muted">{kind === 'removed' ? 'Not there' : 'Taken out'}</span>
        )}
        {pieces.map((piece, index) => {
          const key = `${index} ${piece.changed}`
          return piece.changed ? <Marked key={key} text={piece.text} kind={kind} /> : piece.text
        })}
      </p>
    </div>
  )
}

function Marked({ text, kind }: { text: string; kind: 'removed' | 'added' }) {
  const Element = kind === 'removed' ? 'del' : 'ins'
  return (
    <Element
      className={
        kind === 'removed'
          ? 'rounded-sm bg-bad-soft text-bad line-through'
          : 'rounded-sm bg-good-soft text-good underline underline-offset-2'
      }
    >
      <span className="sr-only"> {kind}: </span>
      {visible(text)}
      <span className="sr-only">, end of {kind}. </span>
    </Element>
  )
}

/** White space alone would be a change that nobody sees. */
const visible = (text: string) =>
  text.trim() === '' ? text.replaceAll('\n', '↵\n').replaceAll(' ', '·').replaceAll('\t', '⇥') : text

function SameLines({ lines, first, last }: { lines: readonly string[]; first: boolean; last: boolean }) {
  const [open, setOpen] = useState(false)
  const head = first ? 0 : CONTEXT
  const tail = last ? 0 : CONTEXT
  const hidden = lines.length - head - tail
  const look = 'border-t border-line px-2 py-1 break-words whitespace-pre-wrap text-ink-muted'
  if (open || hidden < 3) return <p className={look}>{lines.join('\n')}</p>
  return (
    <>
      {head > 0 && <p className={look}>{lines.slice(0, head).join('\n')}</p>}
      <p className="border-t border-line bg-surface-sunken">
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setOpen(true)}
          className="min-h-6 w-full px-2 py-0.5 text-left text-accent underline underline-offset-2"
        >
          Show {countOf(hidden, 'unchanged line')}
        </button>
      </p>
      {tail > 0 && <p className={look}>{lines.slice(-tail).join('\n')}</p>}
    </>
  )
}

/** A stretch of one of two texts; `changed`: the other text does not have it. */
export interface Piece {
  readonly text: string
  readonly changed: boolean
}

/** A run of lines that both texts have, or a place where they differ. An empty side: nothing stands there. */
export type ChangeRow =
  | { readonly kind: 'same'; readonly lines: readonly string[] }
  | { readonly kind: 'changed'; readonly before: readonly Piece[]; readonly after: readonly Piece[] }

/** Comparing is given up after this long; the place then counts as changed as a whole. */
const LINES_MS = 400
const WORDS_MS = 200

/** Below this share of the shorter text that both have, marks on single words would be confetti. */
const ALIKE = 0.4

/** Compares two texts by lines, and the lines that differ by words. */
export function changesBetween(before: string, after: string): ChangeRow[] {
  const lines = diffLines(before, after, { timeout: LINES_MS }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const rows: ChangeRow[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const { value = '', added = false, removed = false } = lines[index] ?? {}
    if (!added && !removed) {
      rows.push({ kind: 'same', lines: value.replace(/\n$/, '').split('\n') })
      continue
    }
    const next = lines[index + 1]
    if (removed && next?.added) {
      rows.push(wordChanges(value, next.value))
      index += 1
    } else {
      const piece = [{ text: value, changed: true }]
      rows.push({ kind: 'changed', before: removed ? piece : [], after: added ? piece : [] })
    }
  }
  return rows
}

function wordChanges(before: string, after: string): ChangeRow {
  const words = diffWordsWithSpace(before, after, { timeout: WORDS_MS })
  const common = words?.reduce((sum, { value, added, removed }) => {
    return added || removed ? sum : sum + value.trim().length
  }, 0)
  const shorter = Math.min(before.trim().length, after.trim().length)
  if (!words || (common ?? 0) < ALIKE * shorter) {
    const whole = (text: string) => [{ text, changed: true }]
    return { kind: 'changed', before: whole(before), after: whole(after) }
  }
  const side = (drop: 'added' | 'removed') =>
    words
      .filter((word) => !word[drop])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))
  return { kind: 'changed', before: side('added'), after: side('removed') }
}
