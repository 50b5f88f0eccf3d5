/** A run of text as the PDF reader gives it: where it starts, how it is turned, how far it goes. */
export interface TextRun {
  readonly str: string
  readonly dir: string
  /** The six numbers of the text matrix. */
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly fontName: string
}

/** A run of text of one page, turned so that it is read from left to right and lines follow from high to low `y`. */
export interface Span {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  /** Height of the font, in the same unit as the coordinates. */
  readonly size: number
  readonly rightToLeft: boolean
  /** Place in the order in which the page draws its text. */
  readonly order: number
}

const STEP = Math.PI / 12

/**
 * Sorts the runs of a page by the direction they are written in, most text first, and turns each group upright.
 * A page on its side reads like any other; a slanting watermark does not end up inside the lines it crosses.
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
