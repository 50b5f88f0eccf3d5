import type { DispatchRequest } from '../contract/calls'
import { PHONE_NUMBER } from '../contract/formats'
import { isStorable } from '../contract/storable'
import { lintValues } from '../contract/variable-lint'
import type { Additions, Declared, Target } from './map-columns'
import { cleanCell, type NumberReading, readNumber, spreadsheetDamage } from './read-number'
import {
  allowances,
  type CheckedRow,
  NO_EDITS,
  type RowEdits,
  type RowProblem,
  type RowsChange,
} from './row-edits'

/** What rows are held against. */
export interface Rules extends Additions {
  readonly targets: readonly Target[]
  readonly country?: string
  readonly declared: Declared
  /** Numbers that this console called before, or may have: in words when. */
  readonly earlier: ReadonlyMap<string, string>
}

/** A row as it is stored for the batch. `request` only for one that is to be sent. */
export interface BatchRow {
  readonly cells: readonly string[]
  readonly to?: string
  /** Of the number, such as `GB`: whose hours it keeps to. */
  readonly country?: string
  readonly request?: Pick<
    DispatchRequest,
    'toPhoneNumber' | 'leadId' | 'firstName' | 'variables' | 'metadata'
  >
  /** Whose number it is, where its request has no field that says so. */
  readonly firstName?: string
  /** Why it is not sent. */
  readonly problem?: string
  /** Its number is not in the numbering plan of its country, and is called all the same. */
  readonly doubt?: boolean
  /** Id of the newest call to its number when its file was read: a later one is news. */
  readonly called?: string
}

/** What a row says by itself. */
type Own = Pick<CheckedRow, 'to' | 'problems'> & Pick<BatchRow, 'country'>

const TEXT_MAX = 10_000
const SHORT_TEXT_MAX = 200

/** Holds the rows of a file against the rules, and again after every change. Changes return the rows that are judged differently. */
export class RowChecker {
  readonly #header: readonly string[]
  readonly #cells: string[][]
  /** The rows whose cells a person changed. */
  readonly #edited: Set<number>
  readonly #leftOut: Set<number>
  /** What a person allowed: see `allowances`. */
  readonly #allowed: Set<string>
  #rules: Rules = { targets: [], declared: undefined, earlier: new Map() }
  /** Every column with what it stands for; one that stands for two things comes twice. */
  #pairs: readonly (readonly [column: number, target: Target])[] = []
  /** What each row says by itself. */
  #own: Own[] = []
  #checked: CheckedRow[] = []
  #numbers = new Map<string, NumberReading>()

  /** `edits`: what was changed before of the same file. */
  constructor(header: readonly string[], rows: string[][], edits: RowEdits = NO_EDITS) {
    this.#header = header
    this.#cells = rows
    for (const [row, texts] of edits.cells) if (rows[row]) rows[row] = [...texts]
    this.#edited = new Set(edits.cells.keys())
    this.#leftOut = new Set(edits.leftOut)
    this.#allowed = new Set(edits.allowed)
  }

  get rows(): readonly CheckedRow[] {
    return this.#checked
  }

