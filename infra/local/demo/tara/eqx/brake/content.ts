import type { DemoArtefact } from '../../build.ts'
import { brakeFmea } from './fmea/dfmea.ts'
import { brakeGoals } from './goals.ts'
import { brakeHazards } from './hazards.ts'
import { malfunctions } from './hazop/hazop.ts'
import { brakeItem } from './item.ts'
import { brakeRequirements } from './requirements/requirements.ts'
import { brakeTests } from './tests.ts'
import { wheelHardware } from './fmeda.ts'
import { brakeTrees } from './trees/fault-trees.ts'

/** Functional safety and FMEA of the brake by wire, from the item to its tests. */
export const brake: readonly DemoArtefact[] = [
  ...brakeItem,
  ...malfunctions,
  ...brakeHazards,
  ...brakeGoals,
  ...brakeRequirements,
  ...brakeFmea,
  ...brakeTrees,
  ...wheelHardware,
  ...brakeTests,
]
