import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { deflateSync } from 'node:zlib'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { createExtractor, type Extractor } from './extractor'
import { assemblePdf, makePdf } from './make-pdf'
import type { Caps } from './protocol'

const programs = inject('programs')
const open: Extractor[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((extractor) => extractor.close()))
})

function start(caps?: Partial<Caps>, processes = 1): Extractor {
  const extractor = createExtractor({ programs, caps, processes })
  open.push(extractor)
  return extractor
}

/** Bytes in pieces, as they come from a store. */
function contentOf(content: string | Uint8Array, size?: number) {
  const bytes = Buffer.from(content as Uint8Array)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  )
  return { size: size ?? bytes.length, stream: Readable.from(pieces) }
}

const extract = (
  extractor: Extractor,
  kind: 'pdf' | 'markdown',
  content: string | Uint8Array,
  mayGoOn?: () => boolean,
) => extractor.extract({ content: contentOf(content), kind, signal: new AbortController().signal, mayGoOn })

const pidOf = (extractor: Extractor) => vi.waitFor(() => extractor.pids[0] ?? expect.fail('no reader yet'))

/** Keeps the reader busy for seconds: brackets that might all be links. */
const SLOW = '['.repeat(2_000_000)
const ONE_PAGE = makePdf({ pages: [['Refunds take five days.']] })

/** A page with one font and one content stream, for what `makePdf` does not write. */
const page = (font: string, content: string, filter = '') =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    font,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} ${filter} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /StemV 80 >>',
  ])

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'

describe('reads', () => {
  it('how many pages of a PDF have no text, such as scans (D1060)', async () => {
    const read = await extract(start(), 'pdf', makePdf({ pages: [[], ['Refunds take five days.'], [], []] }))
    expect(read).toMatchObject({ ok: true, pages: 4, withoutText: 3 })
  })

  it('a PDF with page numbers', async () => {
    const extractor = start()
    const lines = (number: number) =>
      Array.from(
        { length: 40 },
        (_, index) => `Page ${number} line ${index} speaks of refunds and of delivery.`,
      )
    const read = await extract(extractor, 'pdf', makePdf({ pages: [lines(1), lines(2), lines(3)] }))
    if (!read.ok) throw new Error(read.reason)
    expect(read.pages).toBe(3)
    expect(read.passages[0]).toMatchObject({ page: 1, text: expect.stringMatching(/^Page 1 line 0 speaks/) })
    expect(read.passages.at(-1)).toMatchObject({
      page: 3,
      text: expect.stringMatching(/Page 3 line 39 [^\n]*\.$/),
    })
    expect(read.passages.map((passage) => passage.page)).toEqual(
      read.passages.map((passage) => passage.page).sort(),
    )
  })

  it('Markdown with headings', async () => {
    const read = await extract(start(), 'markdown', '# Refunds\n\nThey take *five* days.')
    expect(read).toEqual({ ok: true, passages: [{ text: 'They take five days.', heading: ['Refunds'] }] })
  })

  it('ligatures as their letters', async () => {
    const font = `${HELVETICA.slice(0, -2)}/Encoding << /Differences [1 /fi] >> >>`
    const read = await extract(start(), 'pdf', page(font, 'BT /F1 11 Tf 50 700 Td (The of\x01ce) Tj ET'))
    expect(read).toMatchObject({ ok: true, passages: [{ text: 'The office' }] })
  })

  it('200 pages in seconds and with modest memory', async () => {
    const extractor = start()
    const line = 'The agent answers with passages that cite the page they come from. '
    const pages = Array.from({ length: 200 }, () => Array.from({ length: 50 }, () => line))
    const begun = performance.now()
    const read = await extract(extractor, 'pdf', makePdf({ pages }))
    if (!read.ok) throw new Error(read.reason)
    expect(performance.now() - begun).toBeLessThan(20_000)
    expect(read.pages).toBe(200)
    expect(read.passages.length).toBeGreaterThan(500)
    const status = `/proc/${extractor.pids[0]}/status`
    if (existsSync(status)) {
      const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024
      expect(peak).toBeLessThan(250)
    }
  })
})

/** A page with nothing on it but an annotation. */
const pageWith = (annotation: string) =>
  assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R] >>',
    `<< /Type /Annot /Rect [50 50 200 80] ${annotation} >>`,
  ])

