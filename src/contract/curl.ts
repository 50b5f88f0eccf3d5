import { type Auth, isPathId, type Operation } from './operation'

/** What a shell line is made of: the values for the braces, the query and the JSON body. */
export interface CurlRequest {
  readonly params?: Readonly<Record<string, string | undefined>>
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** The `Origin` that web-chat creation is sent with (§5). */
  readonly chatOrigin?: string
}

/** Wraps text so that a POSIX shell takes it as one word, whatever is in it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Credentials are shell variables, so that the line can be shared without a secret in it. */
function credentialOf(auth: Auth, origin: string): string[] {
  if (auth === 'apiKey') return ['--header "X-API-Key: $SERVICE_API_KEY"']
  if (auth === 'bearer') return ['--header "Authorization: Bearer $SERVICE_ACCESS_TOKEN"']
  return auth === 'origin' ? [`--header ${quote(`Origin: ${origin}`)}`] : []
}

/**
 * The cURL line of a request, for a POSIX shell, one argument a line. Without `baseUrl` it stands on `$SERVICE_URL`.
 * An id that is missing or cannot stand in an address leaves its braces in place.
 */
export function toCurl(target: Operation, request: CurlRequest, baseUrl?: string): string {
  const path = target.path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = request.params?.[name] ?? ''
    return isPathId(value) ? encodeURIComponent(value) : braces
  })
  const given = Object.entries(request.query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  // Path and query are percent-encoded here, so that nothing in them means anything to a shell, even between "".
  const address = given.length ? `${path}?${new URLSearchParams(given)}` : path
  const lines = [
    `curl --request ${target.method} ${baseUrl === undefined ? `"$SERVICE_URL${address}"` : quote(baseUrl.replace(/\/$/, '') + address)}`,
    ...credentialOf(target.auth, request.chatOrigin ?? ''),
  ]
  if (request.body !== undefined) {
    lines.push("--header 'Content-Type: application/json'")
    lines.push(`--data-raw ${quote(JSON.stringify(request.body, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}
