import { describe, expect, it } from 'vitest'
import { StartRefused } from '../net/start-refused'
import { readConfig } from './config'

it('needs nothing', () => {
  expect(readConfig({})).toEqual({
    port: 4600,
    host: '127.0.0.1',
    tlsOnly: false,
    basePath: '',
    serviceUrl: undefined,
    apiKey: undefined,
    accessToken: undefined,
    chatOrigins: [],
    uploadOrigins: [],
    allowedHosts: [],
    trustedHops: [],
  })
})

it('counts an empty value as unset and leaves spaces around a value out', () => {
  const config = readConfig({ SERVICE_URL: '', PORT: ' 4700 ', CONSOLE_PASSWORD: '' })
  expect(config).toMatchObject({ port: 4700, serviceUrl: undefined })
})

it('tells that two servers cannot share a port, not that it is in use', () => {
  expect(() => readConfig({ CHAT_PORT: '4600' })).toThrow('CHAT_PORT must differ from PORT.')
  expect(readConfig({ PORT: '0', CHAT_PORT: '0' })).toMatchObject({ port: 0, chatPort: 0 })
})

it('reads everything', () => {
  expect(
    readConfig({
      PORT: '0',
      HOST: '::1',
      BASE_PATH: '/team/switchboard',
      SERVICE_URL: 'https://service.example.com/base/',
      SERVICE_API_KEY: 'key-1',
      SERVICE_ACCESS_TOKEN: 'token-1',
      CHAT_ORIGIN: 'https://www.example.com',
      UPLOAD_ORIGINS: 'https://files.example.com, http://10.0.0.5:9000',
      ALLOWED_HOSTS: 'Console.example.com:8443, other.example.com',
      TRUST_PROXY: 'loopback, 10.0.0.5, 2001:DB8:0::0:7, ::ffff:10.0.0.6',
      CONSOLE_PASSWORD: 'a long password of the tests',
    }),
  ).toMatchObject({
    port: 0,
    host: '::1',
    tlsOnly: false,
    basePath: '/team/switchboard',
    serviceUrl: 'https://service.example.com/base',
    apiKey: 'key-1',
    accessToken: 'token-1',
    chatOrigins: ['https://www.example.com'],
    uploadOrigins: ['https://files.example.com', 'http://10.0.0.5:9000'],
    allowedHosts: ['console.example.com:8443', 'other.example.com'],
    trustedHops: ['loopback', '10.0.0.5', '2001:db8::7', '10.0.0.6'],
  })
})

it('allows plain http to this machine', () => {
  expect(readConfig({ SERVICE_URL: 'http://127.0.0.1:4610' }).serviceUrl).toBe('http://127.0.0.1:4610')
  expect(readConfig({ SERVICE_URL: 'http://[::1]:4610/' }).serviceUrl).toBe('http://[::1]:4610')
  expect(readConfig({ SERVICE_URL: 'https://a.example/x//' }).serviceUrl).toBe('https://a.example/x')
})

