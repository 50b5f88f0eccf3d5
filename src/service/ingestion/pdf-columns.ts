import { type Fragment, groupByBaseline } from './pdf-lines'

/** A line of a column: one fragment of prose, or a row of cells. */
export interface Line {
  readonly cells: readonly Fragment[]
  readonly left: number
  readonly right: number
  readonly y: number
  readonly size: number
  /** The extent of its column or band. */
  readonly columnLeft: number
  readonly columnRight: number
}

const median = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

// Without limits, a page of a hundred thousand scattered letters would take minutes.
const FRAGMENTS_MAX = 5_000
const CANDIDATES_MAX = 200

const extent = (fragments: readonly Fragment[]) => ({
  left: fragments.reduce((least, { left }) => Math.min(least, left), Number.POSITIVE_INFINITY),
  right: fragments.reduce((most, { right }) => Math.max(most, right), Number.NEGATIVE_INFINITY),
  top: fragments.reduce((most, { y }) => Math.max(most, y), Number.NEGATIVE_INFINITY),
  bottom: fragments.reduce((least, { y }) => Math.min(least, y), Number.POSITIVE_INFINITY),
})

/** Lines of prose fill their column. Table cells do not, and are better read row by row. */
function isProse(fragments: readonly Fragment[]): boolean {
  if (fragments.length < 3) return false
  const { left, right } = extent(fragments)
  const filled = median(fragments.map((each) => each.right - each.left)) / (right - left)
  return filled >= 0.55 && median(fragments.map((each) => each.text.length)) >= 16
}

/** Two sides of a gutter are columns when both are prose, side by side and apart. */
function areColumns(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  if (!isProse(left) || !isProse(right)) return false
  const one = extent(left)
  const other = extent(right)
  const beside = Math.min(one.top, other.top) - Math.max(one.bottom, other.bottom)
  const shorter = Math.min(one.top - one.bottom, other.top - other.bottom)
  return beside >= shorter / 2 && other.left - one.right >= 0.3 * median(left.map(({ size }) => size))
}

interface Band {
  readonly fragments: Fragment[]
  readonly columns?: { left: Fragment[]; right: Fragment[] }
}

/** Cuts a region at lines that cross `x`. The parts between them may be two columns. */
function bandsAt(fragments: readonly Fragment[], x: number): Band[] {
  const bands: Band[] = []
  let across: Fragment[] = []
  let beside: Fragment[] = []
  const closeBeside = () => {
    const left = beside.filter((each) => each.right <= x)
    const right = beside.filter((each) => each.right > x)
    if (areColumns(left, right)) {
      if (across.length) bands.push({ fragments: across })
      bands.push({ fragments: beside, columns: { left, right } })
      across = []
    } else across.push(...beside)
    beside = []
  }
  for (const each of fragments) {
    if (each.left < x && each.right > x) {
      if (beside.length) closeBeside()
      across.push(each)
    } else beside.push(each)
  }
  if (beside.length) closeBeside()
  if (across.length) bands.push({ fragments: across })
  return bands
}

const inColumns = (bands: readonly Band[]) =>
  bands.reduce((sum, band) => sum + (band.columns ? band.fragments.length : 0), 0)

/** The bands of the gutter that puts most text into columns, tried at the text's left edges. */
function bestBands(fragments: readonly Fragment[]): Band[] | undefined {
  const edges = new Map<number, number>()
  for (const { left } of fragments) edges.set(Math.round(left), (edges.get(Math.round(left)) ?? 0) + 1)
  const candidates = [...edges]
    .filter(([, count]) => count >= 2)
    .sort(([, one], [, other]) => other - one)
    .slice(0, CANDIDATES_MAX)
  let best: Band[] | undefined
  for (const [edge] of candidates) {
    const bands = bandsAt(fragments, edge - 1)
    if (inColumns(bands) > inColumns(best ?? [])) best = bands
  }
  return best
}

function linesOfRegion(fragments: readonly Fragment[]): Line[] {
  const { left: columnLeft, right: columnRight } = extent(fragments)
  // Which have the direction of their row.
  const places = new Map(fragments.map((each, place) => [each, place]))
  return groupByBaseline(fragments).map((cells) => ({
    cells: cells.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0)),
    left: Math.min(...cells.map(({ left }) => left)),
    right: Math.max(...cells.map(({ right }) => right)),
    y: cells[0]?.y ?? 0,
    size: Math.max(...cells.map(({ size }) => size)),
    columnLeft,
    columnRight,
  }))
}

/** The lines of a page in reading order: columns one after the other, headings across them in their place. */
export function orderLines(fragments: readonly Fragment[], depth = 0): Line[] {
  if (fragments.length === 0) return []
  const bands = depth < 6 && fragments.length <= FRAGMENTS_MAX ? bestBands(fragments) : undefined
  if (!bands) return linesOfRegion(fragments)
  return bands.flatMap(({ fragments: inside, columns }) =>
    columns
      ? [...orderLines(columns.left, depth + 1), ...orderLines(columns.right, depth + 1)]
      : orderLines(inside, depth + 1),
  )
}
