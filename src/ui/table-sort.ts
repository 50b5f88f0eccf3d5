/** Which column a table is sorted by; null keeps the order of the rows. */
export type Sort = { column: string; direction: 'asc' | 'desc' } | null

/** What a row is sorted by. Absent values come last in both directions. */
export type SortValue = string | number | boolean | null | undefined

/** Made when a text is first compared: making it takes longer than many lists take to sort. */
let words: Intl.Collator | undefined

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** The characters of ASCII in the order of the alphabet. */
let signs: string | undefined

const isDigit = (sign: string) => sign >= '0' && sign <= '9'

/**
 * Eight places of 96 of a text from a character on, as one number that is less where the alphabet puts the text before another one. A number in
 * it begins with two places for how many digits it has. NaN where the alphabet has to be asked.
 */
function placeOf(text: string, from: number, all: string): number {
  if (/[^ -~]|\d{50}/.test(text)) return Number.NaN
  const lower = text.toLowerCase()
  let sum = 0
  let digits = 0
  for (let place = 0, at = from; place < 8; place += 1) {
    const sign = lower.charAt(at)
    if (digits === 0 && isDigit(sign)) {
      while (lower[at] === '0' && isDigit(lower.charAt(at + 1))) at += 1
      while (isDigit(lower.charAt(at + digits))) digits += 1
      place += 1
      sum = sum * 96 + all.indexOf('0') + 1
      if (place < 8) sum = sum * 96 + digits
    } else {
      if (digits > 0) digits -= 1
      sum = sum * 96 + (sign === '' ? 0 : all.indexOf(sign) + 1)
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
  if (texts.every((text) => text.length === texts[0]?.length && TIME.test(text)))
    return {
      compare: (one: string, other: string) => (one < other ? -1 : Number(one > other)),
      keyOf: Date.parse,
    }
  words ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const { compare } = words
  signs ??= Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
    .sort(compare)
    .join('')
  const all = signs
  let same = texts[0] ?? ''
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
  const keys = values.map((value) =>
    typeof value === 'string' ? keyOf(value) : value === null ? Number.NaN : +value,
  )
  return rows
    .map((row, at) => ({ row, value: values[at], key: keys[at] ?? 0 }))
    .sort((a, b) => {
      const difference = a.key - b.key
      if (difference) return sign * difference
      if (typeof a.value === 'string' && typeof b.value === 'string') return sign * compare(a.value, b.value)
      return Number(a.value === null) - Number(b.value === null)
    })
    .map(({ row }) => row)
}
