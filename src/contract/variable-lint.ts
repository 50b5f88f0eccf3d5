import { joined, type Mend, mendOf, mends } from './mend-variable'
import { bracedIn } from './placeholders'
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
 * to know. The first five are at places of a text, the next two at a declaration, the last three at the values of a call, a thread or a row.
 */
const SEVERITY = {
  undeclared: 'error',
  misnamed: 'error',
  unclosed: 'error',
  overbraced: 'error',
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
  /** What mends it at all its places. */
  readonly mend?: Mend
  /** A sentence or two for the person. */
  readonly message: string
  readonly place?: string
  /** UTF-16 code units in the text of that place, the end not included. */
  readonly start?: number
  readonly end?: number
  /** Where else in that text the same is found. */
  readonly more?: readonly { readonly start: number; readonly end: number }[]
}

type Where = Pick<VariableFinding, 'suggestion' | 'mend' | 'place' | 'start' | 'end' | 'more'>

const finding = (kind: Kind, name: string, message: string, where: Where = {}): VariableFinding => ({
  kind,
  severity: SEVERITY[kind],
  name,
  message,
  ...where,
})

const braced = (name: string) => `{{${name}}}`
const didYouMean = (suggestion: string | undefined) => (suggestion ? ` Did you mean ${suggestion}?` : '')

/** Something found at one place of a text: `${subject} ${says}` is its message. */
interface Found {
  readonly kind: Kind
  readonly name: string
  readonly subject: string
  readonly says: string
  readonly suggestion?: string
  readonly start: number
  readonly end: number
}

/**
 * Holds texts against the declared variables: what is used and not declared, ill formed, declared and not used, or needs a value every
 * time. In the order of the texts, then of the declarations; what is found of a name several times in one text is one finding.
 */
export function lintTexts(
  texts: readonly LintedText[],
  declared: readonly DeclaredVariable[],
): VariableFinding[] {
  const names = declared.map(({ name }) => name.trim()).filter((name) => name !== '')
  const used = new Set<string>()
  const findings = texts.flatMap((text) => {
    const declaredNames = new Set([...names, ...(text.own ?? [])])
    return gather(text, declaredNames, used)
  })
  // Two headers of a tool may have one name; that it does not fit is said once.
  const once = new Map<string, VariableFinding>()
  for (const each of findings) {
    const key = `${each.place} ${each.message}`
    if (!once.has(key)) once.set(key, each)
  }
  return [...once.values(), ...lintDeclared(declared, used)]
}

/** What is wrong with the placeholders of one text; names of those that are not go into `used`. */
function* lintText(
  { text, label }: LintedText,
  declaredNames: ReadonlySet<string>,
  used: Set<string>,
): Generator<Found> {
  for (const { name, start, end, fault } of bracedIn(text)) {
    const found = { name, start, end, subject: `${text.slice(start, end)} in ${label}` }
    const nearest = () => nearestName(name, [...declaredNames])
    // A declared name in single braces is hardly meant so; any other may be of another notation.
    const says = `is not replaced. Did you mean ${braced(name)}?`
    if (fault === 'single-brace') {
      if (declaredNames.has(name)) yield { ...found, kind: fault, says, suggestion: name }
    } else if (fault === 'unclosed') yield { ...found, kind: fault, says: 'is not closed. End it with }}.' }
    else if (fault === 'misnamed')
      yield {
        ...found,
        kind: fault,
        says: 'is no variable: names have letters (a to z), digits, _ . and -, and begin with a letter or _.',
        suggestion: name === '' ? undefined : (nearest() ?? joined(name)),
      }
    else if (fault === 'overbraced')
      yield { ...found, kind: fault, says: `has too many braces. Write ${braced(name)}.`, suggestion: name }
    else if (declaredNames.has(name)) used.add(name)
    else {
      const suggestion = nearest()
      const says = `is not declared.${didYouMean(suggestion && braced(suggestion))}`
      yield { ...found, kind: 'undeclared', subject: `${braced(name)} in ${label}`, says, suggestion }
    }
  }
}

/** One finding for all places at which the same is found, with what mends it. */
function gather(
  linted: LintedText,
  declaredNames: ReadonlySet<string>,
  used: Set<string>,
): VariableFinding[] {
  const { text, place } = linted
  const count = (part: string) => [...lintText({ ...linted, text: part }, declaredNames, new Set())].length
  const same = new Map<string, Found[]>()
  for (const each of lintText(linted, declaredNames, used)) {
    const written = `${each.subject} ${each.says}`
    // Spaces around a name make no other variable.
    const key = each.name ? written.replace(/(?<=\{)\s+|\s+(?=\})/g, '') : written
    const others = same.get(key)
    if (others) others.push(each)
    else same.set(key, [each])
  }
  return [...same.values()].flatMap(([first, ...more]) => {
    if (!first) return []
    const { kind, name, subject, says, suggestion, start, end } = first
    const at = more.length > 0 ? { more: more.map(({ start, end }) => ({ start, end })) } : {}
    const places = more.length > 0 ? `, ${more.length + 1} places,` : ''
    const where = { place, start, end, suggestion, ...at }
    const mend = mendOf(text.slice(start, end), { kind, name, meant: suggestion }, declaredNames)
    const holds = mend && [first, ...more].every((each) => mends(text, each, mend, count))
    return finding(kind, name, `${subject}${places} ${says}`, { ...where, ...(holds && { mend }) })
  })
}

function* lintDeclared(declared: readonly DeclaredVariable[], used: ReadonlySet<string>) {
  const seen = new Set<string>()
  for (const { name: typed, required, defaultValue } of declared) {
    const name = typed.trim()
    if (name === '' || seen.has(name)) continue
    seen.add(name)
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

/** The candidate that was probably meant: no slip in two letters, one in five, two in nine, three in longer names. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const wanted = folded(name)
  const slips = [2, 5, 9].filter((length) => wanted.length > length).length
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
