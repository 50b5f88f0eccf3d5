/**
 * What the PDF reader may need beside a document: fonts that every reader is expected to have, tables for old Asian encodings, decoders of rare
 * images. Only the addresses come with this module; a file is loaded when a document asks for it, from this origin.
 */
const addresses: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{openjpeg,jbig2}.wasm', {
    query: '?url&no-inline',
    import: 'default',
    eager: true,
  }),
}

const byName = new Map(
  Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/** Hands such files to the reader; the name of the class's method is the reader's. */
export class ReaderFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename)
    const answer = address === undefined ? undefined : await fetch(address)
    if (!answer?.ok) throw new Error(`${filename} is not there`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
