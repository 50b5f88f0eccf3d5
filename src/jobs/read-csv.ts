import Papa from 'papaparse'
import { COLUMN_NAMES, fold } from './column-names'
import { isNumberLike } from './map-columns'

/** Encodings that bytes do not tell, by the names that a browser has for them: a person chooses. */
const ENCODINGS = {
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Simplified Chinese (GB 18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
  macintosh: 'Western European (Mac)',
}

/** How the bytes of a file were read. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | keyof typeof ENCODINGS

/** A file of rows as it was read; cells are text, as they stand. */
export interface Table {
  /** Names of the columns; empty ones where the first line is a row. */
  readonly header: readonly string[]
  readonly hasHeader: boolean
  /** Lines above that are neither, such as a title. */
  readonly above: readonly string[]
  readonly rows: string[][]
  readonly encoding: Encoding
  /** Names of the encodings that it may have instead; absent where its bytes tell. */
  readonly encodings?: Readonly<Record<string, string>>
  /** It holds bytes that the guessed encoding does not have. */
  readonly isGarbled?: boolean
  readonly separator: string
}

/** A file that holds no rows; the message says why, in a sentence or two for the person. */
export class NoTable extends Error {
  override readonly name = 'NoTable'
}

/** More rows than this are not held in a page; the message of the refusal names it. */
export const ROWS_MAX = 200_000

/**
 * Reads the bytes of a CSV file: encoding and separator follow from what is in it, and whether its first line names the columns,
 * unless it is said: a line with a phone number in it names none. Empty lines and titles above are left out. `chosen`: the encoding, where bytes
 * do not tell. Throws `NoTable`.
 */
export function readCsv(bytes: Uint8Array, said?: boolean, chosen?: string): Table {
  const { text, ...decoded } = decode(bytes, chosen)
  if (text.trim() === '') throw new NoTable('This file is empty.')
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw new NoTable('This is a workbook, not CSV. In the spreadsheet choose "Save as" and then CSV UTF-8.')
  if (text.startsWith('%PDF-') || text.includes('\u0000'))
    throw new NoTable('This file is not text. Choose a CSV file.')
  const mark = /^sep=(.)\r?\n/i.exec(text)
  // A file that was put together has several kinds of line ends, and only one would end a row.
  const body = (mark ? text.slice(mark[0].length) : text).replace(/\r\n?/g, '\n')
  const read = (delimiter = '', mended?: string) =>
    Papa.parse<string[]>(mended ?? body, {
      delimiter,
      delimitersToGuess: SEPARATORS,
      newline: '\n',
      // An error names its row with empty ones counted.
      skipEmptyLines: mended === undefined && 'greedy',
    })
  const has = (known: string) => parsed.errors.some(({ code }) => code === known)
  let parsed = read(mark?.[1])
  // A title above two columns hides them from the guess.
  if (has('UndetectableDelimiter')) parsed = read(usualSeparator(body))
  if (has('InvalidQuotes')) {
    const { delimiter } = parsed.meta
    parsed = read(delimiter, closeQuotes(body, delimiter))
  }
  const { errors, meta } = parsed
  const quote = errors.find(
    ({ code, row = 0 }) =>
      code === 'MissingQuotes' ||
      // Its value goes on until something on another line ends it.
      (code === 'InvalidQuotes' &&
        parsed.data[row]?.some((cell) => cell.includes('"') && cell.includes('\n'))),
  )
  const lineOf = ({ index }: Papa.ParseError) => body.slice(0, index).split('\n').length + (mark ? 1 : 0)
  if (quote)
    throw new NoTable(
      `A quotation mark on line ${lineOf(quote)} is never closed: the lines below would be part of its value. Correct that line, then choose the file again.`,
    )
  const data = parsed.data.filter((cells) => filled(cells) > 0)
  // Who says that no line names columns has only rows.
  const start = said === false ? 0 : firstOfTable(data)
  const first = data[start] ?? []
  const hasHeader = said ?? !first.some(isNumberLike)
  const rows = data.slice(hasHeader ? start + 1 : start)
  if (rows.length === 0)
    throw new NoTable('There is only a header and no row in this file. The first line names the columns.')
  if (rows.length > ROWS_MAX)
    throw new NoTable(
      `This file has ${rows.length.toLocaleString('en')} rows. Split it: at most ${ROWS_MAX.toLocaleString('en')} are taken.`,
    )
  const header = hasHeader ? first.map((name) => name.trim()) : Array<string>(usualWidth(rows)).fill('')
  // A value that lacks its row's last cell may be two.
  const joined = errors.find(({ code, row = 0 }) => {
    const cells = parsed.data[row] ?? []
    const isLong = (cell: string) => cell.includes('"') && cell.includes(meta.delimiter)
    return code === 'InvalidQuotes' && cells.length < header.length && cells.some(isLong)
  })
  if (joined)
    throw new NoTable(
      `The quotation marks on line ${lineOf(joined)} can be read in two ways, as one value or as several. Correct that line, then choose the file again.`,
    )
  const above = data.slice(0, start).map((cells) => cells.filter((cell) => cell.trim() !== '').join(' '))
  return { header, hasHeader, above, rows, ...decoded, separator: meta.delimiter }
}

/** How many cells most rows have; of several such numbers the least, as another may be of rows with a separator too many. */
function usualWidth(rows: readonly string[][]): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return Math.min(...[...counts].flatMap(([width, count]) => (count === most ? width : [])))
}

