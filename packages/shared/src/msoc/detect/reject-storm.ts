import type { Finding } from './detector.ts'

/** This many refused events within this time: a broken sender, or somebody who probes (rule REJECT-STORM-1). */
const rejects = 100
const windowMs = 60_000
const sourcesCounted = 1_000

interface Counted {
  readonly start: number
  readonly rejects: number
}

/** By organisation and source; a new source replaces the one not seen for the longest time. */
export type RejectMemory = Map<string, Counted>

/**
 * Counts rejects of one organisation and source; returns a finding when they become a storm (rules REJECT-STORM-1 to
 * REJECT-STORM-2). Does not change a map that `memory` was copied from.
 */
export function stepRejects(
  memory: RejectMemory,
  org: number,
  source: string,
  count: number,
  reason: string,
  ts: number,
): Finding | undefined {
  const key = `${org}:${source}`
  const known = memory.get(key)
  const { start, rejects: before } = known && ts - known.start < windowMs ? known : { start: ts, rejects: 0 }
  const counted = { start, rejects: before + count }
  memory.delete(key)
  memory.set(key, counted)
  if (memory.size > sourcesCounted) memory.delete(memory.keys().next().value!)
  if (counted.rejects < rejects) return undefined
  return {
    source: 'detector',
    rule: 'reject-storm',
    key: `reject-storm:${source}`,
    severity: 'medium',
    ts,
    count: before < rejects ? counted.rejects : count,
    title: `Storm of rejected events over ${source}`,
    explanation: [
      { field: 'rejects within 60 s', observed: String(counted.rejects), expected: `fewer than ${rejects}` },
      { field: 'latest reason', observed: reason, expected: '' },
    ],
    observables: [],
    evidence: 'none',
  }
}
