import type { Span } from './pdf-spans'

/** Text on one baseline without a wide gap in it: a whole line of prose, or one cell of a row. */
export interface Fragment {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
}

/** A gap of this many font heights parts two fragments, a smaller one if they were not drawn one after the other. */
const FRAGMENT_GAP = 0.9
const STRANGER_GAP = 0.35
/** A gap of this many font heights is a space. */
const SPACE_GAP = 0.18

/** Puts what stands on about the same baseline together; raised and lowered small type counts to its line. */
export function groupByBaseline<T extends { readonly y: number; readonly size: number }>(
  all: readonly T[],
): T[][] {
  const rows: T[][] = []
  let row: T[] = []
  let base = { y: 0, size: 0 }
  for (const each of [...all].sort((one, other) => other.y - one.y)) {
    const small = Math.min(base.size, each.size)
    const large = Math.max(base.size, each.size)
    const reach = small < large / 2 ? 0.5 * small : small < 0.8 * large ? 0.6 * large : 0.4 * large
    const near = Math.abs(base.y - each.y) <= reach
    if (row.length > 0 && near) {
      row.push(each)
      if (each.size > base.size) base = { y: each.y, size: each.size }
    } else {
      row = [each]
      rows.push(row)
      base = { y: each.y, size: each.size }
    }
  }
  return rows
}

/** Whether a character is Chinese or Japanese, which fill a line to its end without spaces. */
export const isWide = (character: string | undefined) =>
  character !== undefined &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(character)

/** Whether text can follow without a space between: Chinese and Japanese put none. */
export const joinsBare = (before: string, after: string) => isWide(before.at(-1)) && isWide(after[0])

class FragmentWriter {
  #text = ''
  readonly #left: number
  readonly #y: number
  #right: number
  #size: number
  #last: Span

  constructor(first: Span) {
    this.#text = first.text
    this.#left = first.x
    this.#right = first.x + first.width
    this.#y = first.y
    this.#size = first.size
    this.#last = first
  }

  /** Takes the next span of the row, unless a wide gap parts it from this fragment. */
  take(span: Span): boolean {
    const last = this.#last
    const size = Math.max(this.#size, span.size)
    const gap = span.rightToLeft && last.rightToLeft ? last.x - (span.x + span.width) : span.x - this.#right
    const backwards = span.rightToLeft && last.rightToLeft
    const neighbours = Math.abs(span.order - last.order) <= 2
    if (gap > (neighbours ? FRAGMENT_GAP : STRANGER_GAP) * size) return false
    const spaced = /\s$/.test(this.#text) || /^\s/.test(span.text) || joinsBare(this.#text, span.text)
    this.#text += (gap > SPACE_GAP * size && !spaced ? ' ' : '') + span.text
    this.#right = Math.max(this.#right, span.x + span.width)
    this.#size = size
    if (span.text.trim() !== '' || !backwards) this.#last = span
    return true
  }

  end(): Fragment | undefined {
    const text = this.#text.replace(/\s+/g, ' ').trim()
    if (text === '') return undefined
    return {
      text,
      left: Math.min(this.#left, this.#last.x),
      right: this.#right,
      y: this.#y,
      size: this.#size,
    }
  }
}

/** The same letters drawn twice in about one place are bold type, or a layer over a layer, not text said twice. */
function withoutRepeats(row: readonly Span[]): Span[] {
  const seen = new Set<string>()
  return row.filter(({ text, x, size }) => {
    if (text.trim() === '') return true
    // Steps of a fifth of the font's height; about one place is the same step or the next.
    const step = Math.round(x / (0.2 * size))
    if ([-1, 0, 1].some((aside) => seen.has(`${step + aside} ${text}`))) return false
    seen.add(`${step} ${text}`)
    return true
  })
}

/** The fragments of a page, from the highest row down, each row in reading direction. */
export function fragmentsOf(spans: readonly Span[]): Fragment[] {
  const fragments: Fragment[] = []
  const keep = (fragment: Fragment | undefined) => fragment && fragments.push(fragment)
  for (const all of groupByBaseline(spans)) {
    const row = withoutRepeats(all)
    const rightToLeft = row.filter((span) => span.rightToLeft).length > row.length / 2
    row.sort((one, other) => (rightToLeft ? other.x - one.x : one.x - other.x))
    let writer: FragmentWriter | undefined
    for (const span of row) {
      if (writer?.take(span)) continue
      keep(writer?.end())
      writer = new FragmentWriter(span)
    }
    keep(writer?.end())
  }
  return fragments
}
