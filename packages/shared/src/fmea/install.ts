import type { EngineeringModule } from '../graph/engineering-module.ts'
import { fmeaKinds } from './kinds/fmea.kinds.ts'
import { fmeaLinks } from './kinds/links.ts'

export const fmea: EngineeringModule = { kinds: fmeaKinds, links: Object.values(fmeaLinks) }