  get edits(): RowEdits {
    const cells = new Map([...this.#edited].map((row) => [row, this.#cells[row] ?? []]))
    return { cells, leftOut: this.#leftOut, allowed: this.#allowed }
  }

  check(rules: Rules): readonly CheckedRow[] {
    if (rules.country !== this.#rules.country) this.#numbers = new Map()
    this.#rules = rules
    this.#pairs = [...rules.targets.entries(), ...(rules.also ?? [])].filter(
      ([, target]) => target !== 'skip',
    )
    this.#own = this.#cells.map((cells) => this.#look(cells))
    this.#judge()
    return this.#checked
  }

  /** Puts other text into cells, by column. */
  fix(row: number, texts: ReadonlyMap<number, string>): readonly CheckedRow[] {
    return this.#judge(...(this.#edit(row, texts) ? [row] : []))
  }

  /** Takes over what was probably meant; sends what is held, as long as nothing else holds it; leaves rows out, or takes them back. */
  change(change: RowsChange, rows: readonly number[]): readonly CheckedRow[] {
    if (change === 'mend') return this.#judge(...rows.filter((row) => this.#mend(row)))
    for (const row of rows) {
      const checked = this.#checked[row]
      if (change === 'leave out') this.#leftOut.add(row)
      else if (change === 'take back') this.#leftOut.delete(row)
      else if (checked) for (const each of allowances(checked)) this.#allowed.add(each)
    }
    return this.#judge()
  }

  take(): BatchRow[] {
    return this.#checked.map((checked) => {
      const { row, cells, to, state, problems } = checked
      const { country } = this.#own[row] ?? {}
      const variables = Object.entries(this.#valuesOf(cells, 'variable:'))
      const asVariable = variables.find(([name]) => /^first[ _-]?name$/i.test(name))?.[1]
      const firstName = this.#fieldOf(cells, 'firstName') ?? asVariable
      if (state === 'ready') {
        const isDoubtful = problems.some(({ kind }) => kind === 'doubt')
        const request = this.#requestOf(checked)
        const doubt = isDoubtful && { doubt: true as const }
        return { cells, to, country, ...(!request?.firstName && { firstName }), request, ...doubt }
      }
      const said = problems.find(({ severity }) => severity !== 'note')?.message
      return { cells, to, firstName, problem: state === 'left out' ? 'Left out' : said }
    })
  }

  #fieldOf(cells: readonly string[], target: Target): string | undefined {
    return cleanCell(cells[this.#columnOf(target) ?? -1] ?? '') || undefined
  }

  #edit(row: number, texts: ReadonlyMap<number, string>): boolean {
    const cells = this.#cells[row]
    if (!cells || texts.size === 0) return false
    for (const [column, text] of texts) {
      while (cells.length <= column) cells.push('')
      cells[column] = text
    }
    this.#edited.add(row)
    this.#own[row] = this.#look(cells)
    return true
  }

  #mend(row: number): boolean {
    const texts = (this.#own[row]?.problems ?? []).flatMap(({ column, suggestion }): [number, string][] =>
      column === undefined || suggestion === undefined ? [] : [[column, suggestion]],
    )
    return this.#edit(row, new Map(texts))
  }

  #requestOf({ cells, to = '' }: CheckedRow): BatchRow['request'] {
    const values = (prefix: 'variable:' | 'metadata:') => {
      const given = this.#valuesOf(cells, prefix)
      return Object.keys(given).length > 0 ? given : undefined
    }
    return {
      toPhoneNumber: to,
      leadId: this.#fieldOf(cells, 'leadId'),
      firstName: this.#fieldOf(cells, 'firstName'),
      variables: values('variable:'),
      metadata: values('metadata:'),
    }
  }

