import { and, eq, gt, ne } from 'drizzle-orm'
import { sessions } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import { demoAgent } from '../demo-caller.ts'

/** The latest sign-in of a visitor after `since`, if there was one: the simulated analysts are no visitors. */
export async function latestVisit(db: AnyDatabase, { uuid }: Org, since: Date): Promise<Date | undefined> {
  const visits = await db
    .select({ at: sessions.createdAt })
    .from(sessions)
    .where(and(eq(sessions.orgUuid, uuid), gt(sessions.createdAt, since), ne(sessions.userAgent, demoAgent)))
  return visits.reduce<Date | undefined>((latest, { at }) => (latest && latest > at ? latest : at), undefined)
}
