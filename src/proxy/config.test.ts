import { describe, expect, it } from 'vitest'
import { readConfig, StartError } from './config'

it('needs nothing', () => {
  expect(readConfig({})).toEqual({
    port: 4600,
    host: '127.0.0.1',
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
    }),
  ).toEqual({
    port: 0,
    host: '::1',
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
    ['CONSOLE_PASSWORD', 'secret-1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/8'],
    ['TRUST_PROXY', 'gateway.example.com'],
    ['TRUST_PROXY', '*'],
    ['BASE_PATH', 'switchboard'],
    ['BASE_PATH', '/'],
    ['BASE_PATH', '/switchboard/'],
    ['BASE_PATH', '/a//b'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/a"b'],
    ['BASE_PATH', '/a%2fb'],
  ])('%s=%j', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartError)
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
