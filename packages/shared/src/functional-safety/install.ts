import type { EngineeringModule } from '../graph/engineering-module.ts'
import { conceptKinds } from './kinds/concept.kinds.ts'
import { hardwareElementKind } from './kinds/hardware.kinds.ts'
import { hazardKinds } from './kinds/hazard.kinds.ts'
import { safetyLinks } from './kinds/links.ts'

export const functionalSafety: EngineeringModule = {
  kinds: [...hazardKinds, ...conceptKinds, hardwareElementKind],
  links: Object.values(safetyLinks),
}