  #valuesOf(cells: readonly string[], prefix: 'variable:' | 'metadata:'): Record<string, string> {
    const fixed = [...(this.#rules.fixed ?? [])].filter(([target]) => this.#columnOf(target) === undefined)
    const held = this.#pairs.map(([column, target]) => [target, cells[column] ?? ''] as const)
    const given = [...fixed, ...held].flatMap(([target, cell]): [string, string][] => {
      const value = target.startsWith(prefix) ? cleanCell(cell) : ''
      return value === '' ? [] : [[target.slice(prefix.length), value]]
    })
    return Object.fromEntries(given)
  }

  #columnOf = (wanted: Target) => this.#pairs.find(([, target]) => target === wanted)?.[0]

  /** What a row says by itself. */
  #look(cells: readonly string[]): Own {
    const { declared } = this.#rules
    const problems: RowProblem[] = []
    let to: string | undefined
    let country: string | undefined
    const hasNumber = this.#pairs.some(
      ([column, target]) => target === 'toPhoneNumber' && cleanCell(cells[column] ?? ''),
    )
    for (const [column, target] of this.#pairs) {
      const cell = cells[column] ?? ''
      if (target === 'toPhoneNumber') {
        // Of two columns with numbers one is to be kept; until then it is not said that a row has none.
        if (cleanCell(cell) === '' && hasNumber) continue
        const reading = this.#number(cell)
        if (!reading.ok) problems.push({ ...reading, severity: 'error', column })
        else if (!PHONE_NUMBER.test(reading.e164)) {
          const message = 'A number that can be called has 7 to 15 digits after the +.'
          problems.push({ kind: 'number', severity: 'error', message, column })
        } else {
          to = reading.e164
          country = reading.country
          // Who wrote the + meant this number; without it only the country that was chosen says so.
          const severity = cleanCell(cell).startsWith('+') ? 'note' : 'held'
          const { doubt: message, suggestion } = reading
          const kind = suggestion ? 'plus' : 'doubt'
          if (message) problems.push({ kind, severity, message, column, suggestion })
        }
        continue
      }
      const message = spreadsheetDamage(cell)
      if (message) problems.push({ kind: 'damage', severity: 'held', message, column })
      const max = target === 'leadId' || target === 'firstName' ? SHORT_TEXT_MAX : TEXT_MAX
      if (cell.length > max || !isStorable(cell)) {
        const limit = `${this.#header[column] || `Column ${column + 1}`} can have at most ${max.toLocaleString('en')} plain characters.`
        problems.push({ kind: 'text', severity: 'error', message: limit, column })
      }
    }
    for (const { kind, name, message } of lintValues(declared ?? [], this.#valuesOf(cells, 'variable:'))) {
      if (kind !== 'missing') continue
      problems.push({ kind, severity: 'error', message, column: this.#columnOf(`variable:${name}`) })
    }
    if (cells.slice(this.#header.length).some((cell) => cell.trim() !== '')) {
      const others = this.#header.some(Boolean) ? 'the header' : 'most rows'
      const message = `This row has ${cells.length} cells and ${others} ${this.#header.length}. A separator may stand inside a value without quotation marks.`
      problems.push({ kind: 'cells', severity: 'held', message })
    }
    return { to, country, problems }
  }

  #number(cell: string): NumberReading {
    const before = this.#numbers.get(cell)
    if (before) return before
    const reading = readNumber(cell, this.#rules.country)
    this.#numbers.set(cell, reading)
    return reading
  }

  /** What a row says beside the others and beside earlier calls; returns those that changed, and `touched` ones. */
  #judge(...touched: number[]): CheckedRow[] {
    const first = new Map<string, number>()
    const fresh = new Set(touched)
    const changed: CheckedRow[] = []
    for (const [row, { to, problems: own }] of this.#own.entries()) {
      const out = this.#leftOut.has(row)
      const problems = [...own]
      const earlierRow = to === undefined || out ? undefined : first.get(to)
      if (to !== undefined && !out && earlierRow === undefined) first.set(to, row)
      if (earlierRow !== undefined) {
        const message = `The same number as in row ${earlierRow + 1}. Leave one of them out.`
        problems.push({ kind: 'duplicate', severity: 'error', message })
      }
      const called = to === undefined ? undefined : this.#rules.earlier.get(to)
      if (called !== undefined) problems.push({ kind: 'called', severity: 'held', message: called })
      const wrong = problems.some(({ severity }) => severity === 'error')
      const held = allowances({ row, to, problems }).some((each) => !this.#allowed.has(each))
      const state = out ? 'left out' : wrong ? 'wrong' : held ? 'held' : 'ready'
      const before = this.#checked[row]
      const isSame =
        before?.state === state &&
        before.to === to &&
        before.problems.length === problems.length &&
        before.problems.every(({ message }, at) => message === problems[at]?.message)
      if (isSame && !fresh.has(row)) continue
      const checked: CheckedRow = { row, cells: [...(this.#cells[row] ?? [])], to, problems, state }
      this.#checked[row] = checked
      changed.push(checked)
    }
    return changed
  }
}
