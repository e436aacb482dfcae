import { authenticationFailures } from './authentication-failures.ts'
import { can } from './can.ts'
import type { AnyDetector } from './detector.ts'
import { geofenceExit } from './geofence-exit.ts'
import { idsEvent } from './ids-event.ts'
import { impossibleMovement } from './impossible-movement.ts'

/** Every detector that folds over a vehicle's events. A new one is a file beside this and a word here. */
export const detectors: readonly AnyDetector[] = [
  idsEvent,
  geofenceExit,
  impossibleMovement,
  authenticationFailures,
  can,
]
