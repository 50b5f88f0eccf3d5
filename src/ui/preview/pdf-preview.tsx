import { ChevronDown, ChevronUp, Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../button'
import { formatCount } from '../numbers'
import { type OpenedPdf, openPdf, type PdfProblem } from './pdf-document'
import { type PageSize, PdfPage } from './pdf-page'

/** Padding of the frame on both sides, in CSS pixels, and the border of a page. */
const AROUND = 16

/** Which pages to draw, which one is visible, and the width of a page. */
function useNearPages(count: number): {
  frame: RefObject<HTMLDivElement | null>
  /** 0 until it is measured. */
  width: number
  near: ReadonlySet<number>
  current: number
  goTo(page: number): void
} {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([1]))
  const [current, setCurrent] = useState(1)

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => setWidth(Math.max(120, element.clientWidth - AROUND)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const root = frame.current
    if (!root || width === 0) return
    const pages = [...root.querySelectorAll<HTMLElement>('[data-page]')].slice(0, count)
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const next = new Set(before)
          for (const { isIntersecting, target } of entries) {
            const page = Number((target as HTMLElement).dataset.page)
            if (isIntersecting) next.add(page)
            else next.delete(page)
          }
          return next
        }),
      // Draws one screen ahead in both directions.
      { root, rootMargin: '100% 0px' },
    )
    for (const page of pages) observer.observe(page)
    const look = () => setCurrent(seenPage(root, pages))
    root.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      root.removeEventListener('scroll', look)
    }
  }, [count, width])

  const goTo = useCallback((page: number) => {
    const root = frame.current
    const target = root?.querySelector<HTMLElement>(`[data-page="${page}"]`)
    if (root && target) root.scrollTop = target.offsetTop - AROUND / 2
  }, [])
  return { frame, width, near, current, goTo }
}

/** The page at the frame's upper third, by binary search, because there may be thousands. */
function seenPage(root: HTMLElement, pages: readonly HTMLElement[]): number {
  const line = root.scrollTop + root.clientHeight / 3
  let [low, high] = [0, pages.length - 1]
  // At the end, the last page may be too short to reach the line.
  if (root.scrollTop + root.clientHeight >= root.scrollHeight - 2) return high + 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.offsetTop ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low + 1
}

const PAGES_MAX = 2_000
const SIZES = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const

/** A PDF, of which only pages near the visible ones are drawn. `onProblem` gets the reason if it cannot be shown. */
export function PdfPreview({
  bytes,
  onProblem,
}: {
  bytes: Uint8Array
  onProblem: (problem: PdfProblem) => void
}) {
  const [opened, setOpened] = useState<{ pdf: OpenedPdf; usual: PageSize }>()
  // A new callback with every rendering must not open the document again.
  const report = useRef(onProblem)
  useEffect(() => {
    report.current = onProblem
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
        report.current(problem === 'password' || problem === 'too slow' ? problem : 'damaged')
    })
    return () => {
      stop.abort()
      pdf?.close()
      setOpened(undefined)
    }
  }, [bytes])
  return opened ? <Pages {...opened} /> : <p role="status">Opening the document</p>
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
      <fieldset aria-label="Pages and size" className="flex flex-wrap items-center gap-1">
        <PageNumber current={current} count={count} onGo={goTo} />
        <IconButton
          icon={ChevronUp}
          label="Previous page"
          off={current <= 1}
          onClick={() => goTo(current - 1)}
        />
        <IconButton
          icon={ChevronDown}
          label="Next page"
          off={current >= count}
          onClick={() => goTo(current + 1)}
        />
        <span className="grow" />
        <IconButton icon={Minus} label="Smaller" off={size <= SIZES[0]} onClick={() => step(-1)} />
        <span role="status" className="min-w-10 text-center text-sm">
          {`${Math.round(size * 100)}%`}
        </span>
        <IconButton icon={Plus} label="Larger" off={size >= 3} onClick={() => step(1)} />
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
      // Not `disabled`, which would drop the focus at the last page.
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
      className="flex size-8 shrink-0 items-center justify-center rounded-md hover:bg-line/60 aria-disabled:cursor-default aria-disabled:opacity-40"
    >
      <Icon size={16} aria-hidden />
    </button>
  )
}
