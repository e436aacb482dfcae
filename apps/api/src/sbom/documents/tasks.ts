import { readBom, type BomReading } from './read.ts'
import { readBomSet } from './sets.ts'
import type { NamedFile } from './unpack.ts'
import { readVex, type VexReading } from './vex/read-vex.ts'

/** What the thread of documents does. */
export const documentTasks = {
  bom: (bytes: Uint8Array): BomReading => readBom(bytes),
  vex: (bytes: Uint8Array): VexReading => readVex(bytes),
  bomSet: (files: readonly NamedFile[]): BomReading => readBomSet(files),
}
