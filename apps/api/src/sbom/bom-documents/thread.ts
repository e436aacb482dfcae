import { createSideThread, type SideThread } from '../../core/side-thread.ts'
import type { bomTasks } from './tasks.ts'

/** The thread that reads documents (rule SBOM-12 of packages/shared/src/sbom/SPEC.md). */
export type BomThread = SideThread<typeof bomTasks>

/** 100 MB of XML are read in less than this, ms; the heap holds such a document and its index, MiB. */
const limits = { workMs: 180_000, heapMib: 4_096 }

export const createBomThread = (): BomThread => createSideThread(new URL('./bom.worker.ts', import.meta.url), limits)
