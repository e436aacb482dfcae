import { eq, isNull, sql } from 'drizzle-orm'
import {
  changeCounters,
  mailedLinks,
  mails,
  organisations,
  pendingSignIns,
  sessions,
} from '@carapace/shared/account/account.table'
import { type Command, note } from './command.ts'

export const restoreCommands: Record<string, Command> = {
  /**
   * A backup restores sessions and data that have ended since: viewers would resume a different history, revoked
   * sessions and used links would be valid again, and mail would be sent a second time.
   */
  restored: async ({ db }) =>
    db.transaction(async (tx) => {
      await tx.update(changeCounters).set({ epoch: sql`gen_random_uuid()` })
      const ended = await tx
        .update(sessions)
        .set({ revokedAt: new Date() })
        .where(isNull(sessions.revokedAt))
        .returning({ uuid: sessions.uuid })
      await tx.delete(pendingSignIns)
      await tx.delete(mailedLinks)
      await tx.update(mails).set({ status: 'DROPPED' }).where(eq(mails.status, 'WAITING'))
      const orgs = await tx.select({ uuid: organisations.uuid, id: organisations.id }).from(organisations)
      for (const org of orgs) await note(tx, org, 'restored from a backup')
      return (
        `${ended.length} sessions ended, links that were mailed are void, mail that waited is dropped, ` +
        'and viewers begin a new history.'
      )
    }),
}