describe('says why not', () => {
  const twoPages = makePdf({ pages: [['one'], ['two']] })
  it.each<[string, 'pdf' | 'markdown', string | Uint8Array, Partial<Caps>, string, RegExp]>([
    ['an empty PDF', 'pdf', '', {}, 'empty', /empty/],
    ['empty Markdown', 'markdown', '', {}, 'empty', /no text/],
    ['text named PDF', 'pdf', 'just text', {}, 'not-pdf', /not a PDF/],
    ['a damaged PDF', 'pdf', '%PDF-1.7\nnothing', {}, 'damaged', /damaged/],
    ['a cut PDF', 'pdf', makePdf({ pages: [['a']] }).slice(0, 120), {}, 'damaged', /damaged/],
    ['a protected PDF', 'pdf', makePdf({ pages: [['a']], encrypted: true }), {}, 'protected', /password/],
    ['a PDF without text', 'pdf', makePdf({ pages: [[]] }), {}, 'no-text', /scanned/],
    ['a PDF of signs only', 'pdf', makePdf({ pages: [['***']] }), {}, 'no-text', /scanned/],
    [
      'comments only',
      'pdf',
      pageWith('/Subtype /Text /Contents (See page two)'),
      {},
      'only-annotations',
      /comments/,
    ],
    [
      'typed fields only',
      'pdf',
      pageWith('/Subtype /Widget /FT /Tx /T (Name) /V (Alice)'),
      {},
      'only-annotations',
      /form fields/,
    ],
    [
      'empty fields only',
      'pdf',
      pageWith('/Subtype /Widget /FT /Tx /T (Name)'),
      {},
      'no-text',
      /scanned or empty/,
    ],
    ['too many pages', 'pdf', twoPages, { pages: 1 }, 'too-many-pages', /more than 1 pages/],
    ['too much text', 'pdf', twoPages, { characters: 4 }, 'too-much-text', /more than 4 characters/],
    [
      'too many sections',
      'markdown',
      '# a\n\nb\n\n# c\n\nd',
      { passages: 1 },
      'too-much-text',
      /short sections/,
    ],
    ['bytes named Markdown', 'markdown', ONE_PAGE.map((byte) => byte ^ 0x80), {}, 'not-text', /UTF-8/],
  ])('%s', async (_, kind, content, caps, code, reason) => {
    expect(await extract(start(caps), kind, content)).toEqual({
      ok: false,
      code,
      reason: expect.stringMatching(reason),
    })
  })

  it('letters that need a table from outside', async () => {
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>'
    const read = await extract(start(), 'pdf', page(font, 'BT /F1 11 Tf 50 700 Td <93FA967B8CEA> Tj ET'))
    expect(read).toMatchObject({ ok: false, code: 'unreadable-letters' })
  })

  it('too slow, and reads the next one', async () => {
    const extractor = start({ timeMs: 1_500 })
    expect(await extract(extractor, 'markdown', SLOW)).toMatchObject({
      ok: false,
      code: 'too-slow',
      reason: expect.stringMatching(/longer than 2 seconds/),
    })
    expect(await extract(extractor, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
  })

  it('too slow at once where it may not go on, and only in the end where it may', async () => {
    const extractor = start({ fastMs: 500, timeMs: 2_500 })
    const read = (mayGoOn: () => boolean) => extract(extractor, 'markdown', SLOW, mayGoOn)
    const started = performance.now()
    expect(await read(() => true)).toMatchObject({ ok: false, code: 'too-slow' })
    const long = performance.now() - started
    expect(await read(() => false)).toMatchObject({ ok: false, code: 'too-slow' })
    // Neither ends by itself, so the longer one had its full time.
    expect(long).toBeGreaterThanOrEqual(2_500)
  })

  it('too much memory, and reads the next one', async () => {
    const extractor = start({ memoryBytes: 200 * 1024 * 1024 })
    // 400 MB of page content in 400 kB.
    const bomb = deflateSync(Buffer.alloc(400 * 1024 * 1024, 'q Q ')).toString('latin1')
    expect(await extract(extractor, 'pdf', page(HELVETICA, bomb, '/Filter /FlateDecode'))).toMatchObject({
      ok: false,
      code: 'too-much-memory',
    })
    expect(await extract(extractor, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
  })

  it('that the reader crashed, and reads the next one with a new one', async () => {
    const extractor = start()
    const reading = extract(extractor, 'markdown', SLOW)
    const pid = await pidOf(extractor)
    process.kill(pid, 'SIGKILL')
    expect(await reading).toMatchObject({
      ok: false,
      code: 'crashed',
      reason: expect.stringMatching(/stopped/),
    })
    expect(await extract(extractor, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
    expect(extractor.pids).not.toContain(pid)
  })

  it('that the reader crashed when there is none', async () => {
    const extractor = createExtractor({ programs: join(programs, 'nowhere') })
    open.push(extractor)
    expect(await extract(extractor, 'pdf', ONE_PAGE)).toMatchObject({ ok: false, code: 'crashed' })
  })
})

describe('the reading process', () => {
  it('is used again, waits its turn, and is replaced when it has died idle', async () => {
    const extractor = start()
    const both = await Promise.all([
      extract(extractor, 'pdf', ONE_PAGE),
      extract(extractor, 'markdown', 'text'),
    ])
    expect(both).toMatchObject([{ ok: true, pages: 1 }, { ok: true }])
    const pid = await pidOf(extractor)
    expect(await extract(extractor, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
    expect(extractor.pids).toEqual([pid])
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(extractor.pids).toEqual([]))
    expect(await extract(extractor, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
  })

  it('keeps nothing of what was read before', async () => {
    const extractor = start()
    const read = async () => {
      const result = await extract(extractor, 'markdown', '# Refunds\n\nThey take five days.')
      return new WeakRef(result.ok ? result.passages : expect.fail(result.reason))
    }
    const first = await read()
    await read()
    setFlagsFromString('--expose-gc')
    await vi.waitFor(() => {
      runInNewContext('gc')()
      expect(first.deref()).toBeUndefined()
    })
  })

  it('ends when it was idle for a while, or has grown', async () => {
    const idle = start({ idleMs: 20 })
    expect(await extract(idle, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
    await vi.waitFor(() => expect(idle.pids).toEqual([]))
    const grown = start({ memoryBytes: 128 * 1024 * 1024 })
    expect(await extract(grown, 'pdf', ONE_PAGE)).toMatchObject({ ok: true })
    expect(grown.pids).toEqual([])
  })

  it('ends at once when the reading is aborted; what waits behind goes on', async () => {
    const extractor = start()
    const abort = new AbortController()
    const reading = extractor.extract({ content: contentOf(SLOW), kind: 'markdown', signal: abort.signal })
    const next = extract(extractor, 'pdf', ONE_PAGE)
    const pid = await pidOf(extractor)
    abort.abort(new Error('file deleted'))
    await expect(reading).rejects.toThrow('file deleted')
    expect(() => process.kill(pid, 0)).toThrow()
    expect(await next).toMatchObject({ ok: true })
  })

  it('is not started for what is aborted before', async () => {
    const extractor = start()
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(extractor.extract({ content: contentOf('x'), kind: 'pdf', signal })).rejects.toThrow(
      'too late',
    )
    expect(extractor.pids).toEqual([])
  })

  it('ends with the extractor, and what was being read is rejected', async () => {
    const extractor = start()
    const reading = extract(extractor, 'markdown', SLOW)
    const refused = expect(reading).rejects.toThrow('closed')
    await vi.waitFor(() => expect(extractor.pids).toHaveLength(1))
    await extractor.close()
    await refused
    expect(extractor.pids).toEqual([])
    await expect(extract(extractor, 'pdf', ONE_PAGE)).rejects.toThrow('closed')
  })

  it('leaves the thread of the service free', async () => {
    const extractor = start({ timeMs: 1_000 })
    const reading = extract(extractor, 'markdown', SLOW)
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    await reading
    clearInterval(beat)
    expect(longest).toBeLessThan(500)
  })

  it.skipIf(process.platform === 'win32')(
    'ends itself when the service is killed while it is busy',
    async () => {
      // A first batch of passages, then seconds of work without a pause in which anything could be noticed: much nesting, few words.
      const script = `
      const child = require('node:child_process').fork(process.argv[1], ['1000000000'], { stdio: ['pipe', 'ignore', 'ignore', 'ipc'] })
      child.on('message', ({ type }) => type === 'passages' && console.log(child.pid))
      const content = ${JSON.stringify('A sentence like this one.\n\n')}.repeat(6000) + '${'>'.repeat(39)} a\\n'.repeat(100000)
      child.send({ ...JSON.parse(process.argv[2]), size: content.length })
      child.stdin.write(content)
    `
      const caps = {
        pages: 1,
        characters: 1e9,
        passages: 1e9,
        timeMs: 1e9,
        fastMs: 1e9,
        memoryBytes: 1e9,
        idleMs: 1e9,
      }
      const job = JSON.stringify({ kind: 'markdown', caps })
      const service = spawn(process.execPath, ['-e', script, join(programs, 'extract-program.js'), job])
      const [said] = await once(service.stdout, 'data')
      const pid = Number.parseInt(String(said), 10)
      expect(isRunning(pid)).toBe(true)
      service.kill('SIGKILL')
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 3_000 })
    },
  )
})

/** A process that has ended but was not collected yet does not run. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      !existsSync(`/proc/${pid}/status`) || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
    )
  } catch {
    return false
  }
}
