import { parseXml } from '@carapace/shared/core/documents/xml-tree'
import type { Bom, BomFault, BomFormat } from '@carapace/shared/sbom/documents/bom'
import { parseYaml } from '@carapace/shared/sbom/documents/yaml-value'
import { wordedFaults, wordedXmlFaults } from './cyclonedx-refs.ts'
import { cycloneDxVersions, type CycloneDxVersion, schemaFaults } from './cyclonedx-schemas.ts'
import { jsonOfXml } from './cyclonedx-xml.ts'
import { readCycloneDx } from './cyclonedx.ts'
import { type Fields, objectIn, textOf } from './fields.ts'
import { parseJson } from './json.ts'
import { deepest, mostComponents, mostEdges, mostXmlBytes } from './limits.ts'
import { bomOfPiece, type PieceReading } from './pieces.ts'
import { spdx2Faults } from './spdx2-check.ts'
import { lineOf, parseTagValue, type LinedDocument } from './spdx2-tag-value.ts'
import { jsonOfSpdxXml } from './spdx2-xml.ts'
import { readSpdx2 } from './spdx2.ts'
import { readSpdx3, spdx3Faults } from './spdx3.ts'
import { decodeText } from './text.ts'
import { isTar, unpack } from './unpack.ts'
import { isVexDocument, readVexPiece } from './vex/vex-piece.ts'
import { xsdFaults } from './xsd.ts'

/** A bill of materials, or where and why it can't be read. */
export type BomReading = { readonly bom: Bom } | { readonly faults: readonly BomFault[] }

/**
 * Reads a bill of materials of any format that `bomFormats` lists, also in gzip or Zstandard. Whatever the bytes are,
 * it returns a document or faults, at most 100 (rules BOM-1 to BOM-12). It blocks while it works: a job reads large
 * documents in the thread of `../bom-documents/thread.ts`.
 */
export function readBom(bytes: Uint8Array): BomReading {
  const unpacked = unpack(bytes)
  if ('faults' in unpacked) return unpacked
  if (isTar(unpacked.bytes)) return refused('', 'This is an archive of documents: they are read as a set.')
  const reading = readPiece(unpacked.bytes)
  return 'faults' in reading ? reading : { bom: bomOfPiece(reading.piece) }
}

/** Reads one unpacked document without following its references to others. */
export function readPiece(bytes: Uint8Array): PieceReading {
  const decoded = decodeText(bytes)
  if ('faults' in decoded) return decoded
  const reading = readText(decoded.text)
  if ('faults' in reading) return reading
  const { components, dependencies } = reading.piece
  if (components.length > mostComponents)
    return refused('', `A document may have ${mostComponents.toLocaleString('en')} components at most.`)
  let edges = 0
  for (const { dependsOn, provides } of dependencies) edges += dependsOn.length + provides.length
  if (edges > mostEdges)
    return refused('', `A document may have ${mostEdges.toLocaleString('en')} dependencies at most.`)
  return reading
}

