import { type AttackFamily, manyIds, ofTheBus } from './attack-family.ts'
import type { AnyBusDetector } from './bus-detector.ts'
import { canBusSilent } from './can-bus-silent.ts'
import { canClock } from './clock/can-clock.ts'
import { canCorrelation } from './can-correlation.ts'
import { canDlc } from './can-dlc.ts'
import { canFlood } from './can-flood.ts'
import { canFuzz } from './can-fuzz.ts'
import { canMasquerade } from './can-masquerade.ts'
import { canPeriod } from './can-period.ts'
import { canRange } from './can-range.ts'
import { canReplay } from './can-replay.ts'
import { canSuppression } from './can-suppression.ts'
import { canUnknownId } from './can-unknown-id.ts'
import { j1939Address } from './j1939/address.ts'
import { j1939Request } from './j1939/request.ts'
import { j1939Transport } from './j1939/transport.ts'
import { udsFlood } from './uds-flood.ts'
import { udsMoving } from './uds-moving.ts'
import { udsScan } from './uds-scan.ts'
import { udsSecurity } from './uds-security.ts'

/** Every detector that processes a bus. To add one, add a file next to this one and an entry here. */
export const busDetectors: readonly AnyBusDetector[] = [
  canUnknownId,
  canFlood,
  canFuzz,
  canDlc,
  canClock,
  canPeriod,
  canSuppression,
  canMasquerade,
  canCorrelation,
  canReplay,
  canRange,
  canBusSilent,
  udsScan,
  udsMoving,
  udsSecurity,
  udsFlood,
  j1939Address,
  j1939Request,
  j1939Transport,
]

const families = new Map<string, AttackFamily>([
  ...busDetectors.map(({ name, family }) => [name, family] as const),
  [manyIds.detector, { ...ofTheBus, strength: 5 }],
])

/** Returns the attack family of a sign, by the name of its detector. */
export function familyOf({ detector }: { readonly detector: string }): AttackFamily {
  return families.get(detector)!
}
