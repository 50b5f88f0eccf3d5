import type { lookup } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { isPrivateAddress, lookupPublic, PrivateAddress } from '../net/public-address'
import { checkTarget } from './upload-targets'

const origins = ['https://service.example.com', 'http://127.0.0.1:4610', 'http://10.0.0.5:9000']

describe('a target', () => {
  it.each([
    ['https://bucket.storage.example.com/f?X-Signature=abc', false],
    ['https://93.184.216.34/f', false],
    ['https://service.example.com/upload', true],
    ['http://127.0.0.1:4610/blobs/f', true],
    ['http://localhost:4610/blobs/f', true],
    ['http://10.0.0.5:9000/f', true],
  ])('%s is taken', (address, named) => {
    expect(checkTarget(address, origins)?.named).toBe(named)
  })

  it.each([
    'http://storage.example.com/f',
    'http://service.example.com/f',
    'https://user@storage.example.com/f',
    'https://:word@service.example.com/f',
    'https://127.0.0.1/f',
    'https://127.1/f',
    'https://2130706433/f',
    'https://0x7f.0.0.1/f',
    'https://0177.0.0.1/f',
    'https://0.0.0.0/f',
    'https://10.0.0.5/f',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/machine',
    'https://[::1]/f',
    'https://[::ffff:127.0.0.1]/f',
    'https://[::ffff:a9fe:a9fe]/f',
    'https://[fd00:ec2::254]/f',
    'http://127.0.0.1:4600/console/info',
    'http://10.0.0.5:9001/f',
    'file:///etc/passwd',
    'ftp://storage.example.com/f',
    'javascript:alert(1)',
    '//storage.example.com/f',
    '/blobs/f',
    'storage.example.com/f',
    '',
    `https://storage.example.com/${'a'.repeat(6_000)}`,
  ])('%s is refused', (address) => {
    expect(checkTarget(address, origins)).toBeUndefined()
  })
})

describe('an address', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '2001::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('%s is private', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '2606:4700::1111',
    '2a00:1450:4001:80b::200e',
    '64:ff9b::808:808',
  ])('%s is public', (address) => expect(isPrivateAddress(address)).toBe(false))
})

describe('a name', () => {
  const resolveTo = (...addresses: string[]) =>
    lookupPublic(((_: string, __: unknown, callback: (error: null, all: unknown) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as typeof lookup)
  const ask = (look: ReturnType<typeof lookupPublic>, all: boolean) =>
    new Promise((settle, reject) =>
      look('storage.example.com', { all }, (error, address, family) =>
        error ? reject(error) : settle(all ? address : [address, family]),
      ),
    )

  it('is connected to by the addresses that were checked', async () => {
    const look = resolveTo('93.184.216.34', '2606:4700::1111')
    expect(await ask(look, false)).toEqual(['93.184.216.34', 4])
    expect(await ask(look, true)).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  it.each([[['10.0.0.1']], [['93.184.216.34', '127.0.0.1']], [['93.184.216.34', '::ffff:127.0.0.1']], [[]]])(
    'that leads to %j is refused',
    async (addresses) => {
      await expect(ask(resolveTo(...addresses), true)).rejects.toThrow(PrivateAddress)
      await expect(ask(resolveTo(...addresses), false)).rejects.toThrow(PrivateAddress)
    },
  )
})
