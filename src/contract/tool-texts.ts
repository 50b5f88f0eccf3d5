import { Fields, isWire, type OtherFields } from './reply'
import type { ToolStructure } from './tools'

/** A header of a tool, whatever shape the headers came in. */
export interface ToolHeader {
  readonly name: string
  readonly value: string
  /** The service marks it as secret. */
  readonly secure?: boolean
  /** What else is said of it. */
  readonly other?: OtherFields
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** The headers of a tool: an object in the document (§2), a list of `{key, value, secure?}` on some services (D16). */
export function headersOf(structure: Pick<ToolStructure, 'headers'>): ToolHeader[] {
  const { headers } = structure
  if (isWire(headers)) return Object.entries(headers).map(([name, value]) => ({ name, value: asText(value) }))
  if (Array.isArray(headers)) return headers.map(readHeader)
  return headers === undefined || headers === null || headers === '' ? [] : [readHeader(headers)]
}

/** A header that is not under its name: `{key, value}`, or a line such as `Accept: text/plain`. */
function readHeader(header: unknown): ToolHeader {
  if (!isWire(header)) {
    const [, name = '', value = asText(header)] = /^([\w-]+):\s*(.*)$/s.exec(asText(header)) ?? []
    return { name, value }
  }
  const fields = new Fields(header)
  const name = fields.text('key', 'name') ?? ''
  const value = asText(fields.object((each) => each ?? undefined, 'value') ?? '')
  const secure = fields.flag('secure') === true
  const other = fields.others()
  return Object.keys(other).length > 0 ? { name, value, secure, other } : { name, value, secure }
}

/** A text of a tool in which `{{variables}}` are filled in, and where it stands, in words after "in". */
export interface ToolText {
  readonly where: string
  readonly text: string
}

/** Bodies that nest deeper are not looked through any further. */
const DEPTH_MAX = 30

/** Every text of a tool that may hold variables: URL, header values, and the strings of the body. */
export function toolTexts(structure: ToolStructure): ToolText[] {
  const texts: ToolText[] = []
  if (structure.url !== undefined) texts.push({ where: 'the URL', text: structure.url })
  for (const { name, value } of headersOf(structure)) texts.push({ where: `the header ${name}`, text: value })
  const walk = (value: unknown, path: string, depth: number) => {
    if (typeof value === 'string')
      texts.push({ where: path === '' ? 'the body' : `the body at ${path}`, text: value })
    else if (typeof value === 'object' && value !== null && depth < DEPTH_MAX)
      for (const [name, each] of Object.entries(value))
        walk(each, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  walk(structure.body, '', 0)
  return texts
}
