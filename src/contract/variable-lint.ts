import { placeholdersIn } from './placeholders'
import { slipsBetween } from './slips'

/** A variable that a version declares (§2). */
export interface DeclaredVariable {
  readonly name: string
  readonly required: boolean
  readonly defaultValue: string
}

/** A text in which variables may stand: the prompt, a message, or a string of an attached tool. */
export interface LintedText {
  /** Tells the texts apart, such as the path of the form field. */
  readonly place: string
  /** In words, after "in": "the system prompt". */
  readonly label: string
  readonly text: string
  /** Names that this text may use beside the declared ones: a tool has variables of its own (§2). */
  readonly own?: readonly string[]
}

/**
 * What was found. `undeclared`, `misnamed`, `unclosed` and `single-brace` stand at a place of a text; `unused` and `no-default` at a
 * declaration; `missing`, `blank` and `unknown` at the values of a call, a thread or a row.
 */
export interface VariableFinding {
  readonly kind:
    | 'undeclared'
    | 'misnamed'
    | 'unclosed'
    | 'single-brace'
    | 'unused'
    | 'no-default'
    | 'missing'
    | 'blank'
    | 'unknown'
  /** `error`: what the other end hears or gets would be wrong. `warning`: it probably is. `note`: good to know. */
  readonly severity: 'error' | 'warning' | 'note'
  readonly name: string
  /** What was probably meant. */
  readonly suggestion?: string
  /** A sentence or two for the person. */
  readonly message: string
  readonly place?: string
  /** UTF-16 code units in the text of that place, the end not included. */
  readonly start?: number
  readonly end?: number
}

const braced = (name: string) => `{{${name}}}`
const didYouMean = (suggestion: string | undefined) => (suggestion ? ` Did you mean ${suggestion}?` : '')

/**
 * Holds texts against the declared variables: what is used and not declared, ill formed, declared and not used, or needs a value every
 * time. In the order of the texts, then of the declarations.
 */
export function lintTexts(
  texts: readonly LintedText[],
  declared: readonly DeclaredVariable[],
): VariableFinding[] {
  const names = declared.map(({ name }) => name.trim()).filter((name) => name !== '')
  const used = new Set<string>()
  const findings: VariableFinding[] = []
  for (const text of texts) {
    const known = new Set([...names, ...(text.own ?? [])])
    for (const { name, start, end, fault } of placeholdersIn(text.text)) {
      const at = { name, place: text.place, start, end }
      if (fault === 'unclosed')
        findings.push({
          ...at,
          kind: 'unclosed',
          severity: 'error',
          message: `${text.text.slice(start, end)} in ${text.label} is not closed. End it with }}.`,
        })
      else if (fault === 'misnamed')
        findings.push({
          ...at,
          kind: 'misnamed',
          severity: 'error',
          message: `${text.text.slice(start, end)} in ${text.label} is no variable: a name starts with a letter or _ and has no spaces.`,
        })
      else if (known.has(name)) used.add(name)
      else {
        const suggestion = nearestName(name, [...known])
        const message = `${braced(name)} in ${text.label} is not declared.${didYouMean(suggestion && braced(suggestion))}`
        findings.push({ ...at, kind: 'undeclared', severity: 'error', suggestion, message })
      }
    }
    findings.push(...singleBraced(text, known))
  }
  return [...findings, ...lintDeclared(declared, used)]
}

/** `{name}` with a declared name: spoken with its braces, and hardly meant so. */
function* singleBraced({ text, place, label }: LintedText, known: ReadonlySet<string>) {
  for (const { 0: whole, 1: name = '', index } of text.matchAll(/(?<!\{)\{\s*([\w.-]+)\s*\}(?!\})/g)) {
    if (!known.has(name)) continue
    yield {
      kind: 'single-brace',
      severity: 'warning',
      name,
      suggestion: name,
      message: `${whole} in ${label} is not replaced. Did you mean ${braced(name)}?`,
      place,
      start: index,
      end: index + whole.length,
    } satisfies VariableFinding
  }
}

function* lintDeclared(declared: readonly DeclaredVariable[], used: ReadonlySet<string>) {
  for (const { name: typed, required, defaultValue } of declared) {
    const name = typed.trim()
    if (name === '') continue
    if (!used.has(name))
      yield {
        kind: 'unused',
        severity: 'note',
        name,
        message: `${name} is declared and used nowhere.`,
      } satisfies VariableFinding
    if (required && defaultValue.trim() === '')
      yield {
        kind: 'no-default',
        severity: 'note',
        name,
        message: `${name} is required and has no default: every conversation must be given a value.`,
      } satisfies VariableFinding
  }
}

const isGiven = (given: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(given, name) && given[name] !== null && String(given[name] ?? '').trim() !== ''

/**
 * Holds the values of a call, a thread or a row against the declared variables: required ones that are missing, optional ones that
 * would be left out, and values whose name nobody declared.
 */
export function lintValues(
  declared: readonly DeclaredVariable[],
  given: Readonly<Record<string, unknown>>,
): VariableFinding[] {
  const findings: VariableFinding[] = []
  for (const { name, required, defaultValue } of declared) {
    if (isGiven(given, name) || defaultValue.trim() !== '') continue
    findings.push(
      required
        ? {
            kind: 'missing',
            severity: 'error',
            name,
            message: `The agent needs a value for the variable ${name}.`,
          }
        : {
            kind: 'blank',
            severity: 'note',
            name,
            message: `${name} has no value and no default; it is left out.`,
          },
    )
  }
  const names = declared.map(({ name }) => name)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const suggestion = nearestName(name, names)
    const message = `The version declares no variable ${name}.${didYouMean(suggestion)}`
    findings.push({ kind: 'unknown', severity: 'warning', name, suggestion, message })
  }
  return findings
}

/** Names that differ in nothing but case and separators are one name to a person. */
const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The candidate that was probably meant: at most one slip in five letters, two in nine, three in longer names. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = folded(name)
  const slips = wanted.length <= 5 ? 1 : wanted.length <= 9 ? 2 : 3
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const other = folded(candidate)
    if (Math.abs(other.length - wanted.length) > slips) continue
    const distance = slipsBetween(wanted, other)
    if (distance <= slips && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { candidate, distance }
  }
  return best?.candidate
}
