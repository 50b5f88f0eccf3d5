import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Operation } from '../contract/operation'
import { allowsOrigin } from '../contract/organization'
import { StartRefused } from '../net/start-refused'
import type { ChatPass, ChatTokens } from './chat-tokens'
import { Refused } from './errors'
import { makeDirectory } from './store/lock'
import type { Database } from './store/open-database'
import { secrets } from './store/schema'

export interface Credentials {
  readonly apiKey: string
  readonly accessToken: string
}

const digest = (value: string) => createHash('sha256').update(value).digest()

/** Compares in constant time. */
const same = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted))

/** Who sent a request, as far as the service has to know. */
export interface Caller {
  /** The checked `Origin`, where that is the operation's credential or a visitor asks. */
  readonly origin?: string
  /** The visitor of a web chat; absent if the operation's own credential was sent. */
  readonly visitor?: ChatPass
}

interface CheckOptions {
  readonly params: Readonly<Record<string, string>>
  readonly credentials: Credentials
  readonly chatTokens: ChatTokens
  readonly findAllowedChatDomains: () => Promise<readonly string[]>
}

const bearerOf = ({ headers }: Request) => /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Whether a request has a credential of operators, whatever it asks. */
export const isOperator = (request: Request, { apiKey, accessToken }: Credentials): boolean =>
  same(request.headers.get('x-api-key') ?? '', apiKey) || same(bearerOf(request) ?? '', accessToken)

/** Refuses a request without its operation's credential (§5), or where visitors may act, without their token. */
export async function checkCredential(
  { auth, isForVisitors }: Operation,
  request: Request,
  { params, credentials, chatTokens, findAllowedChatDomains }: CheckOptions,
): Promise<Caller> {
  const key = request.headers.get('x-api-key') ?? ''
  const given = bearerOf(request)
  const isVisitor = isForVisitors && key === '' && given !== undefined
  if (auth === 'origin' || isVisitor) {
    const origin = checkOrigin(request.headers.get('origin'), await findAllowedChatDomains())
    return isVisitor
      ? { origin, visitor: checkVisitor(chatTokens, given, params.threadId, origin) }
      : { origin }
  }
  if (auth === 'apiKey' && !same(key, credentials.apiKey))
    throw new Refused(
      401,
      isForVisitors
        ? "The visitor's token is missing; send it as Authorization: Bearer <token>. A server sends the API key in the header X-API-Key."
        : 'The API key is missing or wrong; send it in the header X-API-Key.',
    )
  if (auth === 'bearer' && !same(given ?? '', credentials.accessToken))
    throw new Refused(401, 'The access token is missing or wrong; send it as Authorization: Bearer <token>.')
  return {}
}

/** The same answer for a token that ended, was altered, or is of another thread or origin. */
function checkVisitor(
  tokens: ChatTokens,
  token: string,
  threadId: string | undefined,
  origin: string,
): ChatPass {
  const pass = tokens.read(token)
  if (!pass || pass.threadId !== threadId || pass.origin !== origin || tokens.hasEnded(pass))
    throw new Refused(401, 'The token of this web chat is wrong or has ended. Renew it.')
  return pass
}

/** Whether an `Origin` is one of a page that may use web chat: on the allowlist (§4), exact or below a `*.` entry; any port. */
export const isAllowedPage = (
  origin: string | null,
  allowedChatDomains: readonly string[],
): origin is string =>
  origin !== null &&
  /^https?:\/\/[^/?#\\@\s]+$/i.test(origin) &&
  URL.canParse(origin) &&
  allowsOrigin(allowedChatDomains, origin)

/** The `Origin` as browsers write it. */
export function checkOrigin(origin: string | null, allowedChatDomains: readonly string[]): string {
  if (!isAllowedPage(origin, allowedChatDomains))
    throw new Refused(
      403,
      'Web chat can only be opened from an approved domain; this Origin is not approved.',
    )
  return new URL(origin).origin
}

/** Shared by all processes on a store (D228). */
interface Secrets extends Credentials {
  /** Signs upload and view addresses, which outlive a restart and are valid in every process. */
  readonly linkKey: Uint8Array
}

const storedSecrets = z.object({ apiKey: z.string(), accessToken: z.string(), linkKey: z.string() })

const credentialsFile = z.object({
  apiKey: z.string().check(z.minLength(1)),
  accessToken: z.string().check(z.minLength(1)),
})

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json')

/** The secrets of a store, made on first use. Those that an older version stored in the data directory are imported. */
export async function openSecrets(db: Database, dataDir: string): Promise<Secrets> {
  const read = async () => {
    const rows = await db.select().from(secrets)
    return storedSecrets.safeParse(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).data
  }
  let found = await read()
  if (!found) {
    const made = {
      ...(readCredentials(dataDir) ?? makeCredentials()),
      linkKey: readLinkKey(dataDir) ?? makeLinkKey(),
    }
    const rows = Object.entries(made).map(([name, value]) => ({ name, value }))
    await db.insert(secrets).values(rows).onConflictDoNothing()
    // Another process may have stored its own first.
    found = (await read()) ?? made
  }
  return { ...found, linkKey: Buffer.from(found.linkKey, 'base64') }
}

/** Makes a key for each purpose, the same in every process on the store. */
export const sharedKeyOf =
  ({ linkKey }: Pick<Secrets, 'linkKey'>) =>
  (purpose: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(hkdfSync('sha256', linkKey, '', purpose, 32))

/** Writes a copy for the person to read, readable by its user only. */
export function showCredentials(dataDir: string, { apiKey, accessToken }: Credentials): void {
  const path = credentialsPath(dataDir)
  const content = `${JSON.stringify({ apiKey, accessToken }, null, 2)}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === content) {
    chmodSync(path, 0o600)
    return
  }
  makeDirectory(dirname(path))
  // A rename, so that nobody reads half of it.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}

const makeCredentials = (): Credentials => ({
  apiKey: `local-key-${randomBytes(24).toString('base64url')}`,
  accessToken: `local-token-${randomBytes(24).toString('base64url')}`,
})

const makeLinkKey = () => randomBytes(32).toString('base64')

function readCredentials(dataDir: string): Credentials | undefined {
  const path = credentialsPath(dataDir)
  if (!existsSync(path)) return undefined
  try {
    return credentialsFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new StartRefused(`${path} cannot be read as credentials; delete it and new ones are made.`)
  }
}

function readLinkKey(dataDir: string): string | undefined {
  const path = join(dataDir, 'link.key')
  if (!existsSync(path)) return undefined
  const key = readFileSync(path, 'utf8').trim()
  if (Buffer.from(key, 'base64').length < 32)
    throw new StartRefused(`${path} is damaged; delete it and a new one is made.`)
  return key
}
