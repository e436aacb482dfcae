import { type BomReading, readBom } from '../documents/read.ts'
import { readBomSet } from '../documents/sets.ts'
import { isTar, readTar, unpack } from '../documents/unpack.ts'

/** Reads a document, or an archive of documents that refer to one another. */
export function readAny(bytes: Uint8Array): BomReading {
  const unpacked = unpack(bytes)
  if ('faults' in unpacked || !isTar(unpacked.bytes)) return readBom(bytes)
  const files = readTar(unpacked.bytes)
  return 'faults' in files ? files : readBomSet(files)
}
