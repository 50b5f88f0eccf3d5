import type { Line } from './pdf-columns'

/** At most this many lines at either end of a page. */
const EDGE = 2

/** Left and right pages have their own, so a page is compared with the page after the next, too. */
export const PAGES_ASIDE = 2

/** A line with more cells is the head of a table that goes on, which its rows need. */
const CELLS_MAX = 2

export const SENTENCE_END = /[.!?:;…。！？]["'”’»)\]]*$/
const ROMAN = /^[ivxlc]+$/i

interface Edge {
  readonly line: Line
  /** Its text with `#` for numbers, in lower case. */
  readonly form: string
  readonly numbers: readonly number[]
}

/** A page on which nothing is decided yet. */
export interface PageLines {
  readonly number: number
  /** By direction of writing, the direction with most text first. */
  readonly directions: readonly (readonly Line[])[]
  readonly edges: readonly Edge[]
}

function edgeOf(line: Line): Edge {
  const text = line.cells.map((cell) => cell.text).join(' ')
  return {
    line,
    form: ROMAN.test(text) ? '#' : text.toLowerCase().replaceAll(/\d+/g, '#'),
    numbers: (text.match(/\d+/g) ?? []).map(Number),
  }
}

export function pageOf(number: number, directions: readonly (readonly Line[])[]): PageLines {
  const lines = (directions[0] ?? []).toSorted((one, other) => other.y - one.y)
  return {
    number,
    directions,
    edges: lines
      .filter((_, index) => index < EDGE || index >= lines.length - EDGE)
      .filter(({ cells }) => cells.length <= CELLS_MAX && !SENTENCE_END.test(cells.at(-1)?.text ?? ''))
      .map(edgeOf),
  }
}

/** Whether two pages have a line in the same place, with the same numbers or with those of the pages. */
function isOn(one: PageLines, { line, form, numbers }: Edge, other: PageLines): boolean {
  const between = other.number - one.number
  return other.edges.some(
    (each) =>
      each.form === form &&
      Math.abs(each.line.y - line.y) <= line.size &&
      each.numbers.every((number, index) => [0, between].includes(number - (numbers[index] ?? 0))),
  )
}

/** Finds the titles and page numbers that a page has in common with its neighbours, other than where they are printed first (D301). */
export function runningLines() {
  const seen = new Set<string>()
  return (page: PageLines, neighbours: readonly PageLines[]): ReadonlySet<Line> =>
    new Set(
      page.edges
        .filter((edge) => neighbours.some((other) => other !== page && isOn(page, edge, other)))
        // A telephone number that stands at the foot of each page is found once.
        .filter(({ form }) => !/\p{L}/u.test(form) || seen.has(form) || !seen.add(form))
        .map(({ line }) => line),
    )
}