describe('a wrong value is one sentence that names the variable and does not repeat the value', () => {
  it.each([
    ['PORT', '46OO'],
    ['PORT', '65536'],
    ['PORT', 'x4600'],
    ['PORT', '4600x'],
    ['HOST', '0.0.0.0'],
    ['HOST', '192.168.1.7'],
    ['HOST', '::'],
    ['SERVICE_URL', 'service.example.com'],
    ['SERVICE_URL', 'http://service.example.com'],
    ['SERVICE_URL', 'http://127.0.0.1.example.com'],
    ['SERVICE_URL', 'https://user:secret-1@service.example.com'],
    ['SERVICE_URL', 'https://service.example.com/?key=secret-1'],
    ['SERVICE_URL', 'https://service.example.com/#part'],
    ['SERVICE_URL', 'file:///etc/passwd'],
    ['SERVICE_URL', 'ftp://127.0.0.1'],
    ['SERVICE_API_KEY', 'secret-1\r\nx-evil: 1'],
    ['SERVICE_API_KEY', 'secret 1'],
    ['SERVICE_ACCESS_TOKEN', 'sécret-1'],
    ['CHAT_ORIGIN', 'https://www.example.com/'],
    ['CHAT_ORIGIN', 'https://www.example.com,www.example.org'],
    ['CHAT_ORIGIN', 'www.example.com'],
    ['CHAT_ORIGIN', 'null'],
    ['UPLOAD_ORIGINS', 'https://files.example.com,https://files.example.com/path'],
    ['UPLOAD_ORIGINS', 'ftp://files.example.com'],
    ['ALLOWED_HOSTS', '*'],
    ['ALLOWED_HOSTS', 'https://console.example.com'],
    ['ALLOWED_HOSTS', 'console.example.com/path'],
    ['ALLOWED_HOSTS', 'console.example.com.'],
    ['ALLOWED_HOSTS', 'console..example.com'],
    ['ALLOWED_HOSTS', 'console.example.com:65536'],
    ['ALLOWED_HOSTS', '::1'],
    ['ALLOWED_HOSTS', '[::::]'],
    ['ALLOWED_HOSTS', '[::1%lo]'],
    ['ALLOWED_HOSTS', '127.1'],
    ['HOST', 'example.com'],
    ['HOST', '127.0.0.1:80'],
    ['CONSOLE_PASSWORD', 'secret-1'],
    ['CONSOLE_VIEWER_PASSWORD', 'secret-1'],
    ['CONSOLE_VIEWER_PASSWORD', 'secret-1 that is long'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['SESSION_IDLE_MINUTES', '10081'],
    ['AUDIT_DAYS', '1.5'],
    ['INSECURE_HTTP', 'yes'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/8'],
    ['TRUST_PROXY', 'gateway.example.com'],
    ['TRUST_PROXY', '*'],
    ['CHAT_ADDRESS', 'https://chat.example.com/path'],
    ['CHAT_ADDRESS', 'chat.example.com'],
    ['BASE_PATH', 'switchboard'],
    ['BASE_PATH', '/'],
    ['BASE_PATH', '/switchboard/'],
    ['BASE_PATH', '/a//b'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/a"b'],
    ['BASE_PATH', '/a%2fb'],
  ])('%s=%j', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartRefused)
    expect(read).toThrow(new RegExp(`^${name} .*[^.]\\.$`))
    expect(read).not.toThrow(/secret/)
  })
})

it.each([
  ['65535', '[::1]', 65_535, '::1'],
  ['1', 'localhost', 1, 'localhost'],
] as const)('takes the port %s at %s', (port, host, wantedPort, wantedHost) => {
  expect(readConfig({ PORT: port, HOST: host })).toMatchObject({ port: wantedPort, host: wantedHost })
})

it.each(['a', 'a.b', '[::1]', '[fe80::1]:8443', 'x-1.example.com:80'])(
  'takes %s as a host of the console',
  (host) => {
    expect(readConfig({ ALLOWED_HOSTS: host }).allowedHosts).toEqual([host])
  },
)

it('keeps an allowed IPv6 address as browsers write it', () => {
  expect(readConfig({ ALLOWED_HOSTS: '[2001:DB8:0::0:7]:8443' }).allowedHosts).toEqual(['[2001:db8::7]:8443'])
})

describe('an address of other machines', () => {
  const guarded = {
    HOST: '0.0.0.0',
    CONSOLE_PASSWORD: 'a long password of the tests',
    ALLOWED_HOSTS: 'console.example.com',
    TRUST_PROXY: '10.0.0.5',
    CHAT_ADDRESS: 'https://chat.example.com',
  }

  it.each(['0.0.0.0', '::', '[::]', '192.168.1.7', '2001:db8::7'])(
    '%s is taken with all that guards it',
    (host) => {
      const read = readConfig({ ...guarded, HOST: host })
      expect(read).toMatchObject({ host: host.replace(/[[\]]/g, ''), tlsOnly: true })
    },
  )

  it('is taken without a gateway once that is accepted', () => {
    const { TRUST_PROXY, ...others } = guarded
    expect(readConfig({ ...others, INSECURE_HTTP: 'accepted' })).toMatchObject({ tlsOnly: false })
  })

  it.each([
    [['CONSOLE_PASSWORD'], 'CONSOLE_PASSWORD (or OIDC_ISSUER)'],
    [['ALLOWED_HOSTS'], 'ALLOWED_HOSTS'],
    [['CHAT_ADDRESS'], 'CHAT_ADDRESS (or CHAT_ADDRESS=none)'],
    [['TRUST_PROXY'], 'TRUST_PROXY (or INSECURE_HTTP=accepted)'],
    [['CONSOLE_PASSWORD', 'ALLOWED_HOSTS'], 'CONSOLE_PASSWORD (or OIDC_ISSUER) and ALLOWED_HOSTS'],
    [
      ['CONSOLE_PASSWORD', 'ALLOWED_HOSTS', 'TRUST_PROXY'],
      'CONSOLE_PASSWORD (or OIDC_ISSUER), ALLOWED_HOSTS and TRUST_PROXY (or INSECURE_HTTP=accepted)',
    ],
  ])('is refused without %s', (names, said) => {
    const rest = Object.fromEntries(Object.entries(guarded).filter(([name]) => !names.includes(name)))
    expect(() => readConfig(rest)).toThrow(
      `HOST opens the console to other machines, so set ${said}, too, or listen on 127.0.0.1.`,
    )
  })

  it('is that of a gateway, too, which leads other machines to this one (D984)', () => {
    const { CONSOLE_PASSWORD, ...rest } = { ...guarded, HOST: '127.0.0.1', TRUST_PROXY: 'loopback' }
    expect(() => readConfig(rest)).toThrow(
      'TRUST_PROXY names a gateway that leads other machines here, so set CONSOLE_PASSWORD (or OIDC_ISSUER), too.',
    )
    expect(readConfig({ ...rest, CONSOLE_PASSWORD })).toMatchObject({ tlsOnly: false })
  })

  it('gives pages a web chat by https, or none', () => {
    const read = (more: Record<string, string>) => readConfig({ ...guarded, ...more }).chatAddress
    expect(read({ CHAT_ADDRESS: 'none' })).toBe('none')
    // A hosted service has its own.
    expect(read({ CHAT_ADDRESS: '', SERVICE_URL: 'https://service.example.com' })).toBeUndefined()
    expect(() => read({ CHAT_ADDRESS: 'http://chat.example.com' })).toThrow(/^CHAT_ADDRESS must be https/)
    const accepted = { CHAT_ADDRESS: 'http://chat.example.com', INSECURE_HTTP: 'accepted' }
    expect(read(accepted)).toBe('http://chat.example.com')
  })
})

it('reads who signs in', () => {
  expect(
    readConfig({
      CONSOLE_PASSWORD: 'a long password of the tests',
      CONSOLE_VIEWER_PASSWORD: 'another one of the viewers',
      SESSION_IDLE_MINUTES: '30',
      AUDIT_DAYS: '7',
    }).signIn,
  ).toEqual({
    password: 'a long password of the tests',
    viewerPassword: 'another one of the viewers',
    idleMinutes: 30,
    auditDays: 7,
  })
  const same = 'a long password of the tests'
  expect(() => readConfig({ CONSOLE_PASSWORD: same, CONSOLE_VIEWER_PASSWORD: same })).toThrow(
    /^CONSOLE_VIEWER_PASSWORD must be another/,
  )
})
