/** How documents are cut. Raised when passages would come out otherwise; files that were cut before are then read again (D354). */
export const CUT = 5

/** Where a page begins in a passage, in UTF-16 code units of its text. */
export interface PageStart {
  readonly start: number
  readonly page: number
}

/** A piece of a document, short enough to give to an agent. */
export interface Passage {
  readonly text: string
  /** From 1. PDF only. Of the first character that the passage before has not. */
  readonly page?: number
  /** Of all pages it runs over, if there are several (D985). */
  readonly pageStarts?: readonly PageStart[]
  /** Headings above it, outermost first. Markdown only. The text does not repeat them. */
  readonly heading?: string[]
}

/** A paragraph, list item, table row or block of code, in reading order. */
export interface Block {
  readonly text: string
  readonly page?: number
  readonly heading?: string[]
  /** One line end before it, not two, as between list items. */
  readonly tight?: boolean
  /** Goes on with the sentence of the block before it. */
  readonly continues?: boolean
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const INVISIBLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff]/g

/** Well-formed, composed text without control or zero-width characters, with one kind of space and LF. Tabs and line ends stay. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' ')
    .toWellFormed()
    .normalize('NFC')
}

/** Characters. A passage closes at the first block border after `ENOUGH`, or at a sentence before `MOST` (D53). */
export const ENOUGH = 600
export const MOST = 900
/** A shorter passage is filled with part of a long sentence instead of closed. */
const LITTLE = 350
const OVERLAP = 160
/** A page with less text, such as one of slides, shares its passage with the next. */
const PAGE_LITTLE = 200

const BORDER = /[.!?…]["'”’»)\]]*\s+|[。！？]["'”’」』）]*\s*|\n+/g

/** Cuts at sentence and line ends. The parts together are the text. */
function* sentencesOf(text: string): Generator<string> {
  let start = 0
  for (const found of text.matchAll(BORDER)) {
    const end = found.index + found[0].length
    yield text.slice(start, end)
    start = end
  }
  if (start < text.length) yield text.slice(start)
}

/** Where to cut after at most `room` characters: after a space if possible, never inside a character. */
function cutWithin(text: string, room: number): number {
  const space = text.slice(0, room).search(/\s\S*$/)
  if (space > room / 2) return space + 1
  const code = text.charCodeAt(room - 1)
  return code >= 0xd800 && code < 0xdc00 ? room - 1 : room
}

/** The end that the next passage repeats: the last sentences, or the last words of a long one. */
function overlapOf(text: string): string {
  const parts = [...sentencesOf(text)]
  let overlap = ''
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.length + overlap.length > OVERLAP) break
    overlap = part + overlap
  }
  if (overlap !== '' || text.length <= OVERLAP) return parts.length || overlap !== text ? overlap : ''
  const tail = text.slice(-OVERLAP)
  const space = tail.search(/\s\S/)
  return space === -1 ? '' : tail.slice(space + 1)
}

const samePath = (one: readonly string[] = [], other: readonly string[] = []) =>
  one.length === other.length && one.every((heading, index) => heading === other[index])

/** Collects blocks into passages of about 800 to 1,200 characters and emits each when it is full. */
export class PassageWriter {
  readonly #emit: (passage: Passage) => void
  #text = ''
  /** Of the first character that the passage before has not. */
  #page: number | undefined
  #pageStarts: PageStart[] = []
  #heading: string[] | undefined
  #repeated = 0
  #fresh = false

  constructor(emit: (passage: Passage) => void) {
    this.#emit = emit
  }

  add(block: Block): void {
    const text = block.text.replace(/^\n+/, '').trimEnd()
    if (text.trim() === '') return
    if (!samePath(block.heading, this.#heading)) {
      this.#close(false)
      this.#heading = block.heading
    } else if (this.#text.length >= ENOUGH || this.#turns(block)) this.#close(true)
    let glue = this.#text === '' ? '' : block.continues ? ' ' : block.tight ? '\n' : '\n\n'
    for (const sentence of sentencesOf(text)) {
      this.#place(sentence, glue, block.page)
      glue = ''
    }
  }

  end(): void {
    this.#close(false)
    this.#heading = undefined
  }

  #turns({ page }: Block): boolean {
    return this.#fresh && page !== this.#page && this.#text.length - this.#repeated >= PAGE_LITTLE
  }

  #place(sentence: string, glue: string, page: number | undefined): void {
    let rest = sentence
    let before = glue
    while (rest !== '') {
      const room = MOST - this.#text.length - before.length
      if (rest.trimEnd().length <= room) {
        this.#append(before + rest, page)
        return
      }
      if (this.#text.length < LITTLE) {
        const cut = cutWithin(rest, room)
        this.#append(before + rest.slice(0, cut), page)
        rest = rest.slice(cut)
        before = ''
      } else {
        this.#close(true)
        before = this.#text === '' || /\s$/.test(this.#text) ? '' : before
      }
    }
  }

  #append(text: string, page: number | undefined): void {
    if (!this.#fresh) this.#page = page
    if (page !== undefined && page !== this.#pageStarts.at(-1)?.page)
      this.#pageStarts.push({ start: this.#text.length, page })
    this.#text += text
    this.#fresh = true
  }

  #close(overlap: boolean): void {
    const text = this.#text.trimEnd()
    if (this.#fresh && text !== '') {
      this.#emit({
        text,
        ...(this.#page !== undefined && { page: this.#page }),
        ...(this.#pageStarts.length > 1 && { pageStarts: this.#pageStarts }),
        ...(this.#heading?.length && { heading: this.#heading }),
      })
    }
    const rest = overlap ? overlapOf(this.#text) : ''
    const cut = this.#text.length - rest.length
    this.#pageStarts = this.#pageStarts
      .filter((_, index, all) => (all[index + 1]?.start ?? this.#text.length) > cut)
      .map(({ start, page }) => ({ start: Math.max(0, start - cut), page }))
    this.#text = rest
    this.#repeated = this.#text.length
    this.#fresh = false
  }
}
