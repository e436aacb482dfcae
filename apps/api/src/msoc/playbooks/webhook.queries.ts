import { eq } from 'drizzle-orm'
import { playbooks } from '@carapace/shared/msoc/playbooks/playbooks.table'
import type { Database } from '../../core/db.ts'
import type { PlaybookRow } from './playbooks.queries.ts'

/**
 * The playbook that a webhook names. Across organisations: the caller is not signed in; the signature, which is checked
 * with this row's key, decides whether the caller may start it.
 */
export async function webhookPlaybook(db: Database, uuid: string): Promise<PlaybookRow | undefined> {
  const [row] = await db.select().from(playbooks).where(eq(playbooks.uuid, uuid))
  return row
}