function readText(text: string): PieceReading {
  const start = text.slice(0, 10_000).trimStart()
  if (start.startsWith('{') || start.startsWith('[')) return readJson(text)
  if (start.startsWith('<')) return readXml(text)
  if (/^(?:#[^\n]*\n\s*)*SPDXVersion:/.test(start)) return readTagValue(text)
  if (/^(?:---\s|['"]?[A-Za-z]\w*['"]?:\s|#)/.test(start) && /^[ \t]*['"]?(?:spdxVersion|SPDXID)['"]?:/m.test(text))
    return readYaml(text)
  return refused('', start === '' ? 'The document is empty.' : 'The document is neither CycloneDX nor SPDX.')
}

function readJson(text: string): PieceReading {
  const parsed = parseJson(text)
  if ('faults' in parsed) return parsed
  const document = objectIn(parsed.value)
  if (!document) return refused('', 'The document is no JSON object.')
  if (document['bomFormat'] !== undefined) return readCycloneDxJson(document)
  if (isVexDocument(document)) return readVexPiece(document)
  if (document['spdxVersion'] !== undefined) return readSpdx2Document({ document, lines: new Map() }, 'SPDX JSON')
  if (document['@context'] !== undefined) {
    const faults = spdx3Faults(document)
    return faults.length ? { faults } : { piece: readSpdx3(document) }
  }
  return refused('', 'The document is neither CycloneDX (bomFormat) nor SPDX (spdxVersion, @context).')
}

function readCycloneDxJson(document: Fields): PieceReading {
  if (document['bomFormat'] !== 'CycloneDX') return refused('/bomFormat', 'The value must be “CycloneDX”.')
  const version = document['specVersion']
  if (!isVersion(version)) return refused('/specVersion', `Only CycloneDX ${cycloneDxVersions.join(', ')} is read.`)
  const faults = schemaFaults(document, version)
  if (faults.length) return { faults }
  const worded = wordedFaults(document)
  return worded.length ? { faults: worded } : { piece: readCycloneDx(document, 'CycloneDX JSON') }
}

function readXml(text: string): PieceReading {
  if (text.length > mostXmlBytes)
    return refused('', `An XML document may have ${mostXmlBytes / 1_000_000} MB at most: JSON may be larger.`)
  const parsed = parseXml(text, deepest)
  if ('faults' in parsed) return parsed
  const { root } = parsed
  if (root.name === 'Document') return readSpdx2Document(jsonOfSpdxXml(root), 'SPDX XML')
  const version = /^http:\/\/cyclonedx\.org\/schema\/bom\/(.*)$/.exec(root.namespace)?.[1]
  const place = `line ${root.line}`
  if (root.name !== 'bom' || version === undefined)
    return refused(place, 'The XML is neither CycloneDX (its bom element in its namespace) nor SPDX (Document).')
  if (!isVersion(version)) return refused(place, `Only CycloneDX ${cycloneDxVersions.join(', ')} is read.`)
  const faults = xsdFaults(text, version)
  if (faults.length) return { faults }
  const worded = wordedXmlFaults(root)
  if (worded.length) return { faults: worded }
  return { piece: readCycloneDx(jsonOfXml(root, version), 'CycloneDX XML') }
}

function readTagValue(text: string): PieceReading {
  const parsed = parseTagValue(text)
  return 'faults' in parsed ? parsed : readSpdx2Document(parsed, 'SPDX tag-value')
}

function readYaml(text: string): PieceReading {
  const parsed = parseYaml(text)
  if ('faults' in parsed) return parsed
  const document = objectIn(parsed.value)
  if (!document) return refused('', 'The document is no map of YAML.')
  return readSpdx2Document({ document: withBooleans(document), lines: new Map() }, 'SPDX YAML')
}

/** All scalars of the YAML are texts: the one field that the checks want otherwise is converted. */
function withBooleans(document: Fields): Fields {
  for (const each of Array.isArray(document['packages']) ? (document['packages'] as unknown[]) : []) {
    const fields: Record<string, unknown> | undefined = objectIn(each)
    const analysed = textOf(fields?.['filesAnalyzed'])
    if (fields && analysed !== undefined && /^(?:true|false)$/i.test(analysed))
      fields['filesAnalyzed'] = analysed.toLowerCase() === 'true'
  }
  return document
}

function readSpdx2Document(lined: LinedDocument, format: BomFormat): PieceReading {
  const { document } = lined
  const version = document['spdxVersion']
  if (typeof version !== 'string' || !/^SPDX-2\.[0-3]$/.test(version))
    return refused('/spdxVersion', 'Only SPDX-2.0 to SPDX-2.3 is read in this format.')
  const faults = spdx2Faults(document)
  if (faults.length) return { faults: faults.map(({ place, message }) => ({ place: lineOf(place, lined), message })) }
  return { piece: readSpdx2(document, format) }
}

function isVersion(value: unknown): value is CycloneDxVersion {
  return (cycloneDxVersions as readonly unknown[]).includes(value)
}

function refused(place: string, message: string): { readonly faults: readonly BomFault[] } {
  return { faults: [{ place, message }] }
}
