import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/**
 * What the PDF reader may need beside a document: fonts that every reader is expected to have, tables for old Asian encodings, decoders of rare
 * images. Only the addresses come with this module; a file is loaded when a document asks for it, from this origin.
 */
const addresses = import.meta.glob<string>(
  [
    '/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '/node_modules/pdfjs-dist/cmaps/*.bcmap',
    '/node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm',
  ],
  { query: '?url&no-inline', import: 'default', eager: true },
)

const byName = new Map(
  Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/** Hands such files to the reader; the name of the class's method is the reader's. */
class ReaderFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename)
    const answer = address === undefined ? undefined : await fetch(address)
    if (!answer?.ok) throw new Error(`${filename} is not there`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

/** A document that takes longer to open is given up, in ms. */
const PATIENCE = 20_000
/** Images of more pixels are left out, so that a small file cannot ask for all memory. */
const IMAGE_PIXELS_MAX = 50_000_000

/** Why a document cannot be shown. */
export type PdfProblem = 'password' | 'damaged' | 'too slow'

export interface OpenedPdf {
  readonly document: PDFDocumentProxy
  /** Ends the reader and gives its memory back. */
  close(): void
}

/**
 * Opens a PDF with a reader in a worker of its own, without scripts, forms or evaluation (D126). Rejects with a `PdfProblem`, with the
 * reader's error for a damaged document, or with the reason of `signal`.
 */
export async function openPdf(bytes: Uint8Array, signal: AbortSignal): Promise<OpenedPdf> {
  const port = new Worker(workerAddress, { type: 'module', name: 'pdf' })
  const worker = PDFWorker.create({ port })
  const close = () => {
    worker.destroy()
    port.terminate()
  }
  if (signal.aborted) {
    close()
    throw signal.reason
  }
  const opening = getDocument({
    // The reader takes what it gets away from its owner.
    data: bytes.slice(),
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWorkerFetch: false,
    BinaryDataFactory: ReaderFiles,
    // Never fetched from: the files come from `ReaderFiles`; only that there is one counts.
    cMapUrl: '/',
    standardFontDataUrl: '/',
    wasmUrl: '/',
    cMapPacked: true,
    maxImageSize: IMAGE_PIXELS_MAX,
    verbosity: 0,
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject('too slow' satisfies PdfProblem), PATIENCE)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    port.addEventListener('error', () => reject('damaged' satisfies PdfProblem))
  })
  try {
    return { document: await Promise.race([opening.promise, ended]), close }
  } catch (error) {
    close()
    // The reader does not export the class.
    if (error instanceof Error && error.name === 'PasswordException') throw 'password' satisfies PdfProblem
    throw error
  } finally {
    clearTimeout(timer)
  }
}
