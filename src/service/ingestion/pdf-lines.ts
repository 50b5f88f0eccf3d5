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
  readonly order: number
}

const STEP = Math.PI / 12

/** Turns runs upright, by direction: pages may lie on their side, and slanting watermarks stay out of the lines. */
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

export const joinsBare = (before: string, after: string) => isWide(before.at(-1)) && isWide(after[0])

interface Draft extends Fragment {
  readonly last: Span
}

const begin = (span: Span): Draft => ({
  text: span.text,
  left: span.x,
  right: span.x + span.width,
  y: span.y,
  size: span.size,
  last: span,
})

/** The fragment with the row's next span; `undefined` where a wide gap separates them. */
function extended(draft: Draft, span: Span): Draft | undefined {
  const { last } = draft
  const size = Math.max(draft.size, span.size)
  const backwards = span.rightToLeft && last.rightToLeft
  const gap = backwards ? last.x - (span.x + span.width) : span.x - draft.right
  const neighbours = Math.abs(span.order - last.order) <= 2
  if (gap > (neighbours ? FRAGMENT_GAP : STRANGER_GAP) * size) return undefined
  const spaced = /\s$/.test(draft.text) || /^\s/.test(span.text) || joinsBare(draft.text, span.text)
  return {
    ...draft,
    text: draft.text + (gap > SPACE_GAP * size && !spaced ? ' ' : '') + span.text,
    right: Math.max(draft.right, span.x + span.width),
    size,
    last: span.text.trim() !== '' || !backwards ? span : last,
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
  const end = (draft: Draft | undefined) => {
    const text = draft?.text.replace(/\s+/g, ' ').trim()
    if (!draft || !text) return
    const { left, right, y, size, last } = draft
    fragments.push({ text, left: Math.min(left, last.x), right, y, size })
  }
  for (const all of groupByBaseline(spans)) {
    const row = withoutRepeats(all)
    const rightToLeft = row.filter((span) => span.rightToLeft).length > row.length / 2
    row.sort((one, other) => (rightToLeft ? other.x - one.x : one.x - other.x))
    let draft: Draft | undefined
    for (const span of row) {
      const longer = draft && extended(draft, span)
      if (!longer) end(draft)
      draft = longer ?? begin(span)
    }
    end(draft)
  }
  return fragments
}
