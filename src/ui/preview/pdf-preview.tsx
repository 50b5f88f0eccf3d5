import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../button'
import { formatCount } from '../numbers'
import { type OpenedPdf, openPdf, type PdfProblem } from './pdf-document'
import { type PageSize, PdfPage } from './pdf-page'

/** A PDF, of which only pages near the visible ones are drawn. `page`: which it begins with; `onProblem` gets the reason if it cannot be shown. */
export function PdfPreview({
  bytes,
  page = 1,
  onProblem,
}: {
  bytes: Uint8Array
  page?: number
  onProblem: (problem: PdfProblem) => void
}) {
  const [opened, setOpened] = useState<{ pdf: OpenedPdf; usual: PageSize }>()
  const report = useEffectEvent(onProblem)
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
      if (!stop.signal.aborted) report(problem === 'password' || problem === 'too slow' ? problem : 'damaged')
    })
    return () => {
      stop.abort()
      pdf?.close()
      setOpened(undefined)
    }
  }, [bytes])
  return opened ? <Pages {...opened} page={page} /> : <p role="status">Opening the document</p>
}

const PAGES_MAX = 2_000
const SIZES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
/** Padding of the frame on both sides, in CSS pixels, and the border of a page. */
const AROUND = 16

function Pages({ pdf: { document }, usual, page: first }: { pdf: OpenedPdf; usual: PageSize; page: number }) {
  const count = Math.min(document.numPages, PAGES_MAX)
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState(1)
  /** Of a page at 100%; 0 until it is measured. */
  const [width, setWidth] = useState(0)
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.max(120, element.clientWidth - AROUND)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  /** The page that was gone to, until somebody scrolls: pages before it move it as they get their own height. */
  const wanted = useRef<number>(undefined)
  const goTo = (page: number) => {
    wanted.current = page
    const target = frame.current?.children[page - 1]
    if (target instanceof HTMLElement) frame.current?.scrollTo(0, target.offsetTop - AROUND / 2)
  }
  const begin = useEffectEvent(() => goTo(Math.min(first, count)))
  const isMeasured = width > 0
  useEffect(() => {
    if (isMeasured) begin()
  }, [isMeasured])
  const stay = () => wanted.current !== undefined && goTo(wanted.current)
  const letGo = () => {
    wanted.current = undefined
  }
  const step = (by: 1 | -1) => {
    const at = SIZES.findIndex((each) => each >= size)
    setSize(SIZES[Math.min(SIZES.length - 1, Math.max(0, at + by))] ?? 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    letGo()
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === '+' || event.key === '-') step(event.key === '+' ? 1 : -1)
    else if (event.key === '0') setSize(1)
    else if (event.key === 'n' || event.key === 'p') goTo(current + (event.key === 'n' ? 1 : -1))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const button = (icon: typeof Plus, label: string, off: boolean, onClick: () => void) => (
    <IconButton icon={icon} label={label} aria-disabled={off} onClick={onClick} className="size-8" />
  )
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <fieldset aria-label="Pages and size" className="flex flex-wrap items-center gap-1">
        <PageNumber current={current} count={count} onGo={goTo} />
        {button(ChevronUp, 'Previous page', current <= 1, () => goTo(current - 1))}
        {button(ChevronDown, 'Next page', current >= count, () => goTo(current + 1))}
        <span className="grow" />
        {button(Minus, 'Smaller', size <= SIZES[0], () => step(-1))}
        <span role="status" className="min-w-10 text-center text-sm">
          {`${Math.round(size * 100)}%`}
        </span>
        {button(Plus, 'Larger', size >= 3, () => step(1))}
        <Button size="sm" aria-pressed={size === 1} onClick={() => setSize(1)}>
          Fit width
        </Button>
      </fieldset>
      {document.numPages > count && (
        <p className="text-sm text-ink-muted">{`Only the first ${formatCount(count)} pages can be looked at here.`}</p>
      )}
      <div
        ref={frame}
        role="document"
        aria-label="PDF preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onWheel={letGo}
        onTouchMove={letGo}
        onPointerDown={letGo}
        onScroll={({ currentTarget }) => setCurrent(seenPage(currentTarget))}
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
              onHeight={stay}
            />
          ))}
      </div>
    </div>
  )
}

/** The page at the frame's upper third. At the end it is the last one, which may be too short to reach that line. */
function seenPage({ scrollTop, clientHeight, scrollHeight, children }: HTMLElement): number {
  if (scrollTop + clientHeight >= scrollHeight - 2) return children.length
  const line = scrollTop + clientHeight / 3
  return [...children].findLastIndex((page) => (page as HTMLElement).offsetTop <= line) + 1
}

/** The visible page's number. Typing another and Enter goes there. */
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
        aria-label="Page"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="control w-14! text-center"
      />
      {`of ${formatCount(count)}`}
    </form>
  )
}
