import { sql } from 'drizzle-orm'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { inRounds } from '@carapace/shared/core/rounds'
import { dropOld } from '@carapace/shared/core/time-series/time-series.queries'
import type { Actor } from '@carapace/shared/core/actor'
import {
  type NewAlertChange,
  recordAlertChanges,
  type Relation,
  relationsOf,
} from '@carapace/shared/msoc/alerts/changes.queries'
import { allTimeSeries } from '@carapace/shared/msoc/events/events.series'
import { dueEvidence, fillEvidence } from '@carapace/shared/msoc/alerts/evidence.queries'
import { heldBackDays } from '@carapace/shared/msoc/sensitivity/false-alerts'
import { severities } from '@carapace/shared/msoc/severity'
import { announceChanges } from '@carapace/shared/msoc/topics'
import type { Database } from '../core/database.ts'
import type { Log } from '../core/log.ts'
import { detection } from './storing/alerts.sink.ts'
import { forgetUnfinished } from './capture/captures.sink.ts'
import { countsEveryMs, foldCounts } from './inventory/counts.queries.ts'
import { clearDifferences, differencesEveryMs } from './inventory/differences.queries.ts'
import { foldAlerts, foldingEveryMs } from './folding/folding.queries.ts'
import type { Reach } from './reach.ts'
import { riskEveryMs, watchRisk } from './risk.queries.ts'
import { silenceEveryMs, silenceRounds, watchSilence } from './silence.queries.ts'
import type { Partitions } from './storing/partitions.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly partitions: Partitions
  readonly log: Log
  /** With a broker: until when all that it had is stored, and why not until now. */
  readonly reach?: Reach | undefined
}

/** Starts the periodic jobs of ingest. Each round is one transaction, which only one of several processes runs. */
export function startJobs(parts: Deps): () => Promise<void> {
  const stops = [
    every(500, 'evidence', parts, fillDueEvidence),
    every(silenceEveryMs, 'silence', parts, silenceRounds(Date.now(), Date.now, watchSilence, parts.reach)),
    every(foldingEveryMs, 'folding', parts, foldAlerts),
    every(differencesEveryMs, 'software differences', parts, clearDifferences),
    every(countsEveryMs, 'software counts', parts, foldCounts),
    every(riskEveryMs, 'risk of vehicles', parts, watchRisk),
    every(5 * 60_000, 'partitions', parts, ({ partitions }) => partitions.makeAhead(Date.now())),
    every(10 * 60_000, 'retention', parts, forgetOld),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Runs `work` repeatedly, `ms` after it ended; a failed round is logged and the next one follows all the same. */
export function every<P extends { readonly log: Log }>(
  ms: number,
  name: string,
  parts: P,
  work: (parts: P) => Promise<void>,
): () => Promise<void> {
  const rounds = inRounds(
    ms,
    () => work(parts),
    (error) => parts.log.warn({ err: error, job: name }, 'a round of a job failed; the next one follows'),
  )
  rounds.start()
  return rounds.stop
}

const evidenceAtOnce = 20
const gatherer: Actor = { uuid: null, name: 'Evidence' }

export async function fillDueEvidence({ db, publisher }: Deps): Promise<void> {
  const seqs = await db.transaction(async (tx) => {
    const due = await dueEvidence(tx, evidenceAtOnce)
    const filled: { org: Org; alertUuid: string; total: number }[] = []
    for (const one of due)
      filled.push({
        org: { uuid: one.org_uuid, id: one.org_id },
        alertUuid: one.alert_uuid,
        total: await fillEvidence(tx, one),
      })
    const seqs: { org: Org; seq: number }[] = []
    for (const [, mine] of [...Map.groupBy(filled, ({ org }) => org.uuid)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const { org } = mine[0]!
      const changes = mine.map(({ alertUuid, total }) => ({
        alertUuid,
        kind: 'evidence' as const,
        actor: gatherer,
        detail: { events: total },
      }))
      const relations = await relationsOf(
        tx,
        org,
        mine.map(({ alertUuid }) => alertUuid),
      )
      seqs.push({ org, seq: (await recordAlertChanges(tx, org, [...changes, ...relations.map(relation)]))! })
    }
    return seqs
  })
  for (const { org, seq } of seqs) announceChanges(publisher, org.uuid, seq)
}

/** Here, and not where the alert is raised: this transaction has no alert locked yet, so it can lock both in order. */
function relation({ alert_uuid, related }: Relation): NewAlertChange {
  return {
    alertUuid: alert_uuid,
    kind: 'relate',
    actor: detection,
    detail: { ...related, severity: severities[related.severity] },
  }
}

/** Drops data beyond its retention: whole chunks of time series; single rows only of the small tables. */
export async function forgetOld({ db, log }: Deps): Promise<void> {
  for (const series of allTimeSeries) {
    const dropped = await dropOld(db, series, Date.now())
    if (dropped.length > 0) log.info({ table: series.name, chunks: dropped.length }, 'old chunks were dropped')
  }
  await db.execute(sql`DELETE FROM ingest_replies WHERE at < now() - INTERVAL '24 hours'`)
  await db.execute(sql`DELETE FROM ingest_parts WHERE at < now() - INTERVAL '24 hours'`)
  await db.execute(sql`DELETE FROM ingest_rejects WHERE at < now() - INTERVAL '30 days'`)
  await db.execute(sql`DELETE FROM event_rollups WHERE step = 'minute' AND bucket < now() - INTERVAL '8 days'`)
  await db.execute(sql`DELETE FROM alert_rollups WHERE step = 'minute' AND bucket < now() - INTERVAL '8 days'`)
  await db.execute(sql`DELETE FROM health_rollups WHERE step = 'minute' AND bucket < now() - INTERVAL '8 days'`)
  await db.execute(
    sql`DELETE FROM held_back_findings WHERE day < (now() AT TIME ZONE 'UTC')::date - ${heldBackDays}::int`,
  )
  await forgetUnfinished(db)
  await db.execute(sql`DELETE FROM jobs WHERE finished_at < now() - INTERVAL '90 days'`)
  await db.execute(sql`DELETE FROM sessions WHERE expires_at < now() - INTERVAL '7 days'`)
  await db.execute(sql`DELETE FROM sign_in_failures WHERE since < now() - INTERVAL '1 day'`)
}
