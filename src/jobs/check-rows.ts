import type { DispatchRequest } from '../contract/calls'
import { PHONE_NUMBER } from '../contract/formats'
import { lintValues } from '../contract/variable-lint'
import type { Declared, Target } from './map-columns'
import { cleanCell, type NumberReading, readNumber, spreadsheetDamage } from './read-number'
import { allowances, type CheckedRow, type RowEdits, type RowProblem } from './row-edits'

/** What rows are held against. */
export interface Rules {
  readonly targets: readonly Target[]
  readonly country?: string
  readonly declared: Declared
  /** Numbers that this console called before, or may have: in words when. */
  readonly earlier: ReadonlyMap<string, string>
}

/** A row as it is kept for the batch. `request` only for one that is to be sent. */
export interface BatchRow {
  readonly cells: readonly string[]
  readonly to?: string
  readonly request?: Pick<
    DispatchRequest,
    'toPhoneNumber' | 'leadId' | 'firstName' | 'variables' | 'metadata'
  >
  /** Why it is not sent. */
  readonly problem?: string
}

const NONE: readonly RowProblem[] = []
const TEXT_MAX = 10_000
const SHORT_TEXT_MAX = 200

/** Holds the rows of a file against the rules, and again after every change. */
export class RowChecker {
  readonly #header: readonly string[]
  readonly #cells: string[][]
  readonly #leftOut = new Set<number>()
  /** What a person allowed: see `allowances`. */
  readonly #allowed = new Set<string>()
  #rules: Rules = { targets: [], declared: undefined, earlier: new Map() }
  #to: (string | undefined)[] = []
  #own: (readonly RowProblem[])[] = []
  #checked: CheckedRow[] = []
  #numbers = new Map<string, NumberReading>()

  constructor(header: readonly string[], rows: string[][]) {
    this.#header = header
    this.#cells = rows
  }

  get rows(): readonly CheckedRow[] {
    return this.#checked
  }

  /** Takes over what was changed before of the same file. Nothing is judged before the next look at every row. */
  restore({ cells, leftOut, allowed }: RowEdits): void {
    for (const [row, texts] of cells) if (this.#cells[row]) this.#cells[row] = [...texts]
    for (const row of leftOut) this.#leftOut.add(row)
    for (const each of allowed) this.#allowed.add(each)
  }

  /** Looks at every row. */
  check(rules: Rules): void {
    if (rules.country !== this.#rules.country) this.#numbers = new Map()
    this.#rules = rules
    for (let row = 0; row < this.#cells.length; row += 1) this.#look(row)
    this.#judge()
  }

  /** Puts other text into a cell. Returns the rows that are now judged differently. */
  fix(row: number, column: number, text: string): CheckedRow[] {
    const cells = this.#cells[row]
    if (!cells) return []
    while (cells.length <= column) cells.push('')
    cells[column] = text
    this.#look(row)
    return this.#judge(row)
  }

  /** Takes over what was probably meant, wherever something is suggested. */
  mend(rows: readonly number[]): CheckedRow[] {
    const mended = new Set<number>()
    for (const row of rows) {
      for (const { column, suggestion } of this.#own[row] ?? NONE) {
        const cells = this.#cells[row]
        if (column === undefined || suggestion === undefined || !cells) continue
        cells[column] = suggestion
        mended.add(row)
      }
      if (mended.has(row)) this.#look(row)
    }
    return this.#judge(...mended)
  }

  leaveOut(rows: readonly number[], out: boolean): CheckedRow[] {
    for (const row of rows) {
      if (out) this.#leftOut.add(row)
      else this.#leftOut.delete(row)
    }
    return this.#judge()
  }

  /** Sends what is held all the same, as long as nothing else holds it. */
  allow(rows: readonly number[]): CheckedRow[] {
    for (const row of rows) {
      const checked = this.#checked[row]
      if (checked) for (const each of allowances(checked)) this.#allowed.add(each)
    }
    return this.#judge()
  }

  /** The rows as the batch keeps them, from the first to before the last. */
  take(from: number, to: number): BatchRow[] {
    return this.#checked.slice(from, to).map((checked) => {
      const { cells, state, problems } = checked
      if (state === 'ready') return { cells, to: checked.to, request: this.#requestOf(checked) }
      const said = problems.find(({ severity }) => severity !== 'note')?.message
      return { cells, to: checked.to, problem: state === 'left out' ? 'Left out' : said }
    })
  }

  #requestOf({ row, to = '' }: CheckedRow): BatchRow['request'] {
    const variables = this.#valuesOf(row, 'variable:')
    const metadata = this.#valuesOf(row, 'metadata:')
    const field = (target: Target) => {
      const column = this.#rules.targets.indexOf(target)
      return column === -1 ? undefined : cleanCell(this.#cells[row]?.[column] ?? '') || undefined
    }
    return {
      toPhoneNumber: to,
      leadId: field('leadId'),
      firstName: field('firstName'),
      variables: Object.keys(variables).length > 0 ? variables : undefined,
      metadata: Object.keys(metadata).length > 0 ? metadata : undefined,
    }
  }

  #valuesOf(row: number, prefix: 'variable:' | 'metadata:'): Record<string, string> {
    const given = this.#rules.targets.flatMap((target, column): [string, string][] => {
      const value = cleanCell(this.#cells[row]?.[column] ?? '')
      return target.startsWith(prefix) && value !== '' ? [[target.slice(prefix.length), value]] : []
    })
    return Object.fromEntries(given)
  }

