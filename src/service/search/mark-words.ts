import { sql } from 'drizzle-orm'
import type { PageStart } from '../ingestion/passages'
import type { Queries } from '../store/open-database'
import type { Language } from '../store/schema'
import type { Found } from './found'
import { lexemesOf } from './parse-query'
import { BORDER, bordered, isUnspaced } from './unspaced'

/** Mark found words in the database's answer. Private characters, removed from the text before. */
const [OPEN, CLOSE] = ['\uE000', '\uE001']
const MARKING = `HighlightAll=true, StartSel=${OPEN}, StopSel=${CLOSE}`
const OWN = new RegExp(`[${OPEN}${CLOSE}${BORDER}]`, 'g')

/** Within a path or an address, which is one word to the database, the words of it are marked. */
const JOINT = /\/|(?<=\p{L})\.(?=\p{L})/gu

interface Unmarked extends Omit<Found, 'marks'> {
  readonly language: Language
  /** The words to mark, as a term. */
  readonly words: string
  readonly pageStarts: readonly PageStart[] | null
}

type Marked = Pick<Found, 'text' | 'marks'>
type Mark = Marked['marks'][number]

/** What is shown of passages: with where their words stand, and the page of these. */
export async function markWords(db: Queries, passages: readonly Unmarked[]): Promise<Found[]> {
  if (passages.length === 0) return []
  const column = (of: (each: Unmarked) => string) => sql`${sql.param(passages.map(of))}::text[]`
  const { rows } = await db.execute(sql`
    select ts_headline(dictionary(language), content, words::tsquery, ${MARKING}) as marked
    from unnest(${column(({ language }) => language)}, ${column(({ text }) => bordered(text.replaceAll(OWN, '')).replaceAll(JOINT, `${BORDER}$&${BORDER}`))}, ${column(({ words }) => words)})
      with ordinality as each (language, content, words, place) order by place`)
  return passages.map((each, index) => {
    const { id, fileId, fileName, heading, match, share, words } = each
    const { text, marks } = takeMarks(String(rows[index]?.marked).replaceAll(BORDER, ''))
    const whole = withPieces(text, marks, words)
    const page = pageWith(text, whole, each)
    return { id, fileId, fileName, page, heading, text, marks: whole, match, share }
  })
}

/** The page with most of the words found; if as many stand there, that of the passage (D985). */
function pageWith(text: string, marks: Marked['marks'], { page, pageStarts }: Unmarked): number | null {
  const found = new Map<number | null, Set<string>>()
  for (const { start, end } of marks) {
    const on = pageStarts?.findLast((each) => each.start <= start)?.page ?? page
    found.set(on, (found.get(on) ?? new Set()).add(text.slice(start, end).toLowerCase()))
  }
  const countOn = (each: number | null) => found.get(each)?.size ?? 0
  return [...found.keys()].reduce((best, each) => (countOn(each) > countOn(best) ? each : best), page)
}

function takeMarks(marked: string): Marked {
  const marks: Mark[] = []
  let text = ''
  for (const [index, piece] of marked.split(OPEN).entries()) {
    const [word = '', rest] = piece.split(CLOSE)
    if (index > 0 && rest !== undefined) marks.push({ start: text.length, end: text.length + word.length })
    text += word + (rest ?? '')
  }
  return { text, marks }
}

/** The database does not mark what is written without spaces, nor, here, a path as a whole. What overlaps is marked as one. */
function withPieces(text: string, marks: Marked['marks'], words: string): Marked['marks'] {
  const pieces = lexemesOf(words)
    .map((lexeme) => lexeme.replace(/^'|'(?::\*)?$/g, ''))
    .filter((piece) => isUnspaced(piece) || /[/.]/.test(piece))
  if (pieces.length === 0) return marks
  const all = [...marks]
  // Paths are stored in small letters, which a few letters of a text have more of.
  const small = text.toLowerCase()
  const within = small.length === text.length ? small : text
  for (const piece of pieces)
    for (let start = within.indexOf(piece); start !== -1; start = within.indexOf(piece, start + 1))
      all.push({ start, end: start + piece.length })
  const whole: { start: number; end: number }[] = []
  for (const { start, end } of all.sort((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else whole.push({ start, end })
  }
  return whole
}
