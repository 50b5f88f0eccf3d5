import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Context } from 'oidc-provider'
import { freePort } from './postgres-server'

const CLIENT = { client_id: 'switchboard', client_secret: 'a secret of the tests'.replaceAll(' ', '-') }

/** Addresses that begin so are not verified. */
const UNVERIFIED = 'unverified.'

export interface IdentityProvider {
  /** The console's settings for it. */
  readonly environment: Record<string, string>
  /** Runs from now on, with keys of its own and nobody signed in. */
  start(consoleOrigin: string): Promise<void>
  stop(): Promise<void>
}

/** Who signs in says an e-mail address, and is believed. */
const FORM = `<!doctype html><html lang="en"><title>Provider</title><form method="post"><label>E-mail address <input name="login"></label><button>Continue</button></form></html>`

/** A real OpenID provider at another site than the consoles of the tests, which are at 127.0.0.1. */
export async function prepareProvider(): Promise<IdentityProvider> {
  // The package is for newer versions of Node, and wants only this of them.
  if (!('parse' in URL))
    Object.assign(URL, { parse: (text: string) => (URL.canParse(text) ? new URL(text) : null) })
  const { default: Provider } = await import('oidc-provider')
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  let server: Server | undefined
  const stop = async () => {
    const running = server
    server = undefined
    if (!running) return
    running.closeAllConnections()
    await new Promise((resolve) => running.close(resolve))
  }
  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_ALLOWED: 'example.com, carl@partner.example',
      OIDC_VIEWERS: 'guests.example, paul@example.com',
    },
    stop,
    async start(consoleOrigin) {
      await stop()
      const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
      const provider = new Provider(issuer, {
        clients: [{ ...CLIENT, redirect_uris: [`${consoleOrigin}/sign-in/callback`] }],
        jwks: { keys: [{ ...key, kid: randomUUID(), use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['a key of the tests'] },
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false } },
        ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, accountId: string) => ({
          accountId,
          claims: () => ({
            sub: accountId,
            email: accountId,
            email_verified: !accountId.startsWith(UNVERIFIED),
          }),
        }),
        // Nobody is asked whether the console may know the address.
        loadExistingGrant: async ({ oidc: { client, session } }: Context) => {
          const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
          grant.addOIDCScope('openid email')
          await grant.save()
          return grant
        },
      })
      const others = provider.callback()
      server = createServer((request, response) => {
        if (!request.url?.startsWith('/interaction/')) return others(request, response)
        if (request.method !== 'POST')
          return void response.writeHead(200, { 'content-type': 'text/html' }).end(FORM)
        let form = ''
        request.on('data', (chunk) => {
          form += chunk
        })
        request.on('end', () => {
          const accountId = new URLSearchParams(form).get('login') ?? ''
          void provider.interactionFinished(request, response, { login: { accountId } })
        })
      })
      const listening = server
      await new Promise<void>((resolve) => listening.listen(port, 'localhost', resolve))
    },
  }
}
