import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { type FoundPassage, type SearchMatch, type SearchReply, searchPassages } from '../../contract/search'
import { type SearchScope, searchQueries } from '../../queries/search'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { countOf } from '../../ui/numbers'
import { ErrorNotice } from '../-shared/error-notice'
import { useOffered } from '../-shared/use-offered'
import { isLong, piecesOf } from './-passage-text'

/** A person who pauses this long has typed enough to search for, in milliseconds. */
const PAUSE_MS = 400
const QUERY_MAX = 300

/**
 * A search in the passages of one file, or of the files of a collection: what an agent would find there. Searches on Enter, or after a pause. Nothing
 * is searched to find out whether the service offers it (D100): the first search tells.
 */
export function PassageSearch(props: { scope: SearchScope }) {
  return useOffered(searchPassages) === false ? (
    <p className="text-sm text-ink-muted">This service offers no search in its files.</p>
  ) : (
    <Offered {...props} />
  )
}

function Offered({ scope }: { scope: SearchScope }) {
  const [text, setText] = useState('')
  const [query, setQuery] = useState('')
  const title = useId()
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setQuery(text.trim())
  }
  const search = useQuery(searchQueries.passages(scope, query))
  const reply = query === '' || search.error ? undefined : (search.data ?? undefined)
  const waiting = query !== '' && search.isFetching && (search.isPlaceholderData || !reply)
  const label = 'fileId' in scope ? 'Search in this file' : 'Search in these files'
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-2">
      <h2 id={title} className="font-semibold">
        What an agent would find
      </h2>
      <search>
        <form onSubmit={onSubmit} className="relative max-w-[44rem]">
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
            autoComplete="off"
            maxLength={QUERY_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="control pl-8!"
          />
        </form>
      </search>
      <div className="flex max-w-[44rem] flex-wrap justify-between gap-x-4 text-sm text-ink-muted">
        <p id={`${title}-hint`}>Words in any form, a beginning, or "a phrase" in quotes.</p>
        <p role="status" className="wrap-anywhere tabular-nums">
          {waiting ? 'Searching' : reply && summaryOf(reply, query)}
        </p>
      </div>
      {query !== '' && search.error && (
        <ErrorNotice
          error={search.error}
          action={
            <Button onClick={() => search.refetch()} pending={search.isFetching}>
              Try again
            </Button>
          }
        />
      )}
      {reply && <Passages reply={reply} scope={scope} />}
    </section>
  )
}

function summaryOf({ passages, tookMs }: SearchReply, query: string): string {
  if (passages.length === 0)
    return `No passage has anything like “${query}”. An agent would find nothing here either. Try other words, or add a file that says it.`
  return tookMs === undefined
    ? countOf(passages.length, 'passage')
    : `${countOf(passages.length, 'passage')} in ${durationOf(tookMs)}`
}

function Passages({ reply: { passages }, scope }: { reply: SearchReply; scope: SearchScope }) {
  if (passages.length === 0) return null
  const inOneFile = 'fileId' in scope
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
          note={
            passage.match && passage.match !== passages[index - 1]?.match ? MATCHES[passage.match] : undefined
          }
        />
      ))}
    </ol>
  )
}

function Passage({
  passage,
  inOneFile,
  note,
}: {
  passage: FoundPassage
  inOneFile: boolean
  /** Why this one and those after it were found, where it is not that they have the words. */
  note: string | undefined
}) {
  const [whole, setWhole] = useState(false)
  const where = [
    inOneFile ? undefined : (passage.fileName ?? 'A file without a name'),
    passage.page === undefined ? undefined : `Page ${passage.page}`,
    passage.heading.join(' › '),
  ].filter(Boolean)
  return (
    <li className="flex flex-col gap-1">
      {note && <p className="text-sm text-ink-muted">{note}</p>}
      <div className="flex flex-col items-start gap-1 rounded-md border border-line bg-surface-raised px-3 py-2">
        {where.length > 0 && <p className="text-sm wrap-anywhere text-ink-muted">{where.join(' · ')}</p>}
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
        {isLong(passage) && !whole && (
          <Button
            variant="link"
            size="sm"
            aria-label={`Show the whole passage: ${where.join(', ')}`}
            onClick={() => setWhole(true)}
          >
            Show the whole passage
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

const durationOf = (ms: number) =>
  ms < 1 ? 'less than 1 ms' : ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
