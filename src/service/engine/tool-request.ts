import { placeholdersIn, textOf } from '../../contract/placeholders'
import type { ToolRequestShown } from '../../contract/try-tool'
import type { EngineTool, ToolValues } from './engine'

/** The call as it goes out; `secrets` are texts that nobody may see. */
export interface ToolRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly secrets: readonly string[]
  readonly shown: ToolRequestShown
}

/** The call cannot be made of these values. The message is for a person, and for a model. */
export class NotCallable extends Error {
  override readonly name = 'NotCallable'
}

export const MASK = '•••'

const SECRET_NAME =
  /token|secret|passw|authori[sz]ation|api[-_ ]?key|jwt|cookie|credential|session|signature|^(?:key|sig|auth|pin)$/i

/** Headers that hold no secret; any other may be one. */
const OPEN_HEADERS = /^(?:accept(?:-language|-charset)?|content-type|user-agent|cache-control)$/i

/** Headers that the connection makes itself. */
const OWN_HEADERS =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|accept-encoding|proxy-.*)$/i

const SECRET_LENGTH_MIN = 4

/** Puts values for the placeholders of a text; one without a value becomes empty. */
function fill(text: string, lookUp: (name: string, at: number) => string): string {
  let filled = ''
  let done = 0
  for (const { name, start, end, fault } of placeholdersIn(text)) {
    if (fault) continue
    filled += text.slice(done, start) + lookUp(name, start)
    done = end
  }
  return filled + text.slice(done)
}

