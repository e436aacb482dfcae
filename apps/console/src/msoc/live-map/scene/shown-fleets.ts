import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { BaseMap } from '../../../core/map/base-map.ts'
import type { CustomLayerInterface } from '../../../core/map/maplibre.ts'
import { pulseBook } from '../alerts/pulse-book.ts'
import type { LiveMapStore } from '../live-map.store.ts'
import type { OverlayScene } from '../overlay/overlay.ts'
import { type FleetInView, fleetInView } from '../vehicles/fleet-in-view.ts'
import type { Shown } from '../vehicles/picking.ts'
import { vehicleLayer } from '../vehicles/vehicle-layer.ts'

/** The live fleet and the replayed one, one of which is shown (rule MAP-UI-58). */
export interface ShownFleets {
  readonly live: FleetInView
  readonly past: FleetInView
  readonly isReplaying: () => boolean
  /** The shown fleet. */
  readonly fleet: () => FleetInView
  readonly layers: readonly CustomLayerInterface[]
  readonly show: (shown: Shown) => void
  /** An alert was raised now, or at the time of the replay. */
  readonly raised: (alert: Alert) => void
  readonly raisedInPast: (alert: Alert) => void
  /** The replay jumped to another time: its rings end. */
  readonly jumped: () => void
  /** The rings of the shown fleet, and whether any of them is animated. */
  readonly rings: () => OverlayScene['rings']
  readonly isPulsing: () => boolean
}

export function shownFleets({ camera, colours }: BaseMap, page: LiveMapStore, shown: Shown): ShownFleets {
  const motion = matchMedia('(prefers-reduced-motion: reduce)')
  const live = fleetInView(camera, shown)
  const past = fleetInView(camera, shown)
  const isReplaying = () => page.getState().replay !== undefined
  const pulsesOf = ({ vehicles, isShown }: FleetInView) => pulseBook(vehicles, isShown, () => motion.matches)
  const livePulses = pulsesOf(live)
  let pastPulses = pulsesOf(past)
  const pulses = () => (isReplaying() ? pastPulses : livePulses)
  const layerOf = ({ vehicles, shown: shownHealths }: FleetInView, isDrawn: () => boolean) =>
    vehicleLayer({ store: vehicles, camera, colours, shown: () => (isDrawn() ? shownHealths() : 0) })

  return {
    live,
    past,
    isReplaying,
    fleet: () => (isReplaying() ? past : live),
    layers: [layerOf(live, () => !isReplaying()), { ...layerOf(past, isReplaying), id: 'replayed-vehicles' }],
    show(next) {
      for (const each of [live, past]) each.show(next)
    },
    raised: (alert) => livePulses.raised(alert),
    raisedInPast: (alert) => pastPulses.raised(alert),
    jumped() {
      pastPulses = pulsesOf(past)
    },
    rings: () => pulses().rings(Date.now()),
    isPulsing: () => pulses().moving(Date.now()),
  }
}
