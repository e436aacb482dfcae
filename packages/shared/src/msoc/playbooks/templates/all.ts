import type { PlaybookTemplate } from '../playbooks.contract.ts'
import { canIdSpoofDetect } from './can-id-spoof-detect.ts'
import { triageTemplates } from './triage.ts'
import { vehicleTemplates } from './vehicles.ts'
import { workTemplates } from './work.ts'

/** The playbooks that are shipped with the product. */
export const playbookTemplates: readonly PlaybookTemplate[] = [
  canIdSpoofDetect,
  ...triageTemplates,
  ...vehicleTemplates,
  ...workTemplates,
]
