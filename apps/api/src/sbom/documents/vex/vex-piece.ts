import type { DocumentFormat } from '@carapace/shared/sbom/documents/bom'
import type { Vex } from '@carapace/shared/sbom/vex/vex'
import { createIgnored } from '../building.ts'
import { type Fields, fieldsOf, textOf } from '../fields.ts'
import type { PieceReading } from '../pieces.ts'
import { csafFaults, isCsaf, readCsafVex } from './csaf.ts'
import { isOpenVex, openVexFaults, readOpenVex } from './openvex.ts'

export const isVexDocument = (document: Fields): boolean => isOpenVex(document) || isCsaf(document)

/** Statements on vulnerabilities as a document without components (rule SBOM-18). */
export function readVexPiece(document: Fields): PieceReading {
  const faults = isCsaf(document) ? csafFaults(document) : openVexFaults(document)
  if (faults.length) return { faults }
  const vex = isCsaf(document) ? readCsafVex(document) : readOpenVex(document)
  return { piece: pieceOf(vex, ...versionOf(document)) }
}

function versionOf(document: Fields): readonly [DocumentFormat, string] {
  if (isCsaf(document)) return ['CSAF VEX', textOf(fieldsOf(document['document'])['csaf_version']) ?? '']
  return ['OpenVEX', /\/v(\d[\w.]*)/.exec(textOf(document['@context']) ?? '')?.[1] ?? '']
}

function pieceOf(vex: Vex, format: DocumentFormat, specVersion: string) {
  return {
    head: {
      format,
      specVersion,
      ...(vex.id !== undefined && { id: vex.id }),
      ...(vex.stated !== undefined && { created: vex.stated }),
      authors: vex.author === undefined ? [] : [vex.author],
      tools: [],
      lifecycles: [],
    },
    subject: undefined,
    components: [],
    dependencies: [],
    vex,
    ignored: createIgnored(),
    elsewhere: new Set<string>(),
    outside: [],
    globalId: () => undefined,
  }
}
