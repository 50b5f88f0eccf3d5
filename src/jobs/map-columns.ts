import { type DeclaredVariable, lintValues, nearestName } from '../contract/variable-lint'
import { COLUMN_NAMES, fold, plainNumber } from './column-names'

/** What a column stands for in the dispatch request; `skip`: it is not sent. */
export type Target =
  | 'toPhoneNumber'
  | 'leadId'
  | 'firstName'
  | 'skip'
  | `variable:${string}`
  | `metadata:${string}`

const LABELS = {
  skip: 'Not sent',
  toPhoneNumber: 'To phone number',
  leadId: 'Lead id',
  firstName: 'First name',
}

/** What a column stands for, in words. */
export function labelOf(target: Target): string {
  const [kind, ...rest] = target.split(':')
  const name = rest.join(':')
  if (kind === 'variable') return `Variable ${name}`
  if (kind === 'metadata') return `Metadata ${name}`
  return LABELS[target as keyof typeof LABELS]
}

/** The version that the rows are for: what it declares, or `undefined` where this browser does not know. */
export type Declared = readonly DeclaredVariable[] | undefined

/** What rows hold beside one target for each column: a second one for some, and values for every row that no column holds. */
export interface Additions {
  readonly also?: ReadonlyMap<number, Target>
  readonly fixed?: ReadonlyMap<Target, string>
}

/** A proposal for one column; `message` where a person should look at it. */
export interface Proposal {
  readonly target: Target
  readonly message?: string
}

/** What each column stands for: as a person said, where the version still has that, else as proposed. */
export function chosenTargets(
  proposals: readonly Proposal[],
  choices: ReadonlyMap<number, string> = new Map(),
  declared: Declared,
): Target[] {
  return proposals.map(({ target }, column) => {
    const said = choices.get(column)
    return said !== undefined && isTarget(said, declared) ? said : target
  })
}

/** Whether a stored text is something that a column can stand for, with this version. */
export const isTarget = (text: string, declared: Declared): text is Target =>
  text === 'skip' ||
  FIELDS.some((field) => field === text) ||
  text.startsWith('metadata:') ||
  (text.startsWith('variable:') && (!declared || declared.some(({ name }) => text === `variable:${name}`)))

const FIELDS = Object.keys(COLUMN_NAMES) as (keyof typeof COLUMN_NAMES)[]

/** Columns of our own downloads, which say what became of a row and are no input. */
const OWN = ['row', 'outcome', 'problem', 'callid', 'statusreturned', 'senttime', 'callstate', 'callended']

/** The columns of the file that a download was made of: ours stand behind them, more than once in that of a retry. */
export function withoutOwn(header: readonly string[]): readonly string[] {
  const start = header.length - OWN.length
  const isOurs = start > 0 && OWN.every((name, at) => fold(header[start + at] ?? '') === name)
  return isOurs ? withoutOwn(header.slice(0, start)) : header
}

/** Whether a cell looks like a phone number, also one that a spreadsheet shortened. */
export function isNumberLike(cell: string): boolean {
  const text = plainNumber(cell).trim()
  return (
    /^(?:="|['\u2019])?\s*(?:\+?[\d\s().\-/]+|\d[.,]\d+E\+?\d+)"?$/i.test(text) &&
    text.replace(/\D/g, '').length >= 7 &&
    !DATE.test(text)
  )
}

/** Not an id as long as a number: phone numbers begin with + or 0, or have their digits in groups. */
const isDialled = (cell: string): boolean =>
  isNumberLike(cell) && /^[='"\u2019\s(]*[+0]|\d[\s().\-/]+\d/.test(plainNumber(cell))

const DATE = /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4})(?:\s.*)?$/

/**
 * Proposes what each column stands for: by its name, the phone number else by what the first rows hold, then by a name that is like it; the
 * last two are said. What is left over is not sent unless a person wants it; where the content of the version is not there, it is taken for a variable.
 */
export function proposeColumns(
  header: readonly string[],
  declared: Declared,
  sample: readonly (readonly string[])[] = [],
): Proposal[] {
  const proposals = header.map((): Proposal | undefined => undefined)
  const taken = new Set<Target>()
  const give = (column: number, target: Target, message?: string) => {
    if (proposals[column] || (target !== 'skip' && taken.has(target))) return
    taken.add(target)
    proposals[column] = { target, message }
  }
  const names = (declared ?? []).map(({ name }) => name)
  const each = (propose: (name: string, column: number) => void) => {
    for (const [column, name] of header.entries()) if (!proposals[column]) propose(name, column)
  }
  each((name, column) => {
    const exact = /^(variable|metadata)s?[.:](.+)$/i.exec(name)
    if (exact?.[2]) give(column, `${exact[1]?.toLowerCase() as 'variable'}:${exact[2].trim()}`)
    else if (names.includes(name)) give(column, `variable:${name}`)
  })
  each((name, column) => {
    const variable = names.find((known) => fold(known) === fold(name))
    if (variable) give(column, `variable:${variable}`)
  })
  each((name, column) => {
    if (OWN.includes(fold(name))) return give(column, 'skip')
    const field = FIELDS.find((each) => COLUMN_NAMES[each].has(fold(name)))
    if (field) give(column, field)
  })
  const numbers = header.map((_, column) => sample.flatMap((row) => row[column]?.trim() || []))
  for (const isLike of [isDialled, isNumberLike])
    each((_, column) => {
      if (numbers[column]?.length && numbers[column].every(isLike))
        give(column, 'toPhoneNumber', 'Its values look like phone numbers.')
    })
  each((name, column) => {
    if (name === '') give(column, 'skip')
  })
  each((name, column) => {
    const meant = nearestName(
      name,
      names.filter((known) => !taken.has(`variable:${known}`)),
    )
    if (!meant) return
    give(column, `variable:${meant}`, messageFor(name, declared ?? []))
  })
  each((name, column) => {
    const meant = nearestName(
      name,
      FIELDS.filter((field) => !taken.has(field)),
    )
    if (meant)
      give(column, meant as Target, `No field is called ${name}. Did you mean ${labelOf(meant as Target)}?`)
  })
  each((name, column) => {
    if (declared) give(column, 'skip', messageFor(name, declared))
    else give(column, `variable:${name}`)
  })
  return proposals.map((proposal) => proposal ?? { target: 'skip' })
}

const messageFor = (name: string, declared: readonly DeclaredVariable[]) =>
  lintValues(declared, { [name]: 'x' }).find((finding) => finding.name === name)?.message

/** What is wrong with a choice of columns as a whole, in sentences. */
export function columnProblems(
  targets: readonly Target[],
  declared: Declared,
  { also = new Map(), fixed = new Map() }: Additions = {},
): string[] {
  const problems: string[] = []
  const all = [...targets, ...also.values()]
  if (!all.includes('toPhoneNumber')) problems.push('No column is the phone number to call. Choose one.')
  const seen = new Set<Target>()
  for (const target of all) {
    if (target !== 'skip' && seen.has(target))
      problems.push(`Two columns stand for ${labelOf(target)}. Keep one of them.`)
    seen.add(target)
  }
  for (const [target, value] of fixed) if (value.trim() !== '') seen.add(target)
  for (const { name, required, defaultValue } of declared ?? [])
    if (required && defaultValue.trim() === '' && !seen.has(`variable:${name}`))
      problems.push(`No column holds the required variable ${name}, and it has no default.`)
  return [...new Set(problems)]
}
