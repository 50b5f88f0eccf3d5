import { hkdfSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Configuration } from 'openid-client'
import { type Person, SIGN_IN_CALLBACK, SIGN_IN_PATH, SIGN_IN_START } from '../../contract/session'
import { refuseMethod } from '../answer'
import type { Oidc } from '../config'
import type { Source } from '../hop'
import { createTickets } from '../tickets'
import { parseJson } from '../upstream'
import { cookieOf, readCookie } from './sessions'
import { ownAddress } from './sign-in'
import { answerGoingOn, answerSignInPage, type SignInText } from './sign-in-page'

/** What somebody may do, by e-mail address: one that is named counts before its domain, and in doubt somebody only reads. */
export function roleOf(email: string, { allowed, viewers }: Pick<Oidc, 'allowed' | 'viewers'>) {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  for (const name of [email, domain]) {
    if (viewers.includes(name)) return 'viewer'
    if (allowed.includes(name)) return 'operator'
  }
  return undefined
}

/** How long somebody may take at the provider, in ms. */
const BEGUN_LIFETIME = 10 * 60_000

/**
 * How long the provider's description counts, in ms: nobody is led to a provider that went away since, and strangers make us ask no more often.
 */
const KNOWN_LIFETIME = 1_000

/** So many are asked about at the provider at once; whoever makes up codes does not make us flood it. */
const EXCHANGES_MAX = 16

/** Sign-ins that came back, in the order of coming; each counts once. */
const USED_MAX = 10_000

/** A cookie has 4,096 bytes, and sealing makes it a third longer. Of a longer address only the screen is kept. */
const TO_MAX = 1_500

const AWAY = 'The sign-in provider does not answer, or not as it should. Try again in a moment.'
const STALE = 'This sign-in took too long, was used before, or was begun in another browser. Start again.'
const REFUSED = 'The sign-in provider did not sign you in. Try again.'
const NO_EMAIL = 'The sign-in provider did not say your e-mail address.'
const unverified = (email: string) =>
  `The sign-in provider has not verified ${email}. Verify it there, then sign in again.`
const notAllowed = (email: string) => `${email} may not use this console. Ask whoever runs it.`

/** No connection, no answer, or none of this protocol. */
const isAway = (error: unknown) =>
  !(error instanceof Error && 'code' in error) ||
  ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'].includes(
    String(error.code),
  )

function explainFailure(error: unknown): never {
  throw error instanceof NotSignedIn ? error : new NotSignedIn(503, AWAY)
}

interface OidcOptions {
  readonly oidc: Oidc
  readonly basePath: string
  readonly sourceOf: (request: IncomingMessage) => Source
  /** Name of the cookie that holds a begun sign-in. */
  readonly cookieName: (request: IncomingMessage) => string
  /** Begins a session; resolves with the header that gives it to the browser. */
  readonly start: (request: IncomingMessage, person: Person) => Promise<{ readonly 'set-cookie': string }>
  readonly recordRefusal: (request: IncomingMessage, email: string) => Promise<unknown>
}

/** A sign-in that was begun in this browser, sealed in a cookie of its own. */
interface Begun {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly to: string
}

/** Why somebody is not let in, as a page says it. */
class NotSignedIn extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** Who was refused; the provider is then asked for another account. */
    readonly email?: string,
  ) {
    super(message)
  }
}

