import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { RuleBacktest, RuleHit } from '@carapace/shared/msoc/rules/rules.contract'
import { ruleBacktests, rules, ruleVersions } from '@carapace/shared/msoc/rules/rules.table'
import type { Database, Tx } from '../../core/db.ts'
import { isUnfinished, jobsOf } from '../../core/jobs/jobs.queries.ts'

const mostShown = 20

/** The latest backtests of a rule that match, with their jobs. */
export async function backtestsOf(db: Database | Tx, org: Org, ruleUuid: string, uuid?: string) {
  const where = ownedBy(
    org,
    ruleBacktests,
    eq(ruleBacktests.ruleUuid, ruleUuid),
    uuid === undefined ? undefined : eq(ruleBacktests.uuid, uuid),
  )
  const order = [desc(ruleBacktests.createdAt), desc(ruleBacktests.uuid)]
  // the jobs first: the other way round, a job that ends in between would be completed with the result of before
  const latest = db
    .select({ uuid: ruleBacktests.jobUuid })
    .from(ruleBacktests)
    .where(where)
    .orderBy(...order)
    .limit(mostShown)
  const ofJobs = ownedBy(org, jobs, inArray(jobs.uuid, latest))
  const byUuid = new Map((await jobsOf(db, ofJobs, mostShown)).map((job) => [job.uuid, job]))
  if (byUuid.size === 0) return []
  const rows = await db
    .select()
    .from(ruleBacktests)
    .where(where)
    .orderBy(...order)
    .limit(mostShown)
  return rows.flatMap((row): RuleBacktest[] => {
    const job = byUuid.get(row.jobUuid)
    if (!job) return []
    return [
      {
        uuid: row.uuid,
        version: row.version,
        from: row.from.toISOString(),
        to: row.to.toISOString(),
        events: row.events,
        hits: row.hits,
        by_day: row.byDay,
        by_vehicle: row.byVehicle,
        examples: row.examples as unknown as RuleHit[],
        compared: row.compared,
        job,
      },
    ]
  })
}

/** A version of a rule with its kind, id and name. */
export async function versionToTest(db: Database | Tx, org: Org, uuid: string, version: number) {
  const [row] = await db
    .select({ title: rules.title, text: ruleVersions.text })
    .from(ruleVersions)
    .innerJoin(rules, eq(rules.uuid, ruleVersions.ruleUuid))
    .where(
      and(
        ownedBy(org, ruleVersions, eq(ruleVersions.ruleUuid, uuid), eq(ruleVersions.version, version)),
        ownedBy(org, rules),
      ),
    )
  return row
}

type Fields = typeof ruleBacktests.$inferInsert

export async function insertBacktest(tx: Tx, org: Org, fields: Omit<Fields, 'orgUuid'>): Promise<string> {
  const [row] = await tx
    .insert(ruleBacktests)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: ruleBacktests.uuid })
  return row!.uuid
}

/** Whether the organisation has another unfinished backtest that was requested before this job (rule RULE-60). */
export async function waitsForAnother(tx: Tx, org: Org, jobUuid: string): Promise<boolean> {
  const mine = tx
    .select({ at: ruleBacktests.createdAt })
    .from(ruleBacktests)
    .where(ownedBy(org, ruleBacktests, eq(ruleBacktests.jobUuid, jobUuid)))
  const [other] = await tx
    .select({ uuid: ruleBacktests.uuid })
    .from(ruleBacktests)
    .innerJoin(jobs, eq(jobs.uuid, ruleBacktests.jobUuid))
    .where(
      and(ownedBy(org, ruleBacktests, lt(ruleBacktests.createdAt, sql`(${mine})`)), ownedBy(org, jobs, isUnfinished)),
    )
    .limit(1)
  return other !== undefined
}

/** The result so far of the backtest that a job makes; undefined if its rule was deleted. */
export async function resultOf(tx: Tx, org: Org, jobUuid: string) {
  const [row] = await tx
    .select({
      events: ruleBacktests.events,
      hits: ruleBacktests.hits,
      byDay: ruleBacktests.byDay,
      byVehicle: ruleBacktests.byVehicle,
      examples: ruleBacktests.examples,
      compared: ruleBacktests.compared,
    })
    .from(ruleBacktests)
    .where(ownedBy(org, ruleBacktests, eq(ruleBacktests.jobUuid, jobUuid)))
  return row
}

export async function writeResult(tx: Tx, org: Org, jobUuid: string, fields: Partial<Fields>): Promise<void> {
  await tx
    .update(ruleBacktests)
    .set(fields)
    .where(ownedBy(org, ruleBacktests, eq(ruleBacktests.jobUuid, jobUuid)))
}
