/** How a variable may be named (§2 prompt variables; D14): what stands between the braces of `{{name}}`. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/

/** A well-formed `{{name}}`, to be coloured in a text. */
export const PLACEHOLDER = /(?<!\{)\{\{\s*[A-Za-z_][A-Za-z0-9_.-]*\s*\}\}/g

/** A place in a text that stands for a variable, or was meant to. Positions are UTF-16 code units, the end not included. */
export interface Placeholder {
  /** What stands between the braces, trimmed. */
  readonly name: string
  readonly start: number
  readonly end: number
  /**
   * `unclosed`: `{{name` with no `}}` after it. `misnamed`: nothing that can be a name between the braces, however many. `overbraced`: a name in three
   * braces or more, on one side or on both. `single-brace`: one brace, which stands for no variable.
   */
  readonly fault?: 'unclosed' | 'misnamed' | 'overbraced' | 'single-brace'
}

const BRACED = /(\{+)([^{}\n]*)(\}*)/g

/**
 * What stands in braces in a text, in its order, also in a single one. Braces too many behind it are part of it unless they close what was opened
 * before: in `{"id": {{id}}}` the last one belongs to the object (D804).
 */
export function bracedIn(text: string): Placeholder[] {
  const found: Placeholder[] = []
  let at = 0
  let open = 0
  for (const { 1: opened = '', 2: inner = '', 3: closed = '', index: start } of text.matchAll(BRACED)) {
    const pair = Math.min(opened.length, 2)
    const isClosed = closed.length >= pair
    if (!isClosed && pair === 1) continue
    // What is never closed could go on for lines; only the word after the braces is meant.
    const meant = isClosed ? inner : (/^\s*\S*/.exec(inner)?.[0] ?? '')
    const name = meant.trim()
    const after = start + opened.length + meant.length
    // As many braces close a name as opened it. One right behind what is not closed was meant to.
    const own = isClosed ? Math.min(opened.length, closed.length) : Number(text[after] === '}')
    for (; at < start; at += 1)
      if (text[at] === '{') open += 1
      else if (text[at] === '}' && open > 0) open -= 1
    let last = after + own
    while (text[last] === '}') last += 1
    // Its braces open and close nothing around it, unless they are of no name: then others may close them.
    at = Math.max(after + own, last - open)
    if (!isClosed && own === 0 && !/^[A-Za-z_]/.test(name)) open += opened.length
    const isOver = opened.length > 2 || at > after + own
    found.push({ name, start, end: at, fault: faultOf(name, { pair, isClosed, isOver }) })
  }
  return found
}

function faultOf(
  name: string,
  { pair, isClosed, isOver }: { pair: number; isClosed: boolean; isOver: boolean },
): Placeholder['fault'] {
  if (pair === 1) return 'single-brace'
  if (!isClosed) return 'unclosed'
  if (!VARIABLE_NAME.test(name)) return 'misnamed'
  return isOver ? 'overbraced' : undefined
}

/** Every `{{...}}` of a text, in its order, also those that are not well formed. */
export const placeholdersIn = (text: string): Placeholder[] =>
  bracedIn(text).filter(({ fault }) => fault !== 'single-brace')

/** The variables that a text uses, each once, in the order of the text. */
export function variablesIn(text: string): string[] {
  const names = placeholdersIn(text).filter(({ fault }) => fault === undefined)
  return [...new Set(names.map(({ name }) => name))]
}

/** Where a text uses a variable: its name, without the braces and spaces around it. */
export const placesOf = (text: string, name: string): { start: number; end: number }[] =>
  placeholdersIn(text)
    .filter((each) => each.fault === undefined && each.name === name)
    .map((each) => {
      const start = text.indexOf(name, each.start + 2)
      return { start, end: start + name.length }
    })

/** The text with a variable named anew wherever it is used; spaces inside the braces stay. */
export const renameVariable = (text: string, from: string, to: string): string =>
  placesOf(text, from).reduceRight(
    (renamed, { start, end }) => renamed.slice(0, start) + to + renamed.slice(end),
    text,
  )

/** A piece of a rendered text. `name`: it stands where that variable was; `filled`: with a value. */
export interface RenderedPiece {
  readonly text: string
  readonly name?: string
  readonly filled?: boolean
}

/**
 * The text as it would be spoken with these values: `values` first, then `defaults`. A variable without either keeps its braces and
 * says `filled: false`.
 */
export function renderText(
  text: string,
  values: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, string>> = {},
): RenderedPiece[] {
  const pieces: RenderedPiece[] = []
  let done = 0
  for (const { name, start, end, fault } of placeholdersIn(text)) {
    if (fault) continue
    if (start > done) pieces.push({ text: text.slice(done, start) })
    const value = [values, defaults].map((from) => textOf(from, name)).find((each) => each !== '')
    pieces.push({ text: value ?? text.slice(start, end), name, filled: value !== undefined })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done) })
  return pieces
}

/** The value of a name as text; empty where there is none. Names such as `constructor` are data. */
export function textOf(values: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
