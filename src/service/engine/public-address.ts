import { lookup } from 'node:dns'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'
import { PRIVATE_IPV4, PRIVATE_IPV6 } from '../../contract/private-networks'

// Two lists, because one would match every IPv4 address with the mapped range.
const private4 = new BlockList()
const private6 = new BlockList()
for (const [network, prefix] of PRIVATE_IPV4) private4.addSubnet(network, prefix)
for (const [network, prefix] of PRIVATE_IPV6) private6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address (no brackets) is loopback, private, link-local, metadata or otherwise not a public host. */
function isPrivateAddress(address: string): boolean {
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
