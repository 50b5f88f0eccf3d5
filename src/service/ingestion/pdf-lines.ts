/** A run of text from the PDF reader. */
export interface TextRun {
  readonly str: string
  readonly dir: string
  /** The six numbers of the text matrix. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly fontName: string
}

/** A run of text, turned upright: lines follow from high to low `y`. */
interface Span {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** Height of the font, in the unit of the coordinates. */
  readonly size: number
  readonly rightToLeft: boolean
  /** Place in the page's drawing order. */
  readonly order: number
}

const STEP = Math.PI / 12

/**
 * Groups the runs of a page by their direction, most text first, and turns each group upright. So pages may lie on their side,
 * and slanting watermarks stay out of the lines they cross.
 */
export function spansByDirection(
  items: readonly TextRun[],
  vertical: (fontName: string) => boolean,
): Span[][] {
  const groups = new Map<string, { spans: Span[]; characters: number }>()
  for (const [order, item] of items.entries()) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform
    const downwards = vertical(item.fontName)
    const step = downwards ? -6 : Math.round(Math.atan2(b, a) / STEP)
    const key = downwards ? 'vertical' : String((step + 24) % 24)
    const [cos, sin] = [Math.cos(step * STEP), Math.sin(step * STEP)]
    const size = Math.hypot(c, d) || item.height || 1
    const x = e * cos + f * sin
    const y = -e * sin + f * cos
    if (![x, y, size, item.width].every(Number.isFinite)) continue
    const group = groups.get(key) ?? { spans: [], characters: 0 }
    groups.set(key, group)
    group.characters += item.str.trim().length
    group.spans.push({
      text: item.str,
      x,
      y,
      width: Math.abs(downwards ? item.height : item.width),
      size,
      rightToLeft: item.dir === 'rtl',
      order,
    })
  }
  return [...groups.values()]
    .filter((group) => group.characters > 0)
    .sort((one, other) => other.characters - one.characters)
    .map((group) => group.spans)
}

/** Text on one baseline without a wide gap: a line of prose, or a cell. */
export interface Fragment {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
}

/** Gaps in font heights that separate fragments; less if they were not drawn in sequence. */
const FRAGMENT_GAP = 0.9
const STRANGER_GAP = 0.35
/** A gap in font heights that is a space. */
const SPACE_GAP = 0.18

/** Groups text by baseline. Small raised or lowered type belongs to its line. */
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

/** Whether a character is Chinese or Japanese, which are written without spaces. */
export const isWide = (character: string | undefined) =>
  character !== undefined &&
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u.test(character)

/** Whether no space belongs between two texts. */
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

  /** Takes the row's next span, unless a wide gap separates it. */
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

/** Removes letters drawn twice in about the same place, for bold type or layers. */
function withoutRepeats(row: readonly Span[]): Span[] {
  const seen = new Set<string>()
  return row.filter(({ text, x, size }) => {
    if (text.trim() === '') return true
    // In steps of a fifth of the font height; neighbouring steps count as the same place.
    const step = Math.round(x / (0.2 * size))
    if ([-1, 0, 1].some((aside) => seen.has(`${step + aside} ${text}`))) return false
    seen.add(`${step} ${text}`)
    return true
  })
}

/** The fragments of a page from the top, each row in reading direction. */
export function fragmentsOf(spans: readonly Span[]): Fragment[] {
  const fragments: Fragment[] = []
  const add = (fragment: Fragment | undefined) => fragment && fragments.push(fragment)
  for (const all of groupByBaseline(spans)) {
    const row = withoutRepeats(all)
    const rightToLeft = row.filter((span) => span.rightToLeft).length > row.length / 2
    row.sort((one, other) => (rightToLeft ? other.x - one.x : one.x - other.x))
    let writer: FragmentWriter | undefined
    for (const span of row) {
      if (writer?.take(span)) continue
      add(writer?.end())
      writer = new FragmentWriter(span)
    }
    add(writer?.end())
  }
  return fragments
}
