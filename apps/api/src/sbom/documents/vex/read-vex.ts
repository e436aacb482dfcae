import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Vex } from '@carapace/shared/sbom/vex/vex'
import { readPiece } from '../read.ts'
import { unpack } from '../unpack.ts'

/** Statements on vulnerabilities, or where and why they can't be read. */
export type VexReading = { readonly vex: Vex } | { readonly faults: readonly BomFault[] }

/**
 * Reads the statements of a document: CycloneDX (alone, or in a bill of materials), OpenVEX, CSAF, SPDX 3, or what the
 * patches of a bill of materials state (rules VEX-1 to VEX-6). Whatever the bytes are, it returns statements or faults.
 */
export function readVex(bytes: Uint8Array): VexReading {
  const unpacked = unpack(bytes)
  if ('faults' in unpacked) return unpacked
  const reading = readPiece(unpacked.bytes)
  return 'faults' in reading ? reading : { vex: reading.piece.vex }
}
