import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react'
import {
  type FoundPassage,
  QUERY_MAX,
  type SearchMatch,
  type SearchReply,
  searchPassages,
} from '../../contract/search'
import { type SearchScope, searchQueries } from '../../queries/search'
import { Button, buttonClass } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { countOf, formatCount } from '../../ui/numbers'
import { ErrorNotice } from './error-notice'
import { isLong, type Place, piecesOf, placeOf } from './passage-text'
import { useOffered } from './use-offered'

/** A person who pauses this long has typed enough to search for, in milliseconds. */
const PAUSE_MS = 400

interface SearchProps {
  readonly scope: SearchScope
  /** What is searched for at first. */
  readonly first?: string
  /** What is searched for is another now. */
  readonly onQuery?: (query: string) => void
  /** Shows a passage in the one file; without it, a link leads to the file's own panel. */
  readonly onShow?: (place: Place) => void
  /** Beside what was found, such as what to do with it. */
  readonly beside?: (passages: readonly FoundPassage[]) => ReactNode
}

/**
 * A search in the passages of one file, of the files of a collection, or of all: what an agent would find there. Searches on Enter, or after a pause.
 * Nothing is searched to find out whether the service offers it (D100): the first search tells.
 */
export function PassageSearch(props: SearchProps) {
  return useOffered(searchPassages) === false ? (
    <p className="text-sm text-ink-muted">This service offers no search in its files.</p>
  ) : (
    <Offered {...props} />
  )
}

function Offered({ scope, first = '', onQuery, onShow, beside }: SearchProps) {
  const [text, setText] = useState(first)
  const [query, setQuery] = useState(first.trim())
  const title = useId()
  const settle = useEffectEvent((typed: string) => {
    if (typed === query) return
    setQuery(typed)
    onQuery?.(typed)
  })
  useEffect(() => {
    const timer = setTimeout(settle, PAUSE_MS, text.trim())
    return () => clearTimeout(timer)
  }, [text])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    settle(text.trim())
  }
  const search = useQuery(searchQueries.passages(scope, query))
  const { length } = text.trim()
  const isTooLong = length > QUERY_MAX
  const reply = query === '' || isTooLong || search.error ? undefined : (search.data ?? undefined)
  const waiting = query !== '' && !isTooLong && search.isFetching && (search.isPlaceholderData || !reply)
  const [heading, label] = wordsOf(scope)
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-2">
      {/* What asks all documents stands under a title that says so. */}
      <h2 id={title} className={scope === 'all' ? 'sr-only' : 'font-semibold'}>
        {heading}
      </h2>
      <search>
        <form onSubmit={onSubmit} className="relative max-w-[50rem]">
          <Search
            size={16}
            aria-hidden
            className="pointer-events-none absolute top-2 left-2 text-ink-muted"
          />
          <input
            type="search"
            aria-label={label}
            aria-describedby={`${title}-hint`}
            placeholder={label}
            aria-invalid={isTooLong || undefined}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="control pl-8!"
          />
        </form>
      </search>
      <div className="flex max-w-[50rem] flex-wrap justify-between gap-x-4 text-sm text-ink-muted">
        <p id={`${title}-hint`}>Words in any form, a beginning, or "a phrase" in quotes.</p>
        <p role="status" className={isTooLong ? 'text-bad' : 'wrap-anywhere'}>
          {isTooLong
            ? `${formatCount(length)} characters; a search takes ${QUERY_MAX}. Shorten it.`
            : waiting
              ? 'Searching'
              : reply && summaryOf(reply, query)}
        </p>
      </div>
      {query !== '' && !isTooLong && search.error && (
        <ErrorNotice
          error={search.error}
          action={
            <Button onClick={() => search.refetch()} pending={search.isFetching}>
              Try again
            </Button>
          }
        />
      )}
      {reply && <Passages reply={reply} scope={scope} onShow={onShow} />}
      {reply && reply.passages.length > 0 && beside?.(reply.passages)}
    </section>
  )
}

function wordsOf(scope: SearchScope): readonly [heading: string, label: string] {
  if (scope === 'all') return ['Ask your documents', 'Ask your documents']
  return ['What an agent would find', 'fileId' in scope ? 'Search in this file' : 'Search in these files']
}

