import ipaddr from 'ipaddr.js'
import type { Analysis } from './analyzers.ts'

/** What the ranges of ipaddr.js are (IANA special-purpose registries), in words. */
const meanings: Readonly<Record<string, string>> = {
  unspecified: 'no address (RFC 1122)',
  broadcast: 'broadcast to the local network',
  multicast: 'a group of receivers (multicast)',
  linkLocal: 'valid on one link only (link-local)',
  loopback: 'the host itself (loopback)',
  private: 'a private network (RFC 1918)',
  carrierGradeNat: "a mobile operator's shared network (carrier-grade NAT, RFC 6598)",
  uniqueLocal: 'a private network (unique local, RFC 4193)',
  ipv4Mapped: 'an IPv4 address in IPv6 form',
  rfc6145: 'a translated IPv4 address (RFC 6145)',
  rfc6052: 'a translated IPv4 address (NAT64, RFC 6052)',
  '6to4': 'a tunnel of IPv6 over IPv4 (6to4)',
  teredo: 'a tunnel of IPv6 over UDP (Teredo)',
  benchmarking: 'for measurements of networks (RFC 2544)',
  amt: 'for multicast tunnels (RFC 7450)',
  as112v6: 'for answers to private addresses (AS112)',
  as112: 'for answers to private addresses (AS112)',
  discard: 'for traffic that is to be dropped (RFC 6666)',
  reserved: 'reserved, also for documentation',
  deprecatedOrchid: 'for cryptographic identifiers (ORCHID)',
  orchid2: 'for cryptographic identifiers (ORCHIDv2)',
  droneRemoteIdProtocolEntityTags: 'for identifiers of drones (RFC 9374)',
}

const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32'].map((range) =>
  ipaddr.parseCIDR(range),
)

/** Returns the range that an address belongs to: public, or one of the special-purpose ranges. */
export function analyzeAddress(value: string): Analysis {
  if (!ipaddr.isValid(value)) return { verdict: 'info', summary: 'This is no IP address.', facts: [] }
  const address = ipaddr.parse(value)
  const range = address.range()
  const isDocumentation = documentation.some(([of, bits]) => of.kind() === address.kind() && address.match(of, bits))
  const isPublic = range === 'unicast' && !isDocumentation
  const meaning = isDocumentation ? 'for examples in documents (RFC 5737, RFC 3849)' : (meanings[range] ?? range)
  return {
    verdict: 'info',
    summary: isPublic ? 'A public address.' : `Not public: ${meaning}.`,
    facts: [
      { name: 'Version', value: address.kind() === 'ipv4' ? 'IPv4' : 'IPv6' },
      { name: 'Range', value: isPublic ? 'public (unicast)' : meaning },
      { name: 'Full form', value: address.toNormalizedString() },
    ],
  }
}
