import type { Bom, BomFault, BomHead } from '@carapace/shared/sbom/documents/bom'
import { bomQuality, type QualityReport } from '../documents/quality.ts'
import { checkSignature, type SignatureCheck } from '../documents/signature.ts'
import { exchangeTasks } from '../exchange/exchange-tasks.ts'
import { indexBom, type IndexedBom } from './indexed.ts'
import { readAny } from './read-any.ts'

/** What reading a document found: its index, or its faults. */
export type ReadDocument =
  | (IndexedBom & {
      readonly head: BomHead
      readonly vex: Bom['vex']
      readonly quality: QualityReport
      readonly signature: SignatureCheck
    })
  | { readonly faults: readonly BomFault[] }

const mostFaults = 100

/** Tasks on documents, outside of the main thread (rule SBOM-12). */
export const bomTasks = {
  ...exchangeTasks,

  index({ bytes }: { readonly bytes: Uint8Array }): ReadDocument {
    const read = readAny(bytes)
    if ('faults' in read) return { faults: read.faults.slice(0, mostFaults) }
    const { bom } = read
    return {
      ...indexBom(bom),
      head: bom.head,
      vex: bom.vex,
      quality: bomQuality(bom),
      signature: checkSignature(bytes),
    }
  },
}
