/**
 * Detects when something occurs `limit` times within `windowMs`. Returns the seqs to blame: all of them the first time,
 * then each further one.
 */
export type Bursts = (name: string, seq: number, ts: number) => readonly number[] | undefined

interface Burst {
  readonly seqs: number[]
  readonly times: number[]
  isReported: boolean
}

/** Tracks at most `kept` names; beyond that, the name that began first is dropped. */
export function createBursts(limit: number, windowMs: number, kept = 64): Bursts {
  const bursts = new Map<string, Burst>()

  return (name, seq, ts) => {
    const burst = bursts.get(name) ?? begin(bursts, name, kept)
    burst.seqs.push(seq)
    burst.times.push(ts)
    if (burst.seqs.length > limit) {
      burst.seqs.shift()
      burst.times.shift()
    }
    const span = ts - burst.times[0]!
    if (burst.seqs.length < limit || span < 0 || span > windowMs) {
      burst.isReported = false
      return undefined
    }
    const blamed = burst.isReported ? [seq] : [...burst.seqs]
    burst.isReported = true
    return blamed
  }
}

function begin(bursts: Map<string, Burst>, name: string, kept: number): Burst {
  if (bursts.size >= kept) bursts.delete(bursts.keys().next().value!)
  const burst: Burst = { seqs: [], times: [], isReported: false }
  bursts.set(name, burst)
  return burst
}