  /** What a row says by itself. */
  #look(row: number): void {
    const cells = this.#cells[row] ?? []
    const { targets, declared } = this.#rules
    const problems: RowProblem[] = []
    this.#to[row] = undefined
    for (const [column, target] of targets.entries()) {
      const cell = cells[column] ?? ''
      if (target === 'skip') continue
      if (target === 'toPhoneNumber') {
        const reading = this.#number(cell)
        if (!reading.ok) problems.push({ ...reading, severity: 'error', column })
        else {
          if (PHONE_NUMBER.test(reading.e164)) this.#to[row] = reading.e164
          if (reading.doubt)
            problems.push({ kind: 'doubt', severity: 'note', message: reading.doubt, column })
        }
        continue
      }
      const message = spreadsheetDamage(cell)
      if (message) problems.push({ kind: 'damage', severity: 'held', message, column })
      const max = target === 'leadId' || target === 'firstName' ? SHORT_TEXT_MAX : TEXT_MAX
      if (cell.length > max || !cell.isWellFormed() || cell.includes('\u0000'))
        problems.push({
          kind: 'text',
          severity: 'error',
          message: `${this.#header[column]} can have at most ${max.toLocaleString('en')} plain characters.`,
          column,
        })
    }
    for (const { kind, name, message } of lintValues(declared ?? [], this.#valuesOf(row, 'variable:'))) {
      if (kind !== 'missing') continue
      const column = targets.indexOf(`variable:${name}`)
      problems.push({
        kind: 'missing',
        severity: 'error',
        message,
        column: column === -1 ? undefined : column,
      })
    }
    if (
      cells.length > this.#header.length &&
      cells.slice(this.#header.length).some((cell) => cell.trim() !== '')
    )
      problems.push({
        kind: 'cells',
        severity: 'held',
        message: `This row has ${cells.length} cells and the header ${this.#header.length}. A separator may stand inside a value without quotation marks.`,
      })
    this.#own[row] = problems.length > 0 ? problems : NONE
  }

  #number(cell: string): NumberReading {
    const known = this.#numbers.get(cell)
    if (known) return known
    const reading = readNumber(cell, this.#rules.country)
    this.#numbers.set(cell, reading)
    return reading
  }

  /** What a row says beside the others and beside earlier calls; returns those that changed, and `touched` ones. */
  #judge(...touched: number[]): CheckedRow[] {
    const first = new Map<string, number>()
    const changed: CheckedRow[] = []
    const fresh = new Set(touched)
    for (const [row, cells] of this.#cells.entries()) {
      const out = this.#leftOut.has(row)
      const to = this.#to[row]
      let problems = this.#own[row] ?? NONE
      const earlierRow = to === undefined || out ? undefined : first.get(to)
      if (to !== undefined && !out && earlierRow === undefined) first.set(to, row)
      if (earlierRow !== undefined) {
        const message = `The same number as in row ${earlierRow + 1}. Leave one of them out.`
        problems = [...problems, { kind: 'duplicate', severity: 'error', message }]
      }
      const before = to === undefined ? undefined : this.#rules.earlier.get(to)
      if (before !== undefined)
        problems = [...problems, { kind: 'called', severity: 'held', message: before }]
      const wrong = problems.some(({ severity }) => severity === 'error')
      const held = allowances({ row, to, problems }).some((each) => !this.#allowed.has(each))
      const state = out ? 'left out' : wrong ? 'wrong' : held ? 'held' : 'ready'
      const known = this.#checked[row]
      const same =
        known?.state === state && known.to === to && sameProblems(known.problems, problems) && !fresh.has(row)
      if (same) continue
      const checked: CheckedRow = { row, cells: [...cells], to, problems, state }
      this.#checked[row] = checked
      changed.push(checked)
    }
    return changed
  }
}

const sameProblems = (one: readonly RowProblem[], other: readonly RowProblem[]) =>
  one === other ||
  (one.length === other.length && one.every(({ message }, index) => message === other[index]?.message))
