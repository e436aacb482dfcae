import { createSideThread, type SideThread } from '../../core/side-thread.ts'
import type { dbcTasks } from './tasks.ts'

/** The thread that processes the texts of CAN databases (rule DBC-26 of packages/shared/src/msoc/dbc/SPEC.md). */
export type DbcThread = SideThread<typeof dbcTasks>

export const createDbcThread = (): DbcThread => createSideThread(new URL('./dbc.worker.ts', import.meta.url))