/** Values stand encoded in the address. Those of the host are of the version alone: a customer must not choose where secrets go. */
function fillUrl(template: string, { own, stated }: ToolValues): URL {
  const all = { ...own, ...stated }
  // As an address is read: any scheme, any number of slashes of either kind, then whom it is about and the host.
  const pathStart = /^(?:[^/?#\\]*:)?[/\\]*[^/?#\\]*/.exec(template)?.[0].length ?? 0
  const filled = fill(template, (name, at) => {
    if (at < pathStart) return textOf(own, name)
    const value = textOf(all, name)
    if (/^\.{1,2}$/.test(value)) throw new NotCallable(`The value of ${name} cannot stand in an address.`)
    return encodeURIComponent(value.toWellFormed())
  })
  const url = URL.canParse(filled) ? new URL(filled) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '')
    throw new NotCallable('The address of the tool is none once its variables are filled in.')
  return url
}

const NUMBER_TYPE = /^(?:int|integer|number|float|double|decimal)$/i
const FLAG_TYPE = /^(?:bool|boolean)$/i

/** A variable that is a whole JSON value has its own type; without a value its field is left out. */
function fillJson(
  value: unknown,
  { structure }: EngineTool,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const typed = (name: string): unknown => {
    const text = textOf(values, name)
    const type = structure.variables.find((variable) => variable.name === name)?.type ?? ''
    if (text === '') return undefined
    if (NUMBER_TYPE.test(type) && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
    if (FLAG_TYPE.test(type) && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
    const given = values[name]
    return typeof given === 'object' && given !== null ? given : text
  }
  const visit = (each: unknown): unknown => {
    if (typeof each === 'string') {
      const [only] = placeholdersIn(each)
      return only && !only.fault && only.start === 0 && only.end === each.length
        ? typed(only.name)
        : fill(each, (name) => textOf(values, name))
    }
    if (Array.isArray(each)) return each.map(visit).filter((item) => item !== undefined)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(
      Object.entries(each)
        .map(([name, inner]): [string, unknown] => [name, visit(inner)])
        .filter(([, inner]) => inner !== undefined),
    )
  }
  return visit(value)
}

function fillHeaders({ structure }: EngineTool, values: Readonly<Record<string, unknown>>) {
  const given = Array.isArray(structure.headers)
    ? structure.headers
    : Object.entries(structure.headers).map(([key, value]) => ({ key, value, secure: undefined }))
  return given
    .filter(({ key }) => !OWN_HEADERS.test(key))
    .map(({ key, value, secure }) => {
      const filled = fill(value, (name) => textOf(values, name))
      if (/[^\t\x20-\x7e\x80-\xff]/.test(filled))
        throw new NotCallable(`The header ${key} has characters that no header can have.`)
      const isNamed = secure === true || SECRET_NAME.test(key)
      return { key, value: filled, isNamed, isSecret: isNamed || !OPEN_HEADERS.test(key) }
    })
}

function maskJson(value: unknown, secrets: string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => maskJson(each, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (!SECRET_NAME.test(name) || typeof each === 'object') return [name, maskJson(each, secrets)]
      secrets.push(String(each))
      return [name, MASK]
    }),
  )
}

/** What an encoded text says, or the text itself where a percent sign in it encodes nothing. */
function plainOf(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function maskUrl(url: URL, secrets: string[]): string {
  const shown = new URL(url)
  if (url.username || url.password) {
    const [name, password] = [plainOf(url.username), plainOf(url.password)]
    secrets.push(password, Buffer.from(`${name}:${password}`).toString('base64'))
    shown.username = ''
    shown.password = ''
  }
  for (const [name, value] of url.searchParams)
    if (SECRET_NAME.test(name)) {
      secrets.push(value)
      shown.searchParams.set(name, MASK)
    }
  return shown.href.replaceAll(encodeURIComponent(MASK), MASK)
}

/** An address whose variables are not filled in, without its secrets. */
export const maskTemplate = (template: string): string =>
  template
    .replace(/(\/\/)[^/?#@]*@/, '$1')
    .replace(/([?&]([^=&#]*)=)[^&#]*/g, (whole, start: string, name: string) =>
      SECRET_NAME.test(plainOf(name)) ? start + MASK : whole,
    )

/** Hides secrets wherever they stand in a text, such as an answer that repeats its request, also as an address has them. */
export const maskText = (text: string, { secrets }: ToolRequest): string =>
  secrets
    .filter(({ length }) => length >= SECRET_LENGTH_MIN)
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed())])
    .reduce((masked, secret) => masked.replaceAll(secret, MASK), text)

/** The call of a tool with these values. Throws `NotCallable`. */
export function makeRequest(tool: EngineTool, values: ToolValues): ToolRequest {
  const { structure } = tool
  const all = { ...values.own, ...values.stated }
  const missing = structure.variables.find(({ name, required }) => required && textOf(all, name) === '')
  if (missing) throw new NotCallable(`The value of ${missing.name} is missing.`)
  const url = fillUrl(structure.url, values)
  const secrets: string[] = []
  const shownUrl = maskUrl(url, secrets)
  const headers = fillHeaders(tool, all)
  // A short value of a header that is not named like a secret, such as a country, is none.
  for (const { value, isSecret, isNamed } of headers)
    if (isNamed || (isSecret && value.length >= 16)) secrets.push(value, ...value.split(/\s+/).slice(1))
  const hasBody = structure.method !== 'GET' && Object.keys(structure.body).length > 0
  const json = hasBody ? fillJson(structure.body, tool, all) : undefined
  const usual = [
    { key: 'Accept', value: 'application/json, text/plain;q=0.9, */*;q=0.5', isSecret: false },
    ...(hasBody ? [{ key: 'Content-Type', value: 'application/json', isSecret: false }] : []),
  ]
  const sent = [
    ...new Map([...usual, ...headers].map((header) => [header.key.toLowerCase(), header])).values(),
  ]
  return {
    method: structure.method,
    url,
    headers: Object.fromEntries(sent.map(({ key, value }) => [key, value])),
    ...(hasBody ? { body: JSON.stringify(json) } : {}),
    secrets,
    shown: {
      method: structure.method,
      url: shownUrl,
      headers: Object.fromEntries(sent.map(({ key, value, isSecret }) => [key, isSecret ? MASK : value])),
      ...(hasBody ? { body: JSON.stringify(maskJson(json, secrets)) } : {}),
    },
  }
}
