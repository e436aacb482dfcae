import type { Bom, BomFault, BomHead } from '@carapace/shared/sbom/documents/bom'
import { readBom } from '../documents/read.ts'
import { indexBom, type IndexedBom } from './indexed.ts'

interface Document {
  readonly bytes: Uint8Array
}

/** What reading a document found: its index, or its faults. */
export type ReadDocument =
  | (IndexedBom & {
      readonly head: BomHead
      readonly vex: Bom['vex']
      readonly quality: unknown
      readonly signature: unknown
    })
  | { readonly faults: readonly BomFault[] }

/** Tasks on documents, outside of the main thread (rule SBOM-12). */
export const bomTasks = {
  index({ bytes }: Document): ReadDocument {
    const read = readBom(bytes)
    if ('faults' in read) return { faults: read.faults.slice(0, 100) }
    const { bom } = read
    return { ...indexBom(bom), head: bom.head, vex: bom.vex, quality: null, signature: null }
  },
}
