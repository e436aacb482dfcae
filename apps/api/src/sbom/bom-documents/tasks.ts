import type { BomFault, BomHead } from '@carapace/shared/sbom/documents/bom'
import { bomQuality, type QualityReport } from '../documents/quality.ts'
import type { SignatureCheck } from '../documents/signature-method.ts'
import { checkSignature } from '../documents/signature.ts'
import { exchangeTasks } from '../exchange/exchange-tasks.ts'
import { type IndexFile, writeIndex } from './index-file.ts'
import { indexBom, type IndexedBom } from './indexed.ts'
import { readAny } from './read-any.ts'

/** What reading a document found: its index, or its faults. */
export type ReadDocument =
  | (Pick<IndexedBom, 'subject' | 'ignored'> & {
      readonly index: IndexFile
      readonly head: BomHead
      readonly quality: QualityReport
      readonly signature: SignatureCheck
    })
  | { readonly faults: readonly BomFault[] }

const mostFaults = 100

/** Tasks on documents, outside of the main thread (rule SBOM-12). */
export const bomTasks = {
  ...exchangeTasks,

  /** Reads a document, and writes its index to a file: large ones do not go from one thread's memory to another's. */
  index({ bytes, path }: { readonly bytes: Uint8Array; readonly path: string }): ReadDocument {
    const read = readAny(bytes)
    if ('faults' in read) return { faults: read.faults.slice(0, mostFaults) }
    const { bom } = read
    if (/VEX/.test(bom.head.format) && bom.vex.statements.length === 0)
      return { faults: [{ place: '', message: 'The document states nothing of any vulnerability.' }] }
    const indexed = indexBom(bom)
    const index = writeIndex(path, indexed, bom.vex)
    if ('tooLarge' in index) return { faults: [{ place: '', message: index.tooLarge }] }
    return {
      subject: indexed.subject,
      ignored: indexed.ignored,
      index,
      head: bom.head,
      quality: bomQuality(bom),
      signature: checkSignature(bytes),
    }
  },
}
