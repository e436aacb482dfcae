import type { Bom, BomFault } from '@carapace/shared/sbom/documents/bom'
import { cycloneDxVersions, type CycloneDxVersion, schemaFaults } from './cyclonedx-schemas.ts'
import { readCycloneDx } from './cyclonedx.ts'
import { wordedFaults } from './cyclonedx-refs.ts'
import { type Fields, objectIn } from './fields.ts'
import { parseJson } from './json.ts'

/** A bill of materials, or where and why it can't be read. */
export type BomReading = { readonly bom: Bom } | { readonly faults: readonly BomFault[] }

/**
 * Reads a bill of materials of any format that `bomFormats` lists, also in gzip or Zstandard. Whatever the bytes are, it
 * returns a document or faults (rules BOM-1 to BOM-9). It blocks while it works: see `readBomAside` for large ones.
 */
export function readBom(bytes: Uint8Array, _name?: string): BomReading {
  const text = new TextDecoder().decode(bytes)
  const parsed = parseJson(text)
  if ('faults' in parsed) return parsed
  const document = objectIn(parsed.value)
  if (!document) return refused('', 'The document is no JSON object.')
  if (document['bomFormat'] === 'CycloneDX') return readCycloneDxJson(document)
  return refused('', 'The document is neither CycloneDX nor SPDX.')
}

function readCycloneDxJson(document: Fields): BomReading {
  const version = document['specVersion']
  if (!isVersion(version)) return refused('/specVersion', `Only CycloneDX ${cycloneDxVersions.join(', ')} is read.`)
  const faults = schemaFaults(document, version)
  if (faults.length) return { faults }
  const worded = wordedFaults(document)
  if (worded.length) return { faults: worded }
  return { bom: readCycloneDx(document, 'CycloneDX JSON') }
}

function isVersion(value: unknown): value is CycloneDxVersion {
  return (cycloneDxVersions as readonly unknown[]).includes(value)
}

function refused(place: string, message: string): BomReading {
  return { faults: [{ place, message }] }
}
