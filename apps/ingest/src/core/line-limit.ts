import { networkOf } from './address-limit.ts'

const networksHeld = 100_000
/** How long a network beyond its rate is reported to the operator, ms. */
const reportedMs = 10_000
const burstSeconds = 2

export interface LineLimit {
  /** Whether a network may send one more line now, which is charged to it. */
  takes(address: string): boolean
  /** Charges a line that is taken in any case: its network waits the longer. */
  charge(address: string): void
  /** Whether a network has used up its rate. */
  isFull(address: string): boolean
  /** Which network was beyond its rate in the last seconds; undefined if none was. */
  trouble(): string | undefined
}

/** Limits the log lines without a key of each network, with a burst of two seconds (rule SHARE-16). */
export function createLineLimit(perSecond: number, now: () => number = Date.now): LineLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  let beyond: { readonly network: string; readonly at: number } | undefined

  function bucketOf(network: string) {
    const most = burstSeconds * perSecond
    const bucket = buckets.get(network) ?? { left: most, at: now() }
    bucket.left = Math.min(most, bucket.left + ((now() - bucket.at) / 1_000) * perSecond)
    bucket.at = now()
    if (buckets.size >= networksHeld) buckets.clear()
    buckets.set(network, bucket)
    return bucket
  }

  function isFull(address: string): boolean {
    const network = networkOf(address)
    if (bucketOf(network).left >= 1) return false
    beyond = { network, at: now() }
    return true
  }

  function charge(address: string): void {
    bucketOf(networkOf(address)).left -= 1
  }

  return {
    isFull,
    charge,
    takes(address) {
      if (isFull(address)) return false
      charge(address)
      return true
    },
    trouble: () =>
      beyond && now() - beyond.at < reportedMs
        ? `${beyond.network} sends more than ${perSecond} log lines a second without a key: over UDP they are lost`
        : undefined,
  }
}
