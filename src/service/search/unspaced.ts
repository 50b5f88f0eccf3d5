/**
 * Characters of scripts that write no spaces, or, as Korean, join small words to others: Thai, Lao, Burmese, Khmer, then Chinese,
 * Japanese and Korean. The same as in `spaced` of the database (D400).
 */
const UNSPACED =
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e81-\\u0ecd\\u1000-\\u103f\\u1780-\\u17d3\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\u{20000}-\\u{3134f}'

const RUN = new RegExp(`[${UNSPACED}]+`, 'gu')
const RUN_AT_END = new RegExp(`[${UNSPACED}]+$`, 'u')
const STARTS = new RegExp(`^[${UNSPACED}]`, 'u')

const SPACED_WORD = `[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])*`
export const WORD_OR_RUN = new RegExp(`[${UNSPACED}]+|${SPACED_WORD}`, 'gu')
export const WORD_OR_CHARACTER = new RegExp(`[${UNSPACED}]|${SPACED_WORD}`, 'gu')

/** Wide, narrow and taken apart characters, and radicals that stand for characters. */
const VARIANT = /[\uff01-\uffef\u1100-\u11ff\u2e80-\u2fdf\u3099\u309a]/
export const unvaried = (text: string) => text.normalize(VARIANT.test(text) ? 'NFKC' : 'NFC')

export const isUnspaced = (word: string) => STARTS.test(word)

/** Characters of a piece: of letters as in Thai three, because two say little. */
const lengthIn = (run: string) => (/^[\u0e01-\u17d3]/.test(run) ? 3 : 2)

/** Ends with shorter pieces. */
function cut(run: string): string[] {
  const characters = [...run]
  const length = lengthIn(run)
  return characters.map((_, start) => characters.slice(start, start + length).join(''))
}

/** A run as words: every two or three characters in a row. */
export const piecesOf = (run: string): string[] =>
  cut(run).slice(0, Math.max(1, [...run].length - lengthIn(run) + 1))

/** Text with such runs as words. Like the stored ones they end with shorter pieces, but not at the end, where a quoted text may go on. */
export function spaced(text: string): string {
  const plain = unvaried(text)
  return plain.replaceAll(RUN, (run, start: number) => {
    const pieces = start + run.length < plain.length ? cut(run) : piecesOf(run)
    return ` ${pieces.join(' ')} `
  })
}

/** Whether what it ends with is shorter than a stored piece, so that it stands for those that begin so. */
export function endsShort(text: string): boolean {
  const run = RUN_AT_END.exec(text)?.[0]
  return run !== undefined && [...run].length < lengthIn(run)
}

/** A text with a control character around such runs, where the database sees no border. */
export const BORDER = '\u0001'
export const bordered = (text: string) => text.replaceAll(RUN, (run) => BORDER + run + BORDER)
