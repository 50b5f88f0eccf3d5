import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { FoundPassage, SearchReply } from '../../contract/search'
import { type SearchScope, searchQueries } from '../../queries/search'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { ErrorNotice } from '../-shared/error-notice'
import { isLong, piecesOf } from './-passage-text'
import { words } from './-passage-words'

/** A person who pauses this long has typed enough to search for, in milliseconds. */
const PAUSE_MS = 400
const QUERY_MAX = 300

/**
 * A search in the passages of one file, or of the files of a collection: what an agent would find there. Shows nothing where the service has no such
 * operation (D100). Searches on Enter, or after a pause.
 */
export function PassageSearch(props: { scope: SearchScope }) {
  const { data: available } = useQuery(searchQueries.available())
  return available ? <Offered {...props} /> : null
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
  const reply = query === '' || search.error ? undefined : search.data
  const waiting = query !== '' && search.isFetching && (search.isPlaceholderData || !reply)
  const label = 'fileId' in scope ? words.file : words.collection
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-2">
      <h2 id={title} className="font-semibold">
        {words.title}
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
        <p id={`${title}-hint`}>{words.hint}</p>
        <p role="status" className="wrap-anywhere tabular-nums">
          {waiting ? words.searching : reply && summaryOf(reply, query)}
        </p>
      </div>
      {query !== '' && search.error && (
        <ErrorNotice
          error={search.error}
          action={
            <Button onClick={() => search.refetch()} pending={search.isFetching}>
              {words.again}
            </Button>
          }
        />
      )}
      {reply && <Passages reply={reply} scope={scope} />}
    </section>
  )
}

function summaryOf({ passages, tookMs }: SearchReply, query: string): string {
  if (passages.length === 0) return `${words.none(query)} ${words.noneHint}`
  return words.found(passages.length, tookMs === undefined ? undefined : words.took(tookMs))
}

function Passages({ reply: { passages }, scope }: { reply: SearchReply; scope: SearchScope }) {
  if (passages.length === 0) return null
  const inOneFile = 'fileId' in scope
  return (
    <ol
      aria-label={words.results}
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
            passage.match && passage.match !== passages[index - 1]?.match
              ? words.match[passage.match]
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
  note,
}: {
  passage: FoundPassage
  inOneFile: boolean
  /** Why this one and those after it were found, where it is not that they have the words. */
  note: string | undefined
}) {
  const [whole, setWhole] = useState(false)
  const where = [
    inOneFile ? undefined : (passage.fileName ?? words.unnamed),
    passage.page === undefined ? undefined : words.page(passage.page),
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
            aria-label={words.wholeOf(where.join(', '))}
            onClick={() => setWhole(true)}
          >
            {words.whole}
          </Button>
        )}
      </div>
    </li>
  )
}
