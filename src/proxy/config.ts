import { isIP } from 'node:net'
import { CREDENTIAL, CREDENTIAL_RULE } from '../contract/console-info'
import { PASSWORD_MAX } from '../contract/session'
import { isLoopbackHost, parseHost } from '../net/own-host'
import { StartRefused } from '../net/start-refused'
import { isPort, listOf, readerOf, type VariableRule, type Variables } from '../net/variables'
import { isLoopbackAddress, parseHop } from './hop'

export interface Credentials {
  readonly apiKey?: string
  readonly accessToken?: string
}

/** An OpenID provider, and whom of its people the console takes. */
export interface Oidc {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** E-mail addresses and domains, in lower case. */
  readonly allowed: readonly string[]
  readonly viewers: readonly string[]
}

/** How people sign in. */
export interface SignIn {
  /** Absent: at a provider. */
  readonly password?: string
  /** Of those who only read. */
  readonly viewerPassword?: string
  /** Absent: with a password. */
  readonly oidc?: Oidc
  /** A session ends after so long without a request. */
  readonly idleMinutes: number
  /** How long the audit log remembers. */
  readonly auditDays: number
}

/** The checked environment. Nothing of it reaches an answer or a log. */
export interface Config extends Credentials {
  /** 0 takes any free port. */
  readonly port: number
  readonly host: string
  /** Other machines reach the console through its gateway alone, which speaks TLS. */
  readonly tlsOnly: boolean
  /** Under which path everything stands, such as `/switchboard`; empty at the root. */
  readonly basePath: string
  /** Where pages reach the web chat of the local service. Absent: the port after the console's. */
  readonly chatPort?: number
  /** The origin under which pages find it, through a gateway. Absent: that port. `none`: nowhere. */
  readonly chatAddress?: string
  /** Base address of a hosted service, without a slash at its end. Absent: the local service. */
  readonly serviceUrl?: string
  /** Origins for creating web chats, the usual one first. Empty: the console's own. */
  readonly chatOrigins: readonly string[]
  /** Origins that may receive uploads although they are private or not https. */
  readonly uploadOrigins: readonly string[]
  /** Further `Host` values of the console, as `parseHost` reads them. */
  readonly allowedHosts: readonly string[]
  /** Peers whose `X-Forwarded-For` and `X-Forwarded-Proto` count, as `parseHop` reads them. */
  readonly trustedHops: readonly string[]
  /** Absent: nobody has to. */
  readonly signIn?: SignIn
}

const PASSWORD_MIN = 12

const parseUrl = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)

const isOrigin = (value: string) => /^https?:\/\//.test(value) && parseUrl(value)?.origin === value

