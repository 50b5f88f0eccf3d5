import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../button'
import { type OpenedPdf, openPdf, type PdfProblem } from './pdf-document'
import { type PageSize, PdfPage } from './pdf-page'
import { words } from './preview-words'
import { useNearPages } from './use-near-pages'

const say = words.pdf

/** More pages than anyone leafs through here. */
const PAGES_MAX = 2_000
const SIZES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

/** A PDF, page by page: only what is near what is seen is drawn. `onProblem` hears why it cannot be shown. */
export function PdfPreview({
  bytes,
  onProblem,
}: {
  bytes: Uint8Array
  onProblem: (problem: PdfProblem) => void
}) {
  const [opened, setOpened] = useState<{ pdf: OpenedPdf; usual: PageSize }>()
  // The caller makes it anew with every rendering; what opens the document must not.
  const tell = useRef(onProblem)
  useEffect(() => {
    tell.current = onProblem
  })
  useEffect(() => {
    const stop = new AbortController()
    let pdf: OpenedPdf | undefined
    const open = async () => {
      pdf = await openPdf(bytes, stop.signal)
      const first = await pdf.document.getPage(1)
      const { width, height } = first.getViewport({ scale: 1 })
      if (!stop.signal.aborted) setOpened({ pdf, usual: { width, height } })
    }
    open().catch((problem: unknown) => {
      if (!stop.signal.aborted)
        tell.current(problem === 'password' || problem === 'too slow' ? problem : 'damaged')
    })
    return () => {
      stop.abort()
      pdf?.close()
      setOpened(undefined)
    }
  }, [bytes])
  return opened ? <Pages {...opened} /> : <p role="status">{say.loading}</p>
}

function Pages({ pdf: { document }, usual }: { pdf: OpenedPdf; usual: PageSize }) {
  const count = Math.min(document.numPages, PAGES_MAX)
  const [size, setSize] = useState(1)
  const { frame, width, near, current, goTo } = useNearPages(count)
  const step = (by: 1 | -1) => {
    const at = SIZES.findIndex((each) => each >= size)
    setSize(SIZES[Math.min(SIZES.length - 1, Math.max(0, at + by))] ?? 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '-') step(event.key === '+' ? 1 : -1)
    else if (event.key === '0') setSize(1)
    else if (event.key === 'n' || event.key === 'p') goTo(current + (event.key === 'n' ? 1 : -1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <fieldset aria-label={say.controls} className="flex flex-wrap items-center gap-1">
        <PageNumber current={current} count={count} onGo={goTo} />
        <IconButton
          icon={ChevronUp}
          label={say.previous}
          off={current <= 1}
          onClick={() => goTo(current - 1)}
        />
        <IconButton
          icon={ChevronDown}
          label={say.next}
          off={current >= count}
          onClick={() => goTo(current + 1)}
        />
        <span className="grow" />
        <IconButton icon={Minus} label={say.smaller} off={size <= SIZES[0]} onClick={() => step(-1)} />
        <span role="status" className="min-w-10 text-center text-sm">
          {say.size(Math.round(size * 100))}
        </span>
        <IconButton icon={Plus} label={say.larger} off={size >= 3} onClick={() => step(1)} />
        <Button size="sm" aria-pressed={size === 1} onClick={() => setSize(1)}>
          {say.fit}
        </Button>
      </fieldset>
      {document.numPages > count && <p className="text-sm text-ink-muted">{say.cut(count)}</p>}
      <div
        ref={frame}
        role="document"
        aria-label={say.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        className="relative flex h-[70vh] min-w-0 flex-col gap-2 overflow-auto rounded-md border border-line bg-surface-sunken p-2"
      >
        {width > 0 &&
          Array.from({ length: count }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
              key={index}
              document={document}
              number={index + 1}
              width={Math.floor(width * size)}
              usual={usual}
              near={near.has(index + 1)}
            />
          ))}
      </div>
    </div>
  )
}

/** The page that is seen, which can be typed over; Enter goes there. */
function PageNumber({
  current,
  count,
  onGo,
}: {
  current: number
  count: number
  onGo: (page: number) => void
}) {
  const [typed, setTyped] = useState(String(current))
  const [seen, setSeen] = useState(current)
  if (seen !== current) {
    setSeen(current)
    setTyped(String(current))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const page = Number(typed)
        if (Number.isInteger(page) && page >= 1 && page <= count) onGo(page)
        else setTyped(String(current))
      }}
      className="flex items-center gap-1 text-sm"
    >
      <input
        aria-label={say.number}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="control w-14! text-center"
      />
      {say.of(count)}
    </form>
  )
}

function IconButton({
  icon: Icon,
  label,
  off,
  onClick,
}: {
  icon: typeof Plus
  label: string
  off: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Not `disabled`: the button under the finger would lose the focus at the last page.
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-line/60 aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
