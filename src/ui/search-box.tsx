import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from './button'
import { isTyping } from './focused'

/** An id, in which every digit stands somewhere: a search with a word of less than four characters leaves it out (D799). */
const ID = /^[\da-f]{8}-[\da-f-]{27}$/

/** From so many characters on a text is folded once for all, and shorter ones together. */
const LONG = 200

type Texts = readonly (string | null | undefined)[]

function readQuery(query: string) {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return { words, withoutIds: words.some((word) => word.length < 4) }
}

/** The texts of a row, ready to be looked through: ids apart, and long ones as they are. */
interface Folded {
  readonly short: string
  readonly ids: string
  readonly long: readonly string[]
}

const NONE: readonly string[] = []

function foldTexts(texts: Texts): Folded {
  let [short, ids, long] = ['', '', NONE]
  for (const text of texts) {
    if (!text) continue
    if (text.length >= LONG) long = [...long, text]
    else if (ID.test(text)) ids = ids ? `${ids}\n${text}` : text
    else short = short ? `${short}\n${text}` : text
  }
  return { short: fold(short), ids, long }
}

const isIn = ({ words, withoutIds }: ReturnType<typeof readQuery>, { short, ids, long }: Folded): boolean =>
  words.every(
    (word) =>
      short.includes(word) ||
      (!withoutIds && ids.includes(word)) ||
      long.some((text) => foldOnce(text).includes(word)),
  )

/** Whether every word of `query` occurs in one of the texts, in any case and without accents mattering. An empty query matches all. */
export const matchesSearch = (query: string, texts: Texts): boolean => matcherOf(query)(texts)

/** The same for many rows: what does not depend on them is done once. */
export function matcherOf(query: string): (texts: Texts) => boolean {
  const read = readQuery(query)
  return (texts) => isIn(read, foldTexts(texts))
}

/** Finds those of some rows that match a query: what is in them is folded at the first key. */
export function finderOf<Row>(
  rows: readonly Row[],
  textsOf: (row: Row) => Texts,
): (query: string) => readonly Row[] {
  const folded: Folded[] = []
  return (query) => {
    const read = readQuery(query)
    return rows.filter((row, at) => {
      folded[at] ??= foldTexts(textsOf(row))
      return isIn(read, folded[at])
    })
  }
}

function fold(text: string): string {
  const lower = text.toLowerCase()
  return /[^\n -~]/.test(lower)
    ? lower.replace(/[^ -~]+/g, (rare) => rare.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    : lower
}

/** Long texts, such as transcripts of 10,000 calls, as they were folded at the first key. */
const folded = new Map<string, string>()

function foldOnce(text: string): string {
  let cached = folded.get(text)
  if (cached === undefined) {
    if (folded.size > 20_000) folded.clear()
    cached = fold(text)
    folded.set(text, cached)
  }
  return cached
}

/**
 * The search of one list; filters as one types. `/` focuses it from anywhere outside a field, Esc empties it.
 * - `label`: accessible name, "Search files"; `value`, `onChange(text)`: state of the caller (the URL); `onDown`: the arrow key leads to what was found
 */
export function SearchBox({
  label,
  value,
  onChange,
  onDown,
}: {
  label: string
  value: string
  onChange: (text: string) => void
  onDown?: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      // Typing "/" must stay possible, and behind a modal dialog the box cannot be used.
      if (isTyping(event.target) || input.current?.closest('[aria-hidden="true"], [inert]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <search className="relative min-w-0 grow basis-48 sm:max-w-80">
      <Search size={16} aria-hidden className="pointer-events-none absolute top-2 left-2 text-ink-muted" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('')
          if (event.key === 'ArrowDown' && onDown) {
            event.preventDefault()
            onDown()
          }
        }}
        className="control peer px-8! [&::-webkit-search-cancel-button]:hidden"
      />
      {value === '' ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1.5 right-1.5 rounded-md border border-line px-1.5 text-sm text-ink-muted peer-focus:hidden pointer-coarse:hidden"
        >
          /
        </kbd>
      ) : (
        <IconButton
          icon={X}
          label="Clear search"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute top-1 right-1 size-6 text-ink-muted"
        />
      )}
    </search>
  )
}
