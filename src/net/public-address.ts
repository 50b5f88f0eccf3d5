import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/** IPv4 ranges that are not on the public internet (RFC 6890), and the multicast and reserved ones. */
const PRIVATE_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Where a cloud answers its own machines, though the address is a public one.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

/** The same for IPv6. Tunnels and mapped forms are refused whole, because the sender chooses what is inside. */
const PRIVATE_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  // NAT64 stands for public IPv4 hosts too, so only its private part is private.
  ...PRIVATE_IPV4.map(([network, prefix]): [string, number] => [`64:ff9b::${network}`, 96 + prefix]),
]

// Two lists, because one would match every IPv4 address with the mapped range.
const private4 = new BlockList()
const private6 = new BlockList()
for (const [network, prefix] of PRIVATE_IPV4) private4.addSubnet(network, prefix)
for (const [network, prefix] of PRIVATE_IPV6) private6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address (no brackets) is loopback, private, link-local, metadata or otherwise not a public host. */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1)
  return isIPv6(bare) ? private6.check(bare, 'ipv6') : private4.check(bare)
}

export class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress'
}

/** Names a host without a look-up, which is never asked for one that is an address already. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && isPrivateAddress(host)
}

/** Refuses a name with any private address. The connection uses these addresses, so that the name cannot change in between (safety 13). */
export function lookupPublic(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new PrivateAddress(), '')
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
