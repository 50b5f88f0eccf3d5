/** Typed JSON, or the sentence that says what is wrong with it and where. Empty text is none: `value` is then undefined. */
export type JsonReading<Value> = { ok: true; value: Value | undefined } | { ok: false; reason: string }

/** Reads the text of a JSON field. */
export function readJson(text: string): JsonReading<unknown> {
  if (text.trim() === '') return { ok: true, value: undefined }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, reason: reasonOf(firstFault(text), text) }
  }
  const long = longNumber(text)
  return long ? { ok: false, reason: `At ${placeOf(long, text)}: ${long.what}` } : { ok: true, value }
}

/** The same where only an object will do, because the interface asks for one. */
export function readJsonObject(text: string): JsonReading<Record<string, unknown>> {
  const reading = readJson(text)
  if (!reading.ok) return reading
  const { value } = reading
  if (value === undefined) return { ok: true, value }
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return { ok: true, value: value as Record<string, unknown> }
  return {
    ok: false,
    reason: `This is ${kindOf(value)}. An object in braces is needed, for example {"campaign": "spring"}.`,
  }
}

/** Engines word the place differently or not at all, so a scan of our own finds it. */
function reasonOf(fault: Fault | null, text: string): string {
  return fault ? `Not valid JSON at ${placeOf(fault, text)}: ${fault.what}` : 'This is not valid JSON.'
}

function placeOf({ index }: Fault, text: string): string {
  const before = text.slice(0, index)
  return `line ${before.split('\n').length}, column ${index - before.lastIndexOf('\n')}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'true or false'
}

/** A place in a text, and what is wrong there. */
type Fault = { index: number; what: string }
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these inside a text
  /\s+|[{}[\],:]|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y

/** The first whole number of a valid text that would be sent as another, because it has more digits than are kept; ids of other systems may be such. */
function longNumber(text: string): Fault | null {
  const all = new RegExp(token.source, 'g')
  for (const { 0: found, index } of text.matchAll(all))
    if (/^-?\d+$/.test(found) && !Number.isSafeInteger(Number(found)))
      return { index, what: `${found} has more digits than a number keeps. Put it in quotes.` }
  return null
}

/** Walks the tokens of an invalid text and names the first that cannot stand where it is. */
function firstFault(text: string): Fault | null {
  const open: ('{' | '[')[] = []
  // What may come next: a value, a value or the end of the list, a name, a name or the end of the object, a colon, or what follows a value.
  let next: 'value' | 'first' | 'name' | 'firstName' | 'colon' | 'after' = 'value'
  let index = 0
  let comma = -1
  while (index < text.length) {
    token.lastIndex = index
    const found = token.exec(text)?.[0]
    if (found === undefined) return { index, what: badToken(text, index) }
    const kind = found.charAt(0)
    if (!/\s/.test(kind)) {
      const closes = kind === '}' || kind === ']'
      if (closes) {
        if (next === 'name' || (next === 'value' && comma !== -1 && open.at(-1) === '[')) {
          return { index: comma, what: 'remove the comma before the closing bracket.' }
        }
        const wants = open.at(-1) === '{' ? '}' : ']'
        if (!open.length || kind !== wants || !['after', 'first', 'firstName'].includes(next)) {
          return { index, what: `"${kind}" cannot stand here.` }
        }
        open.pop()
        next = 'after'
      } else if (next === 'after') {
        if (kind !== ',' || !open.length) {
          return {
            index,
            what: open.length ? 'a comma is missing before this.' : 'nothing may follow the object.',
          }
        }
        comma = index
        next = open.at(-1) === '{' ? 'name' : 'value'
      } else if (next === 'colon') {
        if (kind !== ':') return { index, what: 'a colon is missing before this.' }
        comma = -1
        next = 'value'
      } else if (next === 'name' || next === 'firstName') {
        if (kind !== '"') return { index, what: 'a name in double quotes is needed here.' }
        next = 'colon'
      } else if (kind === '{' || kind === '[') {
        open.push(kind)
        comma = -1
        next = kind === '{' ? 'firstName' : 'first'
      } else if (kind === ',' || kind === ':') {
        return { index, what: 'a value is missing before this.' }
      } else {
        next = 'after'
      }
    }
    index += found.length
  }
  const last = open.at(-1)
  return last
    ? { index: text.trimEnd().length, what: `the text ends before the closing ${last === '{' ? '}' : ']'}` }
    : null
}

function badToken(text: string, index: number): string {
  const kind = text.charAt(index)
  if (kind === '"') return 'this text has no closing double quote, or holds a line break or a bad escape.'
  if (kind === "'") return 'use double quotes, not single ones.'
  if (kind === '\u201c' || kind === '\u201d') return 'use straight double quotes.'
  if (/[\w$]/.test(kind)) return 'a text or a name needs double quotes around it.'
  return `"${kind}" cannot stand here.`
}
