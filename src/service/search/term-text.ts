// Queries of the database as text, so that they can be counted and bounded before they run. A term is such a text of one word, of several that follow each
// other, or of these with operators; one that the dictionary leaves nothing of is empty.

/** A lexeme in the text of a query, `:*` with it where it is a beginning. */
const LEXEME = /'(?:[^'\\]|''|\\.)*'(?::\*)?/g

const join = (terms: readonly string[], operator: string) => {
  const distinct = [...new Set(terms)].filter((term) => term !== '')
  return distinct.length > 1 ? `(${distinct.join(operator)})` : (distinct[0] ?? '')
}
export const all = (terms: readonly string[]) => join(terms, ' & ')
export const either = (terms: readonly string[]) => join(terms, ' | ')

/** How many words a term asks for; one that stands in it twice counts twice. */
export const countOf = (term: string) => term.match(LEXEME)?.length ?? 0

/** The words of a term as mere alternatives: what it marks, and the cheapest that it can be ranked by. */
export const flattened = (term: string) => either(term.match(LEXEME) ?? [])

/** Without the order of words: what an index tells without reading the passages. */
export const loosened = (term: string) => term.replaceAll(/ <(?:-|\d+)> /g, ' & ')

/** The same words, each as a beginning. */
export const asBeginning = (term: string) =>
  term.replaceAll(LEXEME, (lexeme) => (lexeme.endsWith('*') ? lexeme : `${lexeme}:*`))

/** At least so many of the terms. Far shorter than all ways to take so many of them, and the same. */
export function someOf(terms: readonly string[], count: number): string {
  const there = terms.filter((term) => term !== '')
  if (there.length < count) return ''
  if (count === 1) return either(there)
  const [first = '', ...rest] = there
  const others = someOf(rest, count)
  return either([all([first, someOf(rest, count - 1)]), others])
}
