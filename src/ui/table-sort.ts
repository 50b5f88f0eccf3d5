/** Which column a table is sorted by; null keeps the order of the rows. */
export type Sort = { column: string; direction: 'asc' | 'desc' } | null

/** What a row is sorted by. Absent values come last in both directions. */
export type SortValue = string | number | boolean | null | undefined

/** Made when a text is first compared: making it takes longer than many lists take to sort. */
let words: Intl.Collator | undefined

const ZERO = 48

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The digits of a time as one number, without its century: as many as a number holds. Reading the time takes thrice as long. */
function digitsOf(time: string): number {
  let sum = 0
  for (let at = 2, left = 15; at < time.length && left > 0; at += 1) {
    const digit = time.charCodeAt(at) - ZERO
    if (digit < 0 || digit > 9) continue
    sum = sum * 10 + digit
    left -= 1
  }
  return sum
}

/** The place of each character of ASCII in the alphabet, from 1 on, by its code. */
let places: Uint8Array | undefined

/**
 * Eight places of 96 of a text from a character on, as one number that is less where the alphabet puts the text before another one. A number in
 * it begins with two places for how many digits it has. NaN where the alphabet has to be asked.
 */
function placeOf(text: string, from: number, all: Uint8Array): number {
  if (/[^ -~]|\d{50}/.test(text)) return Number.NaN
  const isDigit = (at: number) => text.charCodeAt(at) >= ZERO && text.charCodeAt(at) < ZERO + 10
  let sum = 0
  let digits = 0
  for (let place = 0, at = from; place < 8; place += 1) {
    if (digits === 0 && isDigit(at)) {
      while (text.charCodeAt(at) === ZERO && isDigit(at + 1)) at += 1
      while (isDigit(at + digits)) digits += 1
      place += 1
      sum = sum * 96 + (all[ZERO] ?? 0)
      if (place < 8) sum = sum * 96 + digits
    } else {
      if (digits > 0) digits -= 1
      // Past the end there is no code, and no place.
      sum = sum * 96 + (all[text.charCodeAt(at)] ?? 0)
      at += 1
    }
  }
  return sum
}

/**
 * The order of texts, and of each a number that has the same order as far as it differs: in the alphabet 100,000 of them take a second to sort,
 * by numbers a tenth of it. Times of one form need no alphabet.
 */
function orderOf(texts: readonly string[]) {
  const [first = ''] = texts
  const century = first.slice(0, 2)
  if (texts.every((text) => text.length === first.length && text.startsWith(century) && TIME.test(text)))
    return {
      compare: (one: string, other: string) => (one < other ? -1 : Number(one > other)),
      keyOf: digitsOf,
    }
  words ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const { compare } = words
  if (!places) {
    places = new Uint8Array(128)
    const signs = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).sort(compare)
    const order = signs.join('').toLowerCase()
    for (const sign of signs) places[sign.charCodeAt(0)] = order.indexOf(sign.toLowerCase()) + 1
  }
  const all = places
  let same = first
  for (const text of texts) while (!text.startsWith(same)) same = same.slice(0, -1)
  // A number is read whole.
  const from = same.replace(/\d+$/, '').length
  return { compare, keyOf: (text: string) => placeOf(text, from, all) }
}

/** Turns a column's sort on its first way, then the other way, then off. */
export function nextSort(sort: Sort, column: string, first: 'asc' | 'desc' = 'asc'): Sort {
  if (sort?.column !== column) return { column, direction: first }
  return sort.direction === first ? { column, direction: first === 'asc' ? 'desc' : 'asc' } : null
}

/** A sorted copy; stable, so that equal rows keep their order. Texts by the alphabet, numbers inside them by size. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortValue: (row: Row) => SortValue,
  direction: 'asc' | 'desc',
): Row[] {
  const sign = direction === 'asc' ? 1 : -1
  const values = rows.map((row) => sortValue(row) ?? null)
  const { compare, keyOf } = orderOf(values.filter((value) => typeof value === 'string'))
  const keys = Float64Array.from(values, (value) =>
    typeof value === 'string' ? keyOf(value) : value === null ? Number.NaN : +value,
  )
  // Their places are sorted, as numbers: of 100,000 rows that takes a seventh of the time that objects would.
  const order = Uint32Array.from(rows.keys()).sort((one, other) => {
    const difference = (keys[one] ?? 0) - (keys[other] ?? 0)
    if (difference) return sign * difference
    const [a = null, b = null] = [values[one], values[other]]
    const by =
      typeof a === 'string' && typeof b === 'string' ? sign * compare(a, b) : +(a === null) - +(b === null)
    return by || one - other
  })
  return Array.from(order, (at) => rows[at] as Row)
}

/** The last order of rows, which are never changed. */
const orders = new WeakMap<
  readonly unknown[],
  { by: unknown; direction: string; sorted: readonly unknown[] }
>()

/** Rows as a table is sorted by one of its columns; once for each way, so that whoever comes back to them or narrows them does not wait. */
export function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly { readonly id: string; readonly sortValue?: ((row: Row) => SortValue) | undefined }[],
  sort: Sort | undefined,
): readonly Row[] {
  const { column, direction = 'asc' } = sort ?? {}
  const by = columns.find(({ id }) => id === column)?.sortValue
  if (!by) return rows
  const last = orders.get(rows)
  if (last?.by === by && last.direction === direction) return last.sorted as readonly Row[]
  const sorted = sortRows(rows, by, direction)
  orders.set(rows, { by, direction, sorted })
  return sorted
}
