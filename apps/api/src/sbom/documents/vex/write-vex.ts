import type { Vex, VexFormat } from '@carapace/shared/sbom/vex/vex'
import { writeCsafVex } from './write-csaf.ts'
import { writeCycloneDxVex } from './write-cyclonedx.ts'
import { writeOpenVex } from './write-openvex.ts'

/** Who writes a document, and when. */
export interface VexContext {
  /** CSAF's namespace is a URI of the publisher's, such as its site. */
  readonly publisher: { readonly name: string; readonly namespace: string }
  /** ISO 8601 with a time zone. */
  readonly now: string
}

/** A written document, and what it could not hold: `CVE-2024-0001: reason`, at most 1,000. */
export interface Written {
  readonly text: string
  readonly lost: readonly string[]
}

export type WritableVexFormat = Exclude<VexFormat, 'SPDX 3 security'>

/** Writes statements in a format; what the format has no words for is listed as lost (rule VEX-7). */
export function writeVex(vex: Vex, format: WritableVexFormat, context: VexContext): Written {
  const writers = { 'CycloneDX VEX': writeCycloneDxVex, OpenVEX: writeOpenVex, 'CSAF VEX': writeCsafVex }
  return writers[format](vex, context)
}
