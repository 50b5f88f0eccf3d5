import { createHash, timingSafeEqual } from 'node:crypto'
import type { Auth } from '../contract/operation'
import { Refused } from './errors'

export interface Credentials {
  readonly apiKey: string
  readonly accessToken: string
}

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Compares without telling by its duration how much was right. */
const same = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))

/**
 * Refuses a request that lacks the credential its operation asks for (§5). Gives the host of the `Origin` where that is the credential;
 * a key that comes along with it is not looked at.
 */
export async function checkCredential(
  auth: Auth,
  request: Request,
  credentials: Credentials,
  findAllowedChatDomains: () => Promise<readonly string[]>,
): Promise<string | undefined> {
  if (auth === 'origin') return checkOrigin(request.headers.get('origin'), await findAllowedChatDomains())
  if (auth === 'apiKey' && !same(request.headers.get('x-api-key') ?? '', credentials.apiKey))
    throw new Refused(401, 'The API key is missing or wrong; send it in the header X-API-Key.')
  if (auth !== 'bearer') return undefined
  const given = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? ''
  if (!same(given, credentials.accessToken))
    throw new Refused(401, 'The access token is missing or wrong; send it as Authorization: Bearer <token>.')
  return undefined
}

/**
 * The host of an `Origin` that is on the organization's allowlist (§4 web chat): exactly, or below a `*.` entry. Ports do not matter.
 */
export function checkOrigin(origin: string | null, allowedChatDomains: readonly string[]): string {
  const refused = new Refused(
    403,
    'Web chat can only be opened from an approved domain; this Origin is not one.',
  )
  if (!origin || !/^https?:\/\/[^/?#\\@\s]+$/i.test(origin) || !URL.canParse(origin)) throw refused
  const host = new URL(origin).hostname.toLowerCase()
  const allowed = allowedChatDomains.some((entry) => {
    const wanted = entry.toLowerCase()
    return wanted.startsWith('*.')
      ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1
      : host === wanted
  })
  if (!allowed) throw refused
  return host
}
