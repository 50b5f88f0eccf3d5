import * as zod from 'zod/mini'
import { VARIABLE_NAME } from './placeholders'
import { isWire, type Wire } from './reply'

/** The part of zod that requests are made with. Named one by one, so that the page loads no more of it. */
export const z = {
  strictObject: zod.strictObject,
  extend: zod.extend,
  partial: zod.partial,
  optional: zod.optional,
  nullable: zod.nullable,
  array: zod.array,
  enum: zod.enum,
  boolean: zod.boolean,
  string: zod.string,
  int: zod.int,
  minLength: zod.minLength,
  maxLength: zod.maxLength,
  gte: zod.gte,
  lte: zod.lte,
  regex: zod.regex,
  refine: zod.refine,
}

/** International phone number: a leading `+`, then 7 to 15 digits, the first not 0 (E.164; §2). */
export const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/

const hasNul = (value: string) => value.includes('\u0000')

interface TextLimits {
  /** The field in words, as the message names it. */
  label: string
  /** Whether the label is in the plural. */
  many?: boolean
  min?: number
  max?: number
}

/** What is missing and what is no text are told apart. */
const string = (label: string, many = false) =>
  z.string({
    error: ({ input }) =>
      input === undefined ? `${label} ${many ? 'are' : 'is'} needed` : `${label} must be text`,
  })

/**
 * Text that every store and every service can hold: well-formed Unicode, no NUL, bounded length (D6).
 * With `min` it must also have something other than spaces in it.
 */
export function text({ label, many, min = 0, max = 10_000 }: TextLimits) {
  return string(label, many).check(
    z.refine((value) => value.trim().length >= min, `${label} ${many ? 'are' : 'is'} needed`),
    z.maxLength(max, {
      error: ({ input }) =>
        `${label} can have at most ${max.toLocaleString('en')} characters, not ${String(input).length.toLocaleString('en')}`,
    }),
    z.refine(
      (value) => !hasNul(value) && value.isWellFormed(),
      `${label} has characters that cannot be stored; remove or retype them`,
    ),
  )
}

/** How a variable may be named (D14). */
export const variableName = zod.regex(
  VARIABLE_NAME,
  'Variable name may have a to z, A to Z, digits and _ . - only, and must start with a letter or _',
)

/** An id of the service that is sent in a body. The format is not documented (D5). */
export const id = (label: string) => text({ label, min: 1, max: 200 })

/** A phone number in a body, in international format. */
export const phoneNumber = (label: string) =>
  string(label).check(
    z.regex(
      PHONE_NUMBER,
      `${label} must be in international format: +, country code, number, digits only, such as +15551234567`,
    ),
  )

/** What keeps a text from being an e-mail address, said of the text. */
function addressFault(given: string): string | undefined {
  const [name = '', host = '', ...more] = given.split('@')
  if (given === '') return 'is needed'
  if (more.length > 0) return `has ${more.length === 1 ? 'two' : more.length + 1} @`
  if (/\s/u.test(given)) return 'has a space in it'
  if (!given.includes('@')) return 'has no @'
  if (name === '') return 'has nothing before the @'
  if (host === '') return 'has nothing after the @'
  const [odd] = /["<>()[\]\\,;:]/.exec(name) ?? /["<>()\\,;]/.exec(host) ?? []
  if (odd) return `has ${odd} in it, which no address has`
  if (host.startsWith('.')) return 'has a dot right after the @'
  if (host.endsWith('.')) return 'ends with a dot'
  if (host.includes('..')) return 'has two dots in a row after the @'
  return host.includes('.') ? undefined : `has no ending after ${host}, such as .com`
}

/** An e-mail address in a body. */
export const email = (label: string) =>
  string(label).check(
    z.maxLength(254, `${label} is too long for an e-mail address`),
    z.refine((given) => addressFault(given) === undefined, {
      error: ({ input }) => `${label} ${addressFault(String(input))}. Write it like name@example.com`,
    }),
  )

/**
 * `metadata`: a free-form JSON object, or text that holds one, as some clients send it (D241). Read, it is an object. Keys are data,
 * `__proto__` included.
 */
export const metadata = zod.union(
  [
    zod.custom<Wire>(isWire),
    zod.pipe(
      z.string(),
      zod.transform((given, context) => {
        try {
          const read: unknown = JSON.parse(given)
          if (isWire(read)) return read
        } catch {
          // Said below.
        }
        context.issues.push({ code: 'custom', input: given })
        return zod.NEVER
      }),
    ),
  ],
  'Metadata must be a JSON object, such as {"source": "crm"}, or text that holds one',
)

/** A free-form JSON object. Keys are data, `__proto__` included. */
export const jsonObject = (label: string) =>
  zod.custom<Record<string, unknown>>(isWire, `${label} must be a JSON object`)

/** Headers of a tool: names and values, or a list of both, in which a value can be marked as a secret (D16). */
export const toolHeaders = zod.union(
  [
    zod.custom<Record<string, string>>(
      (value) =>
        isWire(value) &&
        Object.entries(value).every(([name, each]) => isHeader(name, each)) &&
        Object.keys(value).length <= 50,
    ),
    zod
      .array(
        zod
          .strictObject({ key: zod.string(), value: zod.string(), secure: zod.optional(zod.boolean()) })
          .check(zod.refine(({ key, value }) => isHeader(key, value))),
      )
      .check(zod.maxLength(50)),
  ],
  'Headers must be an object of header names and texts, or a list of {key, value}; at most 50',
)

const isHeader = (name: string, value: unknown) =>
  /^[\w!#$%&'*+.^`|~-]{1,200}$/.test(name) &&
  typeof value === 'string' &&
  value.length <= 8_000 &&
  !/[\r\n]/.test(value) &&
  !hasNul(value)

/** `variables` of a dispatch or a thread: name to value (§2). Values are text; numbers and booleans pass too (D7). */
export const variableValues = zod.custom<Record<string, string | number | boolean | null>>(
  (value) =>
    isWire(value) &&
    Object.values(value).every(
      (each) => each === null || ['string', 'number', 'boolean'].includes(typeof each),
    ),
  'Variables must be an object of names and plain values',
)

/** A whole number of the testing lab. */
export const wholeNumber = (label: string, min: number, max: number) =>
  zod
    .int({
      error: ({ input }) =>
        input === null || input === undefined ? `${label} is needed` : `${label} must be a whole number`,
    })
    .check(zod.gte(min, `${label} must be at least ${min}`), zod.lte(max, `${label} can be at most ${max}`))

/** An integer id of the testing lab. */
export const labNumber = (label: string) => wholeNumber(label, 1, Number.MAX_SAFE_INTEGER)

/** The tags of a scenario or a run. */
export const tags = zod.optional(
  zod
    .array(text({ label: 'Tag', min: 1, max: 100 }), 'Tags must be a list')
    .check(zod.maxLength(50, 'At most 50 tags')),
)

/** A query parameter that narrows a list. Which words there are is the service's to say (D243). */
export const queryWord = (label: string) =>
  zod.optional(zod.string().check(zod.maxLength(200, `${label} is too long`)))

/** Where a page of a list starts and how long it is. Both are strings on the wire (§4 Tools). */
export const pageQuery = zod.strictObject({
  cursor: zod.optional(zod.string().check(zod.maxLength(500, 'cursor is too long'))),
  limit: zod.optional(zod.string().check(zod.regex(/^[1-9]\d*$/, 'limit must be a whole number from 1'))),
})
