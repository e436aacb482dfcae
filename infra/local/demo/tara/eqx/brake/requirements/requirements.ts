import { demoArtefacts } from '../../../build.ts'
import { braked } from './braked.ts'
import { braking } from './braking.ts'
import { standing } from './standing.ts'

export const brakeRequirements = demoArtefacts(
  'safety-requirement',
  { day: 98, project: 'Brake by wire', status: 'APPROVED' },
  { ...braking, ...braked, ...standing },
)
