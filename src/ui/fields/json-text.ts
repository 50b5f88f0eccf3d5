import { firstFault } from './json-fault'

/** A typed JSON object, or the sentence that says what is wrong with it and where. Empty text is no object: `value` is then undefined. */
export type JsonReading =
  | { ok: true; value: Record<string, unknown> | undefined }
  | { ok: false; reason: string }

/** Reads the text of a JSON field. Only an object will do, because the interface asks for one. */
export function readJsonObject(text: string): JsonReading {
  if (text.trim() === '') return { ok: true, value: undefined }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const where = jsonErrorAt(text, error)
    return {
      ok: false,
      reason: where
        ? `Not valid JSON at line ${where.line}, column ${where.column}: ${where.what}`
        : 'This is not valid JSON.',
    }
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return { ok: true, value: value as Record<string, unknown> }
  }
  return {
    ok: false,
    reason: `This is ${kindOf(value)}. An object in braces is needed, for example {"campaign": "spring"}.`,
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'true or false'
}

/**
 * Where parsing stopped. Engines word it differently: "at position 12", "at line 2 column 3", or not at all; the place is therefore looked for by a
 * scan of our own, and the engine is asked only whether the text is valid.
 */
function jsonErrorAt(text: string, error: unknown): { line: number; column: number; what: string } | null {
  if (!(error instanceof SyntaxError)) return null
  const at = firstFault(text)
  if (!at) return null
  const before = text.slice(0, at.index)
  const line = before.split('\n').length
  return { line, column: at.index - before.lastIndexOf('\n'), what: at.what }
}
