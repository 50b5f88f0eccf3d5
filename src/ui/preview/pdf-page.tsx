import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'

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
 * One page. Its place is always there, its picture and words only while `near`. The words lie over the picture, so they can
 * be selected, found and read aloud.
 */
export function PdfPage({
  document,
  number,
  width,
  usual,
  near,
}: {
  document: PDFDocumentProxy
  number: number
  /** In CSS pixels. */
  width: number
  /** The first page's size, assumed for the others until they are read. */
  usual: PageSize
  near: boolean
}) {
  const [size, setSize] = useState(usual)
  const [failed, setFailed] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const holder = place.current
    if (!near || !holder) return
    const drawing = startDrawing({ document, number, width, holder, onSize: setSize })
    drawing.done.then(
      () => setFailed(false),
      () => !drawing.stopped && setFailed(true),
    )
    return drawing.stop
  }, [document, number, width, near])

  return (
    <section
      aria-label={`Page ${number} of ${document.numPages}`}
      data-page={number}
      className="relative shrink-0 border border-line-strong bg-white"
      style={{ width, height: (width * size.height) / size.width }}
    >
      <div ref={place} className="absolute inset-0" />
      {failed && <p className="p-4 text-black">This page could not be drawn.</p>}
    </section>
  )
}

interface Task {
  readonly document: PDFDocumentProxy
  readonly number: number
  readonly width: number
  readonly holder: HTMLElement
  readonly onSize: (size: PageSize) => void
}

/** Draws one page into its holder. `stop` removes everything, canvas memory included. */
function startDrawing({ document, number, width, holder, onSize }: Task) {
  const canvas = window.document.createElement('canvas')
  const text = window.document.createElement('div')
  const state = { stopped: false, cancel: () => {} }

  async function draw() {
    const page: PDFPageProxy = await document.getPage(number)
    if (state.stopped) return
    const natural = page.getViewport({ scale: 1 })
    onSize({ width: natural.width, height: natural.height })
    const viewport = page.getViewport({ scale: width / natural.width })
    const pixels = viewport.width * viewport.height
    const sharpness = Math.min(window.devicePixelRatio || 1, Math.sqrt(CANVAS_PIXELS_MAX / pixels))
    canvas.width = Math.max(1, Math.floor(viewport.width * sharpness))
    canvas.height = Math.max(1, Math.floor(viewport.height * sharpness))
    canvas.className = 'absolute inset-0 size-full'
    canvas.setAttribute('aria-hidden', 'true')
    text.className = 'pdf-text'
    text.style.setProperty('--total-scale-factor', String(viewport.scale))
    const render = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] })
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
    const timer = setTimeout(() => render.cancel(), PATIENCE)
    state.cancel = () => {
      clearTimeout(timer)
      render.cancel()
      layer.cancel()
    }
    holder.replaceChildren(canvas, text)
    try {
      await Promise.all([render.promise, layer.render()])
    } finally {
      clearTimeout(timer)
      page.cleanup()
    }
  }

  return {
    done: draw(),
    get stopped() {
      return state.stopped
    },
    stop() {
      state.stopped = true
      state.cancel()
      // Some browsers free a canvas's memory only when it is small.
      canvas.width = 0
      canvas.height = 0
      holder.replaceChildren()
    },
  }
}