function isBaseAddress(value: string): boolean {
  const url = parseUrl(value)
  if (!url || url.username || url.password || url.search || url.hash || /[?#@]/.test(value)) return false
  // Keys must not travel unencrypted, so plain http is for this machine only (D40).
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

/** Nothing that would be escaped in an address or a page. */
const isBasePath = (value: string) =>
  /^(?:\/[\w.~-]+)+$/.test(value) && !/\/\.{1,2}(?:\/|$)/.test(value) && value.length <= 200

/** A domain means this one and none below it. */
const isMailOrDomain = (value: string) => /^(?:[^\s@]+@)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i.test(value)

const every = (fits: (value: string) => boolean) => (value: string) => listOf(value).every(fits)

const baseAddress = [
  isBaseAddress,
  'must be an https address (http only on this machine) without user name, query or fragment',
] as const

const mailsOrDomains = [
  every(isMailOrDomain),
  'must be e-mail addresses or domains separated by commas, such as example.com',
] as const

const credential = [(value: string) => CREDENTIAL.test(value), CREDENTIAL_RULE] as const

const password = [
  (value: string) => value.length >= PASSWORD_MIN && value.length <= PASSWORD_MAX,
  `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
] as const

const RULES = {
  PORT: [isPort, 'must be a number from 0 to 65535'],
  CHAT_PORT: [isPort, 'must be a number from 0 to 65535'],
  CHAT_ADDRESS: [
    (value) => value === 'none' || isOrigin(value),
    'must be an origin and nothing else, such as https://chat.example.com, or the word none',
  ],
  HOST: [
    (value) => value === 'localhost' || isIP(value.replace(/^\[(.*)\]$/, '$1')) !== 0,
    'must be an IP address of this machine, such as 127.0.0.1, or localhost',
  ],
  BASE_PATH: [
    isBasePath,
    'must be a path of letters, digits, ., _, ~ and -, without a slash at its end, such as /switchboard',
  ],
  SERVICE_URL: baseAddress,
  SERVICE_API_KEY: credential,
  SERVICE_ACCESS_TOKEN: credential,
  CHAT_ORIGIN: [
    every(isOrigin),
    'must be an origin and nothing else, such as https://www.example.com, or several separated by commas',
  ],
  UPLOAD_ORIGINS: [every(isOrigin), 'must be origins separated by commas, such as https://files.example.com'],
  ALLOWED_HOSTS: [
    every((value) => parseHost(value) !== undefined),
    'must be host names, each with or without a port, separated by commas, such as console.example.com:8443',
  ],
  TRUST_PROXY: [
    every((value) => parseHop(value) !== undefined),
    'must be loopback or the IP addresses of the gateways in front, separated by commas, such as 10.0.0.5',
  ],
  INSECURE_HTTP: [
    (value) => value === 'accepted',
    'must be the word accepted, or unset: with it, passwords and everything else can be read on the way',
  ],
  CONSOLE_PASSWORD: password,
  CONSOLE_VIEWER_PASSWORD: password,
  OIDC_ISSUER: baseAddress,
  OIDC_CLIENT_ID: credential,
  OIDC_CLIENT_SECRET: credential,
  OIDC_ALLOWED: mailsOrDomains,
  OIDC_VIEWERS: mailsOrDomains,
  SESSION_IDLE_MINUTES: [
    (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 10_080,
    'must be a number of minutes from 1 to 10080',
  ],
  AUDIT_DAYS: [(value) => /^[1-9]\d{0,3}$/.test(value), 'must be a number of days from 1 to 9999'],
} satisfies Record<string, VariableRule>

type Name = keyof typeof RULES

type Values = Readonly<Partial<Record<Name, string>>>

const read = readerOf<Name>(RULES)

/** Throws `StartRefused` for the first wrong one. */
export function readConfig(env: Variables): Config {
  const names = Object.keys(RULES) as Name[]
  const values: Values = Object.fromEntries(names.map((name) => [name, read(env, name)]))
  const host = (values.HOST ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1')
  const isOpen = host !== 'localhost' && !isLoopbackAddress(host)
  if (isOpen) refuseUnguarded(values)
  if (values.TRUST_PROXY !== undefined && lacksSignIn(values))
    throw new StartRefused(
      'TRUST_PROXY names a gateway that leads other machines here, so set CONSOLE_PASSWORD (or OIDC_ISSUER), too.',
    )
  const port = Number(values.PORT ?? 4600)
  if (port !== 0 && Number(values.CHAT_PORT) === port)
    throw new StartRefused('CHAT_PORT must differ from PORT.')
  return {
    port,
    chatPort: values.CHAT_PORT === undefined ? undefined : Number(values.CHAT_PORT),
    chatAddress: values.CHAT_ADDRESS,
    host,
    tlsOnly: isOpen && values.INSECURE_HTTP === undefined,
    basePath: values.BASE_PATH ?? '',
    serviceUrl: values.SERVICE_URL && new URL(values.SERVICE_URL).href.replace(/\/+$/, ''),
    apiKey: values.SERVICE_API_KEY,
    accessToken: values.SERVICE_ACCESS_TOKEN,
    chatOrigins: listOf(values.CHAT_ORIGIN),
    uploadOrigins: listOf(values.UPLOAD_ORIGINS),
    allowedHosts: listOf(values.ALLOWED_HOSTS).map((host) => parseHost(host) ?? host),
    trustedHops: listOf(values.TRUST_PROXY).map((hop) => parseHop(hop) ?? hop),
    signIn: signInOf(values),
  }
}

const lacksSignIn = (values: Values) =>
  values.CONSOLE_PASSWORD === undefined && values.OIDC_ISSUER === undefined

/** Whoever can reach an address of other machines must sign in, over TLS (safety rule 1); pages find the web chat of the local service over TLS, too (D660). */
function refuseUnguarded(values: Values): void {
  const missing = [
    ...(lacksSignIn(values) ? ['CONSOLE_PASSWORD (or OIDC_ISSUER)'] : []),
    ...(values.ALLOWED_HOSTS === undefined ? ['ALLOWED_HOSTS'] : []),
    ...(values.TRUST_PROXY === undefined && values.INSECURE_HTTP === undefined
      ? ['TRUST_PROXY (or INSECURE_HTTP=accepted)']
      : []),
    ...(values.CHAT_ADDRESS === undefined && values.SERVICE_URL === undefined
      ? ['CHAT_ADDRESS (or CHAT_ADDRESS=none)']
      : []),
  ]
  if (missing.length > 0)
    throw new StartRefused(
      `HOST opens the console to other machines, so set ${missing.join(', ').replace(/, (?=[^,]*$)/, ' and ')}, too, or listen on 127.0.0.1.`,
    )
  if (values.CHAT_ADDRESS?.startsWith('http:') && values.INSECURE_HTTP === undefined)
    throw new StartRefused(
      'CHAT_ADDRESS must be https, as the console is, since other machines reach both through the gateway alone.',
    )
}

function oidcOf(values: Values): Oidc | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values
  const lower = (list: string | undefined) => listOf(list).map((each) => each.toLowerCase())
  const [allowed, viewers] = [lower(values.OIDC_ALLOWED), lower(values.OIDC_VIEWERS)]
  if (!issuer && !clientId && !clientSecret && allowed.length + viewers.length === 0) return undefined
  if (!issuer || !clientId || !clientSecret || allowed.length === 0)
    throw new StartRefused(
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ALLOWED belong together; set all of them.',
    )
  return { issuer, clientId, clientSecret, allowed, viewers }
}

const IDLE_MINUTES = 12 * 60

const AUDIT_DAYS = 365

function signInOf(values: Values): SignIn | undefined {
  const { CONSOLE_PASSWORD: password, CONSOLE_VIEWER_PASSWORD: viewerPassword } = values
  if (viewerPassword !== undefined && password === undefined)
    throw new StartRefused('CONSOLE_VIEWER_PASSWORD needs CONSOLE_PASSWORD, too; set both.')
  const oidc = oidcOf(values)
  if (oidc && password !== undefined)
    throw new StartRefused('CONSOLE_PASSWORD and OIDC_ISSUER are two ways to sign in; set one of them.')
  if (password === undefined && !oidc) return undefined
  if (password !== undefined && viewerPassword === password)
    throw new StartRefused('CONSOLE_VIEWER_PASSWORD must be another password than CONSOLE_PASSWORD.')
  return {
    password,
    viewerPassword,
    oidc,
    idleMinutes: Number(values.SESSION_IDLE_MINUTES ?? IDLE_MINUTES),
    auditDays: Number(values.AUDIT_DAYS ?? AUDIT_DAYS),
  }
}

/** Throws a `StartRefused` for what kept a server from listening. */
export const refuseAddress =
  ({ host, port }: Pick<Config, 'host' | 'port'>, variable = 'PORT') =>
  ({ code }: NodeJS.ErrnoException): never => {
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} is in use; stop what uses it, or set ${variable}.`)
    if (code === 'EACCES')
      throw new StartRefused(`Port ${port} may not be used; set ${variable} to another one.`)
    throw new StartRefused(`The console cannot listen on ${host}, port ${port} (${code}).`)
  }
