import { BlockList, isIPv6 } from 'node:net'

/** IPv4 ranges that are not on the public internet (RFC 6890), and the multicast and reserved ones. */
const IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
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

/**
 * IPv6 likewise. Tunnels (Teredo, 6to4), IPv4-compatible and mapped forms are refused whole: nobody names a storage
 * that way, and what is inside them is chosen by the sender.
 */
const IPV6: readonly (readonly [string, number])[] = [
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
]

// Two lists: one list would also hold every IPv4 address against the mapped range.
const private4 = new BlockList()
const private6 = new BlockList()
for (const [network, prefix] of IPV4) {
  private4.addSubnet(network, prefix)
  // NAT64 gives public IPv4 hosts to networks without IPv4, so only what is private inside it is private.
  private6.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6')
}
for (const [network, prefix] of IPV6) private6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address (no brackets) is loopback, private, link-local, metadata or otherwise not a public host. */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1)
  return isIPv6(bare) ? private6.check(bare, 'ipv6') : private4.check(bare)
}
