import { type DeclaredVariable, lintValues, nearestName } from '../contract/variable-lint'

/** What a column stands for in the dispatch request; `skip`: it is not sent. */
export type Target =
  | 'toPhoneNumber'
  | 'leadId'
  | 'firstName'
  | 'skip'
  | `variable:${string}`
  | `metadata:${string}`

/** The version that the rows are for: what it declares, or `undefined` where this browser does not know. */
export type Declared = readonly DeclaredVariable[] | undefined

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
  const isThere = (target: string): target is Target =>
    target === 'skip' ||
    Object.hasOwn(ALIASES, target) ||
    target.startsWith('metadata:') ||
    (target.startsWith('variable:') &&
      (!declared || declared.some(({ name }) => target === `variable:${name}`)))
  return proposals.map(({ target }, column) => {
    const said = choices.get(column)
    return said !== undefined && isThere(said) ? said : target
  })
}

/** What people call these columns, without case and separators. */
const ALIASES = {
  toPhoneNumber:
    'tophonenumber to phone phonenumber phoneno number mobile mobilenumber mobilephone cell cellphone telephone telephonenumber tel msisdn',
  leadId: 'leadid lead contactid customerid crmid',
  firstName: 'firstname givenname forename vorname',
}
const FIELDS = Object.keys(ALIASES) as (keyof typeof ALIASES)[]

/** Columns of our own downloads, which say what became of a row and are no input. */
const OWN = ['row', 'outcome', 'problem', 'callid', 'statusreturned', 'senttime']

/** A name without case and separators, as people compare names. */
export const fold = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Proposes what each column stands for: by its name, then by a name that is like it, which is said. What is left over is not sent unless
 * a person wants it; where the content of the version is not there, it is taken for a variable.
 */
export function proposeColumns(header: readonly string[], declared: Declared): Proposal[] {
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
    if (name === '' || OWN.includes(fold(name))) return give(column, 'skip')
    const field = FIELDS.find((each) => ALIASES[each].split(' ').includes(fold(name)))
    if (field) give(column, field)
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
    if (meant) give(column, meant as Target, `No field is called ${name}. Did you mean ${meant}?`)
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
export function columnProblems(targets: readonly Target[], declared: Declared): string[] {
  const problems: string[] = []
  if (!targets.includes('toPhoneNumber')) problems.push('No column is the phone number to call. Choose one.')
  const seen = new Set<Target>()
  for (const target of targets) {
    if (target !== 'skip' && seen.has(target))
      problems.push(`Two columns stand for ${target.replace(/^\w+:/, '')}. Keep one of them.`)
    seen.add(target)
  }
  for (const { name, required, defaultValue } of declared ?? [])
    if (required && defaultValue.trim() === '' && !seen.has(`variable:${name}`))
      problems.push(`No column holds the required variable ${name}, and it has no default.`)
  return [...new Set(problems)]
}
