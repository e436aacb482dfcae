import type { Health } from '@carapace/shared/msoc/severity'
import type { MapCluster } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { Shown } from '../vehicles/picking.ts'
import { codeOf } from '../vehicles/vehicle-store.ts'

/** One part of a bubble's ring, in radians clockwise from the top. */
export interface Arc {
  readonly health: Health
  readonly from: number
  readonly to: number
}

const ringOrder = ['compromised', 'degraded', 'offline', 'healthy'] as const satisfies readonly Health[]
/** The smallest visible arc, seen from a normal distance. */
const leastArc = Math.PI / 30
const turn = 2 * Math.PI

/** The radius of a bubble in pixels (rule MAP-UI-24). */
export function bubbleRadius(count: number): number {
  return Math.min(34, 11 + 0.42 * Math.sqrt(count))
}

/** The number of a cluster's vehicles that pass the filter, by health; `count` is their sum (rule MAP-UI-26). */
export function passing(cluster: MapCluster, shown: Shown): Record<Health, number> & { count: number } {
  const healthy = cluster.count - cluster.compromised - cluster.degraded - cluster.offline
  const all = { compromised: cluster.compromised, degraded: cluster.degraded, offline: cluster.offline, healthy }
  const kept = { ...all, count: 0 }
  for (const health of ringOrder) {
    if ((shown & (1 << codeOf(health))) === 0) kept[health] = 0
    kept.count += kept[health]
  }
  return kept
}

/**
 * The arcs of a bubble's ring, compromised first. Small shares are widened at the cost of the large ones (rules
 * MAP-UI-24, MAP-UI-25).
 */
export function ringOf(shares: Record<Health, number>): Arc[] {
  const present = ringOrder.filter((health) => shares[health] > 0)
  const sum = present.reduce((total, health) => total + shares[health], 0)
  const small = present.filter((health) => (shares[health] / sum) * turn < leastArc)
  const bigSum = present.reduce((total, health) => (small.includes(health) ? total : total + shares[health]), 0)
  const room = turn - small.length * leastArc
  let from = 0
  return present.map((health) => {
    const to = from + (small.includes(health) ? leastArc : (shares[health] / bigSum) * room)
    const arc = { health, from, to }
    from = to
    return arc
  })
}
