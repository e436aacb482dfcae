import type { Vex, VexFormat } from '@carapace/shared/sbom/vex/vex'
import { writeCsafVex } from './write-csaf.ts'
import { writeCycloneDxVex } from './write-cyclonedx.ts'
import { writeOpenVex } from './write-openvex.ts'
import type { VexContext, Written } from './written.ts'

export type WritableVexFormat = Exclude<VexFormat, 'SPDX 3 security'>

/** Writes statements in a format; what the format has no words for is listed as lost (rule VEX-7). */
export function writeVex(vex: Vex, format: WritableVexFormat, context: VexContext): Written {
  const writers = { 'CycloneDX VEX': writeCycloneDxVex, OpenVEX: writeOpenVex, 'CSAF VEX': writeCsafVex }
  return writers[format](vex, context)
}
