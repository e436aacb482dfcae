import { isIPv6 } from 'node:net'

/**
 * The network that an address belongs to: an IPv4 address itself; of IPv6 its first 64 bits, since whoever has one
 * address of them has all, or the `bits` that are asked for (48: what a site is given).
 */
export function networkOf(ip: string, bits: 48 | 64 = 64): string {
  const plain = ip.startsWith('::ffff:') && ip.includes('.') ? ip.slice(7) : ip
  if (!isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [first, last] = [head, tail].map((half) => half.split(':').filter(Boolean)) as [string[], string[]]
  const zeros = plain.includes('::') ? Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0') : []
  return `${[...first, ...zeros, ...last]
    .slice(0, bits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${bits}`
}