/** Quotes, a minus or an OR ask for exactly that (D244), which no agent does. */
const isStrict = (query: string) => /["“”][^"“”]+["“”]|(?<!\S)-[\p{L}\p{N}]|\sOR\s/u.test(query)

function summaryOf({ passages, tookMs }: SearchReply, query: string): string {
  if (passages.length === 0 && isStrict(query))
    return 'No passage has exactly this. Search again without quotes, minus or OR.'
  if (passages.length === 0)
    return `No passage has anything like “${query}”. An agent would find nothing here either. Try other words, or add a file that says it.`
  return tookMs === undefined
    ? countOf(passages.length, 'passage')
    : `${countOf(passages.length, 'passage')} in ${durationOf(tookMs)}`
}

function Passages({
  reply: { passages },
  scope,
  onShow,
}: {
  reply: SearchReply
} & Pick<SearchProps, 'scope' | 'onShow'>) {
  if (passages.length === 0) return null
  const inOneFile = scope !== 'all' && 'fileId' in scope
  return (
    <ol
      aria-label="Passages found"
      // The side panel scrolls as a whole; on a page the table below must stay within reach.
      tabIndex={inOneFile ? undefined : 0}
      className={classNames('flex flex-col gap-2', !inOneFile && 'max-h-[60vh] overflow-y-auto')}
    >
      {passages.map((passage, index) => (
        <Passage
          // biome-ignore lint/suspicious/noArrayIndexKey: the same words can stand in a file twice
          key={`${index} ${passage.fileId} ${passage.text}`}
          passage={passage}
          inOneFile={inOneFile}
          onShow={onShow}
          note={
            passage.match && passage.match !== passages[index - 1]?.match
              ? (index === 0 ? MATCHES : FURTHER)[passage.match]
              : undefined
          }
        />
      ))}
    </ol>
  )
}

function Passage({
  passage,
  inOneFile,
  onShow,
  note,
}: {
  passage: FoundPassage
  inOneFile: boolean
  onShow: SearchProps['onShow']
  /** Why this one and those after it were found, where it is not that they have the words. */
  note: string | undefined
}) {
  const [whole, setWhole] = useState(false)
  const { fileId, page, fileName = 'A file without a name' } = passage
  const pageName = page === undefined ? undefined : `Page ${page}`
  const heading = passage.heading.join(' › ')
  const place = placeOf(passage)
  // In the panel of its file only the place can be another.
  const link = inOneFile ? (pageName ?? 'Show in the file') : [fileName, pageName].filter(Boolean).join(' · ')
  const where = [link, heading].filter(Boolean).join(' · ')
  const fold = whole ? 'Show less' : 'Show the whole passage'
  return (
    <li className="flex flex-col gap-1">
      {note && <p className="text-sm text-ink-muted">{note}</p>}
      <div className="flex flex-col items-start gap-1 rounded-md border border-line bg-surface-raised px-3 py-2">
        <p className="text-sm wrap-anywhere text-ink-muted">
          {onShow ? (
            <Button
              variant="link"
              aria-label={page === undefined ? `Show in the file: ${heading}` : `Show page ${page}`}
              onClick={() => onShow(place)}
            >
              {link}
            </Button>
          ) : (
            <Link
              to="/knowledge/files"
              search={{ file: fileId, preview: true, ...place }}
              className={buttonClass('link')}
            >
              {link}
            </Link>
          )}
          {heading && ` · ${heading}`}
        </p>
        <p className="max-w-full whitespace-pre-line wrap-anywhere">
          {piecesOf(passage, whole).map((piece, index) =>
            piece.found ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in its order
              <mark key={index} className="rounded-sm bg-accent-soft font-semibold text-ink">
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </p>
        {isLong(passage) && (
          <Button variant="link" size="sm" aria-label={`${fold}: ${where}`} onClick={() => setWhole(!whole)}>
            {fold}
          </Button>
        )}
      </div>
    </li>
  )
}

const MATCHES: Readonly<Record<SearchMatch, string | undefined>> = {
  words: undefined,
  prefix: 'The last word as a beginning',
  similar: 'No passage has these words; these have words spelled alike',
  some: 'No passage has all these words; these have some of them',
}

/** The same after passages that were found otherwise. */
const FURTHER: typeof MATCHES = {
  ...MATCHES,
  similar: 'The next have words spelled alike',
  some: 'The next have some of these words',
}

const durationOf = (ms: number) =>
  ms < 1 ? 'less than 1 ms' : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
