import { wordsOf } from './words'

/** Words, phrases and exclusions of a query that count; the rest of it is left out (D244). */
const PIECES_MAX = 24

/** Words of a phrase that count; so many in a row are hardly anywhere else. */
const PHRASE_MAX = 16

/** An `or` between longer parts belongs to a sentence: "Can I pay by card or in cash?" */
const BESIDE_OR_MAX = 2

/** One of the alternatives of a query. A piece is a word or a phrase, as it was written. */
interface Alternative {
  readonly wanted: readonly string[]
  readonly unwanted: readonly string[]
}

export interface ParsedQuery {
  readonly alternatives: readonly Alternative[]
  /** Whether there are quotes, a minus or an `or`: who writes them means them, so nothing is added to what they find. */
  readonly strict: boolean
  /** The words, each once. */
  readonly words: readonly string[]
}

interface Token {
  readonly text: string
  readonly kind: 'word' | 'phrase' | 'unwanted' | 'or'
}

/**
 * Takes a query apart: words, `"phrases"`, `-excluded` ones, and `or`, which binds less than the rest. Signs that stand alone, as in the line under the head
 * of a table, are no operators. An alternative that only excludes is left out: it would find nearly everything.
 */
export function parseQuery(query: string): ParsedQuery {
  const tokens = tokensOf(query)
  const parts: Token[][] = [[]]
  for (const token of tokens)
    if (token.kind === 'or') parts.push([])
    else parts.at(-1)?.push(token)
  const sides = parts.filter((part) => part.length > 0)
  const isOr =
    sides.length > 1 &&
    (sides.every((side) => side.length <= BESIDE_OR_MAX) || tokens.some(({ text }) => text === 'OR'))
  let room = PIECES_MAX
  const alternatives = (isOr ? sides : [tokens]).map((part) => {
    const pieces = part.slice(0, room)
    room -= pieces.length
    const textsOf = (unwanted: boolean) => [
      ...new Set(pieces.filter(({ kind }) => (kind === 'unwanted') === unwanted).map(({ text }) => text)),
    ]
    return { wanted: textsOf(false), unwanted: textsOf(true) }
  })
  return {
    alternatives: alternatives.filter(({ wanted }) => wanted.length > 0),
    strict: isOr || tokens.some(({ kind }) => kind === 'phrase' || kind === 'unwanted'),
    words: [...new Set(wordsOf(query))].slice(0, PIECES_MAX),
  }
}

function tokensOf(query: string): Token[] {
  // Typographic quotes are what some keyboards make of straight ones.
  const plain = query.replaceAll(/[“”]/g, '"')
  const tokens: Token[] = []
  for (const [whole, minus, phrase] of plain.matchAll(/((?<!\S)-)?"([^"]*)"|[^\s"]+/g)) {
    const excludes = minus !== undefined || (phrase === undefined && /^-[\p{L}\p{N}]/u.test(whole))
    const text = firstWords(phrase ?? whole.replace(/^-+/, ''))
    if (text === '') continue
    if (excludes) tokens.push({ text, kind: 'unwanted' })
    else if (phrase !== undefined) tokens.push({ text, kind: 'phrase' })
    else tokens.push({ text, kind: /^or$/i.test(text) ? 'or' : 'word' })
  }
  return tokens
}

/** Up to the end of the last word that counts; nothing where there is no word. */
function firstWords(text: string): string {
  const found = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)].slice(0, PHRASE_MAX)
  const last = found.at(-1)
  return last ? text.slice(0, last.index + last[0].length) : ''
}
