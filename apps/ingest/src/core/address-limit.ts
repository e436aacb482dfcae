import { isIPv6 } from 'node:net'
import type { Server, Socket } from 'node:net'

/** How long a refused connection is reported to the operator, ms. */
const reportedMs = 10_000

export interface AddressLimit {
  /** Refuses connections of this server beyond the limit of their address; several servers may share a limit. */
  guard(server: Server): void
  /** Which address was refused in the last seconds; undefined if none was. */
  trouble(): string | undefined
}

/** Limits the open connections of each address: one sender must not take all that a listener has (rule SHARE-7). */
export function createAddressLimit(most: number, now: () => number = Date.now): AddressLimit {
  const open = new Map<string, number>()
  let refused: { readonly address: string; readonly at: number } | undefined

  function admit(socket: Socket): void {
    const address = networkOf(socket.remoteAddress ?? '')
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      refused = { address, at: now() }
      socket.destroy()
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  }

  return {
    // before the listener's own handler
    guard: (server) => void server.prependListener('connection', admit),
    trouble: () =>
      refused && now() - refused.at < reportedMs
        ? `connections of ${refused.address} were refused in the last ${reportedMs / 1_000} s: it has ${most} open`
        : undefined,
  }
}

/** An IPv4 address, or the /64 network of an IPv6 one, which is one subscriber's. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address
  const [head, tail] = address.split('%')[0]!.split('::') as [string, string | undefined]
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined ? first : [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
