import { NotImported } from './tool-draft'

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '0': '\0', a: '\x07', b: '\b' }

/** What stands in `$'...'`, with its escapes replaced. */
const unescapeAnsi = (text: string) =>
  text.replace(
    /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U(?:00)?([\da-fA-F]{1,6})|(.))/gs,
    (_, hex, four, more, plain = '') => {
      const code = Number.parseInt(hex ?? four ?? more, 16)
      // Beyond the last character there is none.
      return code >= 0 ? String.fromCodePoint(code <= 0x10ffff ? code : 0xfffd) : (ESCAPES[plain] ?? plain)
    },
  )

/** One piece of a word: a quoted part, an escape, or plain text. Alternatives in the order of a shell. */
const PIECE =
  /\\\r?\n|\s+|\$'((?:\\.|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])|([^\s\\'"`;&|<>()#]|#)+|[\s\S]/gy

/**
 * The words of one command as bash takes them apart: quotes, escapes, lines joined by a backslash. Variables stay as they are written; what
 * would run something else is refused with `NotImported`.
 */
export function shellWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  const add = (text: string) => {
    word = (word ?? '') + text
  }
  const end = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  for (const match of line.trim().matchAll(PIECE)) {
    const [whole, ansi, single, double, escaped] = match
    if (/^\\\r?\n$/.test(whole)) continue
    if (/^\s+$/.test(whole)) end()
    else if (ansi !== undefined) add(unescapeAnsi(ansi))
    else if (single !== undefined) add(single)
    else if (double !== undefined) {
      refuseCommands(double)
      add(double.replace(/\\\r?\n/g, '').replace(/\\(["\\$`])/g, '$1'))
    } else if (escaped !== undefined) add(escaped)
    else if (/^['"]/.test(whole)) throw new NotImported(`A quotation mark (${whole}) is never closed.`)
    else if (/^[`;&|<>()]/.test(whole))
      throw new NotImported(`"${whole}" would start something else in a shell; paste the curl command alone.`)
    else {
      refuseCommands(whole)
      add(whole)
    }
  }
  end()
  return words
}

function refuseCommands(text: string): void {
  if (/\$\(|(?<!\\)`/.test(text)) throw new NotImported('A command within the command cannot be imported.')
}
