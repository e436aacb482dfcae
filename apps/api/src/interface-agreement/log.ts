import { agreementLog } from '@carapace/shared/interface-agreement/agreements.table'
import type { Database, Tx } from '../core/db.ts'
import type { Party } from './party.ts'

interface LogEntry {
  /** The row that it is about; null: the whole agreement. */
  readonly row: number | null
  readonly action: string
  /** Both sides read it: uuids and figures, and nothing that a level of confidentiality protects. */
  readonly detail?: Record<string, unknown>
}

/** Adds an entry to the log of an agreement, which tells the whole story with its steps and versions. */
export async function writeLog(
  db: Database | Tx,
  { agreementUuid, org, side, user }: Party,
  { row, action, detail = {} }: LogEntry,
): Promise<void> {
  await db
    .insert(agreementLog)
    .values({ agreementUuid, orgUuid: org.uuid, side, row, actor: user.name, actorUuid: user.uuid, action, detail })
}
