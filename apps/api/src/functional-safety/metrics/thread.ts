import { createSideThread, type SideThread } from '../../core/side-thread.ts'
import type { faultTreeTasks } from './analyse-tree.ts'

/** The thread that analyses fault trees. */
export type FaultTreeThread = SideThread<typeof faultTreeTasks>

/** Longer than the analysis of one tree, which ends by itself, ms. */
const limits = { workMs: 30_000 }

export const createFaultTreeThread = (): FaultTreeThread =>
  createSideThread(new URL('./fault-tree.worker.ts', import.meta.url), limits)
