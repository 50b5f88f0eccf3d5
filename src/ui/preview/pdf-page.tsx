import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Enough for a large screen; browsers refuse much larger canvases. */
const CANVAS_PIXELS_MAX = 16_000_000
/** Time to draw a page, in ms. */
const PATIENCE = 20_000

/** Width and height in CSS pixels at 100%. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/**
 * One page of the frame that it stands in. Its place is always there, its picture and words only while it is near what is visible. The words
 * lie over the picture, so they can be selected, found and read aloud.
 */
export function PdfPage({
  document,
  number,
  width,
  usual,
  onHeight,
}: {
  document: PDFDocumentProxy
  number: number
  /** In CSS pixels. */
  width: number
  /** The first page's size, assumed for the others until they are read. */
  usual: PageSize
  /** Another height than was assumed. */
  onHeight: () => void
}) {
  const [size, setSize] = useState(usual)
  const moved = useEffectEvent(onHeight)
  useLayoutEffect(() => {
    if (size !== usual) moved()
  }, [size, usual])
  const [isNear, setNear] = useState(false)
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const page = place.current?.parentElement
    if (!page) return
    // Draws one screen ahead in both directions.
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: page.parentElement,
      rootMargin: '100% 0px',
    })
    observer.observe(page)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const holder = place.current
    if (!isNear || !holder) return
    const stop = new AbortController()
    draw(document, number, width, holder, setSize, stop.signal).then(
      () => setFailed(false),
      () => !stop.signal.aborted && setFailed(true),
    )
    return () => stop.abort()
  }, [document, number, width, isNear])

  return (
    <section
      aria-label={`Page ${number} of ${document.numPages}`}
      data-page={number}
      className="relative shrink-0 border border-line-strong bg-surface-raised"
      style={{ width, height: (width * size.height) / size.width }}
    >
      <div ref={place} className="absolute inset-0" />
      {failed && <p className="p-4">This page could not be drawn.</p>}
    </section>
  )
}

/** Draws one page into its holder. `signal` ends it and removes everything, canvas memory included. */
async function draw(
  document: PDFDocumentProxy,
  number: number,
  width: number,
  holder: HTMLElement,
  onSize: (size: PageSize) => void,
  signal: AbortSignal,
): Promise<void> {
  const page: PDFPageProxy = await document.getPage(number)
  if (signal.aborted) return
  const natural = page.getViewport({ scale: 1 })
  onSize({ width: natural.width, height: natural.height })
  const viewport = page.getViewport({ scale: width / natural.width })
  const pixels = viewport.width * viewport.height
  const sharpness = Math.min(window.devicePixelRatio || 1, Math.sqrt(CANVAS_PIXELS_MAX / pixels))
  const canvas = window.document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(viewport.width * sharpness))
  canvas.height = Math.max(1, Math.floor(viewport.height * sharpness))
  canvas.className = 'absolute inset-0 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  const text = window.document.createElement('div')
  text.className = 'pdf-text'
  text.style.setProperty('--total-scale-factor', String(viewport.scale))
  const render = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] })
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  const timer = setTimeout(() => render.cancel(), PATIENCE)
  signal.addEventListener('abort', () => {
    render.cancel()
    layer.cancel()
    // Some browsers free a canvas's memory only when it is small.
    canvas.width = 0
    canvas.height = 0
    holder.replaceChildren()
  })
  holder.replaceChildren(canvas, text)
  try {
    await Promise.all([render.promise, layer.render()])
  } finally {
    clearTimeout(timer)
    page.cleanup()
  }
}
