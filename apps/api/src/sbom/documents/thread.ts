import { createSideThread, type SideThread } from '../../core/side-thread.ts'
import type { documentTasks } from './tasks.ts'

/** The thread that reads large documents, so that the api answers calls meanwhile (rule BOM-13). */
export type DocumentThread = SideThread<typeof documentTasks>

/** A document of 100 MB takes a minute on a busy machine, and twenty times its size in memory. */
const limits = { workMs: 180_000, heapMib: 4_096 }

/** Starts with the first task: `thread.run(orgUuid, 'bom', async () => bytes)`. */
export const createDocumentThread = (): DocumentThread =>
  createSideThread(new URL('./documents.worker.ts', import.meta.url), limits)
