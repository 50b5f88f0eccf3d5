/** What a spreadsheet would run as a formula, also after spaces. A number such as +15551234567, +1 555 123 4567 or -3.5 is none (safety rule 17). */
const FORMULA = /^\s*[=+\-@\t\r]/
const NUMBER = /^(?:\+\d(?: ?\d){6,14}|-?\d+(?:\.\d+)?)$/

/** One value as a cell: formulas lose their power by an apostrophe in front, quotes only where they are needed. */
export function csvCell(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, ended as RFC 4180 has it. */
export const csvLine = (values: readonly string[]) => `${values.map(csvCell).join(',')}\r\n`

/** So that spreadsheets read UTF-8 as such. */
export const CSV_START = '\ufeff'