const SEPARATORS = [',', ';', '\t', '|']

/**
 * What goes on behind its quotes becomes one value, as spreadsheet programs read it: `"Bob" Y` is `Bob Y`. Quotes that were not doubled within a text
 * close the value or stand within the next one; those are left.
 */
function closeQuotes(text: string, separator: string): string {
  const ends = `${/[\\\]^-]/.test(separator) ? '\\' : ''}${separator}\n`
  const quoted = `(?<=^|[${ends}])"((?:[^"]|"")*)"(?!")([^${ends}]*)(?=$|[${ends}])`
  const isWithin = `(?!. *[^ "${ends}][^${ends}]*"(?=$|[${ends}]))`
  return text.replace(new RegExp(quoted + isWithin, 'g'), (whole, value: string, behind: string) =>
    /^\s*$|"\s*$/.test(behind) ? whole : `"${value}${behind.replaceAll('"', '""')}"`,
  )
}

/** What most of the first lines hold; `undefined` for one column. */
function usualSeparator(text: string): string | undefined {
  const lines = text.split('\n', 20).filter((line) => line.trim() !== '')
  return SEPARATORS.find((each) => lines.filter((line) => line.includes(each)).length > lines.length / 2)
}

/** Titles are within so many lines. */
const TITLES_MAX = 10
const filled = (cells: readonly string[] = []) => cells.filter((cell) => cell.trim() !== '').length
const names = Object.values(COLUMN_NAMES)
const isNamed = (cells: readonly string[]) =>
  cells.some((cell) => names.some((known) => known.has(fold(cell))))

/**
 * The line at which the table begins: of those above the first phone number the one with a name that we know for a column, else the fullest.
 * A single text above fuller rows is a title.
 */
function firstOfTable(lines: readonly string[][]): number {
  const row = lines.slice(0, TITLES_MAX).findIndex((cells) => cells.some(isNumberLike))
  const before = lines.slice(0, Math.max(row, 0))
  const named = before.findIndex(isNamed)
  if (named >= 0) return named
  const most = Math.max(...before.map(filled))
  if (most <= 1 && filled(lines[row]) > 1) return row
  return Math.max(
    before.findIndex((cells) => filled(cells) === most),
    0,
  )
}

/** What begins with a mark says what it is. Without one: UTF-16 has a zero in every other byte of plain letters; what is not UTF-8 is taken for Windows-1252, unless it is said. */
function decode(
  bytes: Uint8Array,
  chosen = '',
): Pick<Table, 'encoding' | 'encodings' | 'isGarbled'> & { text: string } {
  const encoding = markOf(bytes) ?? zerosOf(bytes)
  if (encoding) return { text: new TextDecoder(encoding).decode(bytes), encoding }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    const isChosen = Object.hasOwn(ENCODINGS, chosen)
    const encoding = isChosen ? (chosen as Encoding) : 'windows-1252'
    const text = new TextDecoder(encoding).decode(bytes)
    return { text, encoding, encodings: ENCODINGS, isGarbled: !isChosen && /[\u0080-\u009f]/.test(text) }
  }
}

const markOf = ([first, second]: Uint8Array): Encoding | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined

function zerosOf(bytes: Uint8Array): Encoding | undefined {
  const sample = bytes.subarray(0, 1_000)
  if (sample.length < 4) return undefined
  const zeros = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const many = sample.length * 0.3
  if (zeros(1) > many && zeros(0) < many / 4) return 'utf-16le'
  return zeros(0) > many && zeros(1) < many / 4 ? 'utf-16be' : undefined
}
