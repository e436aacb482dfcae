import { authenticationFailures } from './authentication-failures.ts'
import { can } from './can.ts'
import type { AnyDetector } from './detector.ts'
import { geofence } from './geofence.ts'
import { idsEvent } from './ids-event.ts'
import { impossibleMovement } from './impossible-movement.ts'
import { inconsistentSources } from './inconsistent-sources.ts'

/** Every detector that processes a vehicle's events. To add one, add a file next to this one and an entry here. */
export const detectors: readonly AnyDetector[] = [
  idsEvent,
  geofence,
  impossibleMovement,
  authenticationFailures,
  can,
  inconsistentSources,
]
