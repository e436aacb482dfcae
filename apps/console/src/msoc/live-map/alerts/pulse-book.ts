import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { OverlayScene } from '../overlay/overlay.ts'
import { isMoving, isOver, type Pulse, pulses, ringsAt } from './pulses.ts'
import { codeOf, type VehicleStore } from '../vehicles/vehicle-store.ts'

type MarkedRing = OverlayScene['rings'][number]

const compromised = codeOf('compromised')
/** Maximum number of rings; more would hide what they highlight. */
const most = 200

/**
 * The vehicles with rings around them: those with a fresh critical or high alert, and compromised ones (rules
 * MAP-UI-27, MAP-UI-28).
 */
interface PulseBook {
  readonly raised: (alert: Pick<Alert, 'severity' | 'vehicle'>) => void
  readonly rings: (now: number) => MarkedRing[]
  /** Whether any ring is animated, so that frames are needed even if nothing else changes. */
  readonly moving: (now: number) => boolean
}

export function pulseBook(store: VehicleStore, isShown: (slot: number) => boolean, still: () => boolean): PulseBook {
  const byVin = new Map<string, Pulse>()

  function ringAt(slot: number, pulse: Pulse | undefined, now: number): MarkedRing {
    const seen = store.health[slot] === compromised && store.stale[slot] !== 1 ? store.read(slot) : undefined
    return {
      x: store.x[slot] ?? 0,
      y: store.y[slot] ?? 0,
      severity: pulse?.severity ?? 'critical',
      rings: ringsAt(pulse, now, still()),
      arrow: seen && { headingDeg: seen.headingDeg },
    }
  }

  return {
    raised({ severity, vehicle }) {
      if (vehicle && pulses(severity)) byVin.set(vehicle.vin, { severity, since: Date.now() })
    },
    rings(now) {
      const found: MarkedRing[] = []
      for (const [vin, pulse] of byVin) {
        if (isOver(pulse, now)) byVin.delete(vin)
        const slot = store.slotOf(vin)
        if (slot !== undefined && isShown(slot)) found.push(ringAt(slot, pulse, now))
      }
      for (let slot = 0; slot < store.end && found.length < most; slot++) {
        const vin = store.health[slot] === compromised ? store.vinAt(slot) : undefined
        if (vin !== undefined && !byVin.has(vin) && isShown(slot)) found.push(ringAt(slot, undefined, now))
      }
      return found
    },
    moving: (now) => [...byVin.values()].some((pulse) => isMoving(pulse, now, still())),
  }
}