/** Signs people in at an OpenID provider: authorization code with PKCE, state and nonce (D463). */
export function openOidc({ oidc, basePath, sourceOf, cookieName, start, recordRefusal }: OidcOptions) {
  const { issuer, clientId, clientSecret } = oidc
  // The same in every process with this configuration, since the answer may reach another one.
  const key = new Uint8Array(hkdfSync('sha256', clientSecret, issuer, 'begun sign-ins', 32))
  const begun = createTickets(Date.now, key, BEGUN_LIFETIME)
  const used = new Set<string>()
  let exchanges = 0
  let described: { until: number; readonly found: Promise<Configuration> } | undefined

  const insecure = issuer.startsWith('http:')

  /** The provider's description. Read when somebody signs in, so that the console starts and works while the provider is away. */
  const discover = async () => {
    if (described && described.until > Date.now()) return described.found
    const client = await import('openid-client')
    const found = client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: 10,
      execute: insecure ? [client.allowInsecureRequests] : [],
    })
    const asked = { until: Number.POSITIVE_INFINITY, found }
    described = asked
    found.then(
      () => {
        asked.until = Date.now() + KNOWN_LIFETIME
      },
      () => {
        asked.until = 0
      },
    )
    return found
  }

  /** Without the keys of earlier sign-ins, so that keys may change at any time. */
  const configure = async () => {
    const client = await import('openid-client')
    const metadata = (await discover()).serverMetadata()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const how = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    const configuration = new client.Configuration(metadata, clientId, clientSecret, how(clientSecret))
    configuration.timeout = 10
    client.enableNonRepudiationChecks(configuration)
    if (insecure) client.allowInsecureRequests(configuration)
    return { client, configuration }
  }

  const callbackOf = (request: IncomingMessage) =>
    `${sourceOf(request).scheme ?? 'http'}://${request.headers.host}${basePath}${SIGN_IN_CALLBACK}`

  /** Lax, because the provider's page leads back here. `value` absent: the browser forgets it. */
  const begunCookie = (request: IncomingMessage, value?: string) =>
    cookieOf(cookieName(request), sourceOf(request).scheme === 'https', value, {
      sameSite: 'Lax',
      lifetime: BEGUN_LIFETIME,
    })

  const queryOf = (request: IncomingMessage) => new URLSearchParams(request.url?.split('?')[1])

  /** What this browser began. */
  const begunOf = (request: IncomingMessage) => {
    const sealed = readCookie(request, cookieName(request), /^[\w-]{1,3000}$/)
    return parseJson((sealed && begun.open(sealed)) ?? '') as Begun | undefined
  }

  const begin = async (request: IncomingMessage, response: ServerResponse) => {
    const query = queryOf(request)
    const { client, configuration } = await configure().catch(explainFailure)
    const state = client.randomState()
    const nonce = client.randomNonce()
    const verifier = client.randomPKCECodeVerifier()
    const whole = ownAddress(query.get('to'))
    const to = whole.length > TO_MAX ? whole.replace(/\?.*/, '').slice(0, TO_MAX) : whole
    const attempt = { state, nonce, verifier, to } satisfies Begun
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackOf(request),
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(query.has('other') ? { prompt: 'login' } : {}),
    })
    const sealed = begun.seal(JSON.stringify(attempt))
    response
      .writeHead(303, {
        location: address.href,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'set-cookie': begunCookie(request, sealed),
      })
      .end()
  }

  /** Resolves with the e-mail address that the provider vouches for. */
  const exchange = async (address: URL, { state, nonce, verifier }: Begun): Promise<string> => {
    const { client, configuration } = await configure()
    const tokens = await client
      .authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      .catch((error: unknown) => {
        if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
          throw new NotSignedIn(400, STALE)
        if (isAway(error)) throw error
        throw new NotSignedIn(401, REFUSED)
      })
    const claims = tokens.claims()
    if (!claims) throw new NotSignedIn(401, REFUSED)
    const { userinfo_endpoint } = configuration.serverMetadata()
    const person =
      claims.email === undefined && userinfo_endpoint !== undefined
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : claims
    const email = typeof person.email === 'string' ? person.email.trim().toLowerCase() : ''
    if (email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new NotSignedIn(403, NO_EMAIL)
    if (person.email_verified !== true) throw new NotSignedIn(403, unverified(email), email)
    return email
  }

  const finish = async (request: IncomingMessage, response: ServerResponse, mine: Begun) => {
    if (exchanges >= EXCHANGES_MAX) throw new NotSignedIn(503, AWAY)
    exchanges += 1
    try {
      const address = new URL(`${callbackOf(request)}?${queryOf(request)}`)
      const email = await exchange(address, mine).catch(explainFailure)
      const role = roleOf(email, oidc)
      if (!role) throw new NotSignedIn(403, notAllowed(email), email)
      const cookie = await start(request, { name: email, role, signIn: 'oidc' })
      const cookies = [cookie['set-cookie'], begunCookie(request)]
      // The session's cookie is not sent on the way here from another site, so the page goes on by itself from ours.
      answerGoingOn(response, { to: `${basePath}${mine.to}`, name: email }, { 'set-cookie': cookies })
    } finally {
      exchanges -= 1
    }
  }

  const comeBack = async (request: IncomingMessage, response: ServerResponse) => {
    const mine = begunOf(request)
    const state = queryOf(request).get('state')
    if (!mine || state !== mine.state || used.has(mine.state)) throw new NotSignedIn(400, STALE)
    used.add(mine.state)
    const [oldest = ''] = used
    if (used.size > USED_MAX) used.delete(oldest)
    await finish(request, response, mine)
  }

  const explain = async (request: IncomingMessage, response: ServerResponse, error: unknown) => {
    // The store of the sessions is somebody else's to explain.
    if (!(error instanceof NotSignedIn)) throw error
    const { status, message, email } = error
    const asked = queryOf(request).get('to')
    if (email !== undefined) await recordRefusal(request, email)
    const text: SignInText = {
      action: `${basePath}${SIGN_IN_PATH}`,
      // A window of its own goes on to tell the page that waits for it, also at the second try.
      to: asked === null ? (begunOf(request)?.to ?? '/') : ownAddress(asked),
      problem: message,
      provider: email === undefined ? 'again' : 'other',
    }
    answerSignInPage(response, status, text, {
      ...(status === 503 ? { 'retry-after': '10' } : {}),
      'set-cookie': begunCookie(request),
    })
  }

  /** Answers where a sign-in begins and comes back; `undefined`: another address. */
  return (request: IncomingMessage, response: ServerResponse): Promise<void> | undefined => {
    const [path = ''] = (request.url ?? '').split('?', 1)
    const answer = path === SIGN_IN_START ? begin : path === SIGN_IN_CALLBACK ? comeBack : undefined
    if (!answer) return undefined
    if (request.method !== 'GET') return Promise.resolve(refuseMethod(response, ['GET']))
    return answer(request, response).catch((error: unknown) => explain(request, response, error))
  }
}
