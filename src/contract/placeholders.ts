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
   * `unclosed`: `{{name` with no `}}` after it. `misnamed`: nothing that can be a name between the braces. `overbraced`: a name in three braces or
   * more.
   */
  readonly fault?: 'unclosed' | 'misnamed' | 'overbraced'
}

const BRACED = /(?<!\{)\{{3,}\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}{2,}|\{\{([^{}\n]*)(\}\})?/g

/** Every `{{...}}` of a text, in its order, also those that are not well formed. */
export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(BRACED)].map(({ 0: whole, 1: over, 2: inner = '', 3: close, index }) => {
    if (over !== undefined)
      return { name: over, start: index, end: index + whole.length, fault: 'overbraced' }
    // What is never closed could go on for lines; only the word after the braces is meant.
    const meant = close ? inner : (/^\s*\S*/.exec(inner)?.[0] ?? '')
    const name = meant.trim()
    const end = index + (close ? whole.length : 2 + meant.length)
    const fault = !close ? 'unclosed' : VARIABLE_NAME.test(name) ? undefined : 'misnamed'
    return { name, start: index, end, fault }
  })
}

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
