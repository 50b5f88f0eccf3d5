/** What stands between a first bracket and its partner, strings minded; `undefined` where it is never closed. */
function balanced(text: string, start: number): string | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (inString) {
      if (sign === '\\') at++
      else if (sign === '"') inString = false
    } else if (sign === '"') inString = true
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') {
      depth--
      if (depth === 0) return text.slice(start, at + 1)
    }
  }
  return undefined
}

/** Pieces of an answer that are tried; more brackets than that are no slip. */
const TRIES_MAX = 20

/** The JSON in an answer of a model, which likes to say something before and after it; `undefined` where there is none. */
export function readJson(text: string): unknown {
  let tries = 0
  for (const { index } of text.matchAll(/[{[]/g)) {
    if (++tries > TRIES_MAX) return undefined
    const piece = balanced(text, index)
    if (piece === undefined) continue
    for (const each of [piece, piece.replaceAll(/,(\s*[}\]])/g, '$1')])
      try {
        return JSON.parse(each) as unknown
      } catch {
        // The next piece may do.
      }
  }
  return undefined
}
