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
 * What can be found, and how bad it is. `error`: what the other end hears or gets would be wrong; `warning`: it probably is; `note`: good
 * to know. The first four are at a place of a text, the next two at a declaration, the last three at the values of a call, a thread or a row.
 */
const SEVERITY = {
  undeclared: 'error',
  misnamed: 'error',
  unclosed: 'error',
  'single-brace': 'warning',
  unused: 'note',
  'no-default': 'note',
  missing: 'error',
  blank: 'note',
  unknown: 'warning',
} as const

type Kind = keyof typeof SEVERITY

export interface VariableFinding {
  readonly kind: Kind
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

type Where = Pick<VariableFinding, 'suggestion' | 'place' | 'start' | 'end'>

const finding = (kind: Kind, name: string, message: string, where: Where = {}): VariableFinding => ({
  kind,
  severity: SEVERITY[kind],
  name,
  message,
  ...where,
})

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
      const at = { place: text.place, start, end }
      const written = `${text.text.slice(start, end)} in ${text.label}`
      if (fault === 'unclosed')
        findings.push(finding(fault, name, `${written} is not closed. End it with }}.`, at))
      else if (fault === 'misnamed') {
        const message = `${written} is no variable: a name starts with a letter or _ and has no spaces.`
        findings.push(finding(fault, name, message, at))
      } else if (known.has(name)) used.add(name)
      else {
        const suggestion = nearestName(name, [...known])
        const message = `${braced(name)} in ${text.label} is not declared.${didYouMean(suggestion && braced(suggestion))}`
        findings.push(finding('undeclared', name, message, { ...at, suggestion }))
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
    const message = `${whole} in ${label} is not replaced. Did you mean ${braced(name)}?`
    const at = { place, start: index, end: index + whole.length }
    yield finding('single-brace', name, message, { ...at, suggestion: name })
  }
}

function* lintDeclared(declared: readonly DeclaredVariable[], used: ReadonlySet<string>) {
  for (const { name: typed, required, defaultValue } of declared) {
    const name = typed.trim()
    if (name === '') continue
    if (!used.has(name)) yield finding('unused', name, `${name} is declared and used nowhere.`)
    const message = `${name} is required and has no default: every conversation must be given a value.`
    if (required && defaultValue.trim() === '') yield finding('no-default', name, message)
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
        ? finding('missing', name, `The agent needs a value for the variable ${name}.`)
        : finding('blank', name, `${name} has no value and no default; it is left out.`),
    )
  }
  const names = declared.map(({ name }) => name)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const suggestion = nearestName(name, names)
    const message = `The version declares no variable ${name}.${didYouMean(suggestion)}`
    findings.push(finding('unknown', name, message, { suggestion }))
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
