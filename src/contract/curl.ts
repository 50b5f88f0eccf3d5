import { type Auth, isPathId, type Operation } from './operation'
import { leftOut } from './redact'

/** What a shell line is made of: the values for the braces, the query and the JSON body. */
export interface CurlRequest {
  readonly params?: Readonly<Record<string, string | undefined>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** The `Origin` that web-chat creation is sent with (§5). */
  readonly chatOrigin?: string
}

/** How a shell is written: one word whatever is in the text, a variable inside "", and a command over several lines. */
interface Shell {
  readonly program: string
  readonly quote: (text: string) => string
  readonly variable: (name: string, missing?: string) => string
  readonly newLine: string
  /** Puts the body where `curl` reads it. */
  readonly withBody: (command: readonly string[], body: unknown) => readonly [before: string, string[]]
}

/** A system takes no argument of 128 KiB. */
const ARGUMENT_BYTES_MAX = 100_000

const bash: Shell = {
  program: 'curl',
  quote: (text) => `'${text.replaceAll("'", "'\\''")}'`,
  // Stops the line with a message where it is not set, instead of sending an empty key.
  variable: (name, missing = 'set it first') => `\${${name}:?${missing}}`,
  newLine: ' \\\n  ',
  withBody: (command, body) => {
    const json = JSON.stringify(body, null, 2)
    const given = `--data-raw ${bash.quote(json)}`
    // No line of this JSON is the word that ends it.
    return new Blob([given]).size < ARGUMENT_BYTES_MAX
      ? ['', [...command, given]]
      : ['', [...command, `--data-binary @- <<'BODY'\n${json}\nBODY`]]
  },
}

const powershell: Shell = {
  // Windows PowerShell has another program behind the name `curl`.
  program: 'curl.exe',
  // Every quotation mark that PowerShell takes for a single one.
  quote: (text) => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
  variable: (name, missing = `set ${name} first`) =>
    `$(if ($env:${name}) { $env:${name} } else { throw '${missing}' })`,
  newLine: ' `\n  ',
  // Through a pipe, because arguments lose their quotation marks there, and in ASCII, because pipes lose other letters.
  withBody: (command, body) => [
    `@'\n${ascii(JSON.stringify(body, null, 2))}\n'@ | `,
    [...command, '--data-binary "@-"'],
  ],
}

const SHELLS = { bash, powershell }

const ascii = (json: string) =>
  json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const CREDENTIALS: Readonly<Partial<Record<Auth, string>>> = {
  apiKey: 'SERVICE_API_KEY',
  bearer: 'SERVICE_ACCESS_TOKEN',
}

/** Credentials are shell variables, so that the line can be shared without a secret in it. */
function credentialOf(auth: Auth, origin: string, { quote, variable }: Shell): string[] {
  const credential = CREDENTIALS[auth]
  if (credential)
    return [
      `--header "${auth === 'apiKey' ? 'X-API-Key: ' : 'Authorization: Bearer '}${variable(credential)}"`,
    ]
  return auth === 'origin' ? [`--header ${quote(`Origin: ${origin}`)}`] : []
}

/** The path of a request; `missing` stands for an id that is missing or cannot stand in an address. */
export const pathWith = (
  { path }: Operation,
  { params }: CurlRequest,
  missing: (name: string, braces: string) => string,
): string =>
  path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = params?.[name] ?? ''
    return isPathId(value) ? encodeURIComponent(value) : missing(name, braces)
  })

/** Such as FILE_ID for `fileId`. */
const variableOf = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase()

/** The variables that the line of a request reads from the environment of a shell. */
export function shellVariables(target: Operation, request: CurlRequest): string[] {
  const names = ['SERVICE_URL']
  const credential = CREDENTIALS[target.auth]
  if (credential) names.push(credential)
  pathWith(target, request, (name) => {
    names.push(variableOf(name))
    return ''
  })
  return names
}

/**
 * The cURL line of a request, one argument a line, for a POSIX shell or for PowerShell. It stands on the variable SERVICE_URL.
 * An id that is missing or cannot stand in an address is a variable too: in braces, `curl` would take its name for the id (D650).
 */
export function toCurl(target: Operation, request: CurlRequest, shell: keyof typeof SHELLS = 'bash'): string {
  const { program, quote, variable, newLine, withBody } = SHELLS[shell]
  const path = pathWith(target, request, (name) => variable(variableOf(name)))
  const given = Object.entries(request.query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  // Path and query are percent-encoded here, so that nothing in them means anything to a shell, even between "".
  const address = given.length ? `${path}?${new URLSearchParams(given)}` : path
  const command = [
    `${program} --request ${target.method} "${variable('SERVICE_URL')}${address}"`,
    ...credentialOf(target.auth, request.chatOrigin ?? '', SHELLS[shell]),
  ]
  if (request.body === undefined) return command.join(newLine)
  command.push(`--header ${quote('Content-Type: application/json')}`)
  // Nobody sets this variable: it stops the line wherever the body stands, before the mark is sent (D446).
  if (leftOut(request.body).length > 0)
    command.push(
      `--header "${variable('NOT_STORED', 'write the values in place of [not stored], then remove this header')}"`,
    )
  const [before, whole] = withBody(command, request.body)
  return before + whole.join(newLine)
}
