import { alertsChannel, type LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { casesChannel } from '@carapace/shared/msoc/cases/cases.contract'
import type { Database } from '../../core/db.ts'
import { liveChannel } from '../../core/live/live.ts'
import { readsUnderWay } from '../../core/live/shared-reads.ts'
import { alertsNow, alertsPage, changesAfter } from './alerts.queries.ts'
import { caseChangesAfter, casesByUuid, casesPage, positionOf } from '../cases/cases.queries.ts'
import type { ChangeFeed } from '../../core/live/change-feed.ts'
import { openChangeStream } from '../../core/live/change-stream.ts'

const snapshotCases = 200

/**
 * The alert queue, live. Several changes of one alert are sent as several entries, each with the alert's current state.
 * Viewers with the same filter share the reads.
 */
export const alertsLive = (db: Database, feed: ChangeFeed) => {
  const shared = readsUnderWay()
  return liveChannel(
    alertsChannel,
    async ({ caller: { org, user }, params: { filter = {}, sort, limit }, from, outlet }) => {
      const readKey = `alerts ${JSON.stringify(filter)} ${filter.owner === 'me' ? user.uuid : ''}`
      return openChangeStream(
        {
          org,
          feed,
          position: () => shared(org.uuid, () => positionOf(db, org)),
          beginning: () =>
            shared(`${org.uuid} ${readKey} ${sort} ${limit}`, async () => ({
              ...(await positionOf(db, org)),
              data: JSON.stringify(await alertsPage(db, org, filter, user.uuid, { sort, limit })),
            })),
          after: (seq, most, round) =>
            round(`${readKey} ${seq}`, async () => {
              const changes = await changesAfter(db, org, seq, most)
              const now = await alertsNow(db, org, filter, user.uuid, [...new Set(changes.map(({ uuid }) => uuid))])
              const data = changes.map((change) =>
                JSON.stringify({ ...change, alert: now.get(change.uuid) ?? null } satisfies LiveAlert),
              )
              return { data, seq: changes.at(-1)?.seq ?? seq, complete: changes.length < most }
            }),
        },
        from,
        outlet,
      )
    },
  )
}

/**
 * The list of cases, live. Administrators share the reads; others may see different cases (rule CASE-9), and learn of
 * one that they may no longer see only that it leaves their lists.
 */
export const casesLive = (db: Database, feed: ChangeFeed) => {
  const shared = readsUnderWay()
  return liveChannel(casesChannel, async ({ caller: { org, user }, from, outlet }) => {
    const readKey = `cases ${user.role === 'ADMIN' ? '' : user.uuid}`
    return openChangeStream(
      {
        org,
        feed,
        position: () => shared(org.uuid, () => positionOf(db, org)),
        beginning: () =>
          shared(`${org.uuid} ${readKey}`, async () => ({
            ...(await positionOf(db, org)),
            data: JSON.stringify({ cases: (await casesPage(db, org, { limit: snapshotCases }, user)).cases }),
          })),
        after: (seq, limit, round) =>
          round(`${readKey} ${seq}`, async () => {
            const changes = await caseChangesAfter(db, org, seq, limit)
            const now = await casesByUuid(db, org, [...new Set(changes.map(({ uuid }) => uuid))], user)
            return {
              data: changes
                .filter(({ uuid, kind }) => now.has(uuid) || kind === 'access')
                .map((change) => JSON.stringify({ ...change, case: now.get(change.uuid) ?? null })),
              seq: changes.at(-1)?.seq ?? seq,
              complete: changes.length < limit,
            }
          }),
      },
      from,
      outlet,
    )
  })
}
