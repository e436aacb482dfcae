import type { BomFault } from '@carapace/shared/sbom/documents/bom'
import type { Vex } from '@carapace/shared/sbom/vex/vex'
import { objectIn } from '../fields.ts'
import { parseJson } from '../json.ts'
import { readPiece } from '../read.ts'
import { decodeText } from '../text.ts'
import { unpack } from '../unpack.ts'
import { csafFaults, isCsaf, readCsafVex } from './csaf.ts'
import { isOpenVex, openVexFaults, readOpenVex } from './openvex.ts'

/** Statements on vulnerabilities, or where and why they can't be read. */
export type VexReading = { readonly vex: Vex } | { readonly faults: readonly BomFault[] }

/**
 * Reads the statements of a document: CycloneDX (alone, or in a bill of materials), OpenVEX, CSAF, SPDX 3, or what the
 * patches of a bill of materials state (rules VEX-1 to VEX-6). Whatever the bytes are, it returns statements or faults.
 */
export function readVex(bytes: Uint8Array): VexReading {
  const unpacked = unpack(bytes)
  if ('faults' in unpacked) return unpacked
  const decoded = decodeText(unpacked.bytes)
  if ('faults' in decoded) return decoded
  if (/^\s*\{/.test(decoded.text.slice(0, 1_000))) {
    const parsed = parseJson(decoded.text)
    if ('faults' in parsed) return parsed
    const document = objectIn(parsed.value)
    if (document && isOpenVex(document)) return checked(openVexFaults(document), () => readOpenVex(document))
    if (document && isCsaf(document)) return checked(csafFaults(document), () => readCsafVex(document))
  }
  const reading = readPiece(unpacked.bytes)
  return 'faults' in reading ? reading : { vex: reading.piece.vex }
}

function checked(faults: readonly BomFault[], read: () => Vex): VexReading {
  return faults.length ? { faults } : { vex: read() }
}
