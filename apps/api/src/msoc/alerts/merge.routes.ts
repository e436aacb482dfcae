import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { type Alert, mergeAlerts, unmergeAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { alertsNow } from './alerts.queries.ts'
import { announceAlerts } from './announce.ts'
import { mergeInto, unmerge } from './merging.ts'

/** Merging alerts into one, and taking them out again (rules ALERT-12 to ALERT-14). */
export async function alertMergeRoutes(
  app: FastifyInstance,
  { db, publisher }: { db: Database; publisher: Publisher },
): Promise<void> {
  serve(app, mergeAlerts).with(async ({ input: { uuids, into }, caller }) => {
    const { changed, news } = await db.transaction((tx) => mergeInto(tx, caller, uuids, into))
    announceAlerts(publisher, caller.org, news)
    const shown = await inOrder(db, caller.org, caller.user.uuid, [into, ...changed.map(({ uuid }) => uuid)])
    return { success: true, merged: changed.length, alerts: shown }
  })

  serve(app, unmergeAlerts).with(async ({ input, caller }) => {
    const uuids = [...new Set(input.uuids)]
    const { changed, news, from } = await db.transaction((tx) => unmerge(tx, caller, uuids))
    announceAlerts(publisher, caller.org, news)
    const shown = await inOrder(db, caller.org, caller.user.uuid, [...changed.map(({ uuid }) => uuid), ...from])
    return { success: true, unmerged: changed.length, refused: uuids.length - changed.length, alerts: shown }
  })
}

async function inOrder(db: Database, org: Org, me: string, uuids: readonly string[]): Promise<Alert[]> {
  const now = await alertsNow(db, org, { suppressed: 'any' }, me, uuids)
  return [...new Set(uuids)].flatMap((uuid) => now.get(uuid) ?? [])
}
