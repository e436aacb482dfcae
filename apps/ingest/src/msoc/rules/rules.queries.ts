import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { dbcAssignments, dbcVersions } from '@carapace/shared/msoc/can/can.table'
import type { Assignment } from '@carapace/shared/msoc/dbc/assigned'
import type { RuleText } from '@carapace/shared/msoc/rules/rule-set'
import { mostRules } from '@carapace/shared/msoc/rules/rules'
import { rules, ruleVersions } from '@carapace/shared/msoc/rules/rules.table'
import type { Database } from '../../core/database.ts'

/** Returns the texts of the organisation's rules that are enabled. */
export function enabledRules(db: Database, org: Org): Promise<RuleText[]> {
  return db
    .select({ uuid: rules.uuid, version: ruleVersions.version, text: ruleVersions.text })
    .from(rules)
    .innerJoin(ruleVersions, and(eq(ruleVersions.ruleUuid, rules.uuid), eq(ruleVersions.version, rules.enabledVersion)))
    .where(ownedBy(org, rules, eq(rules.state, 'ENABLED')))
    .orderBy(rules.uuid)
    .limit(mostRules)
}

/** Which version of a database decodes the buses of a vehicle model. */
export interface DatabaseAssignment extends Assignment {
  readonly versionUuid: string
}

/** Returns the organisation's assignments of CAN databases. */
export function databaseAssignments(db: Database, org: Org): Promise<DatabaseAssignment[]> {
  return db
    .select({ model: dbcAssignments.model, bus: dbcAssignments.bus, versionUuid: dbcAssignments.versionUuid })
    .from(dbcAssignments)
    .where(ownedBy(org, dbcAssignments))
}

/** Returns the texts of versions of CAN databases. */
export function databaseTexts(
  db: Database,
  org: Org,
  uuids: readonly string[],
): Promise<{ readonly uuid: string; readonly text: string }[]> {
  return db
    .select({ uuid: dbcVersions.uuid, text: dbcVersions.text })
    .from(dbcVersions)
    .where(ownedBy(org, dbcVersions, inArray(dbcVersions.uuid, [...uuids])))
}

/** What a rule did and holds in this process. */
export interface LoadRow {
  readonly rule: string
  readonly version: number
  readonly hits: number
  /** Epoch ms. */
  readonly last_hit: number | null
  readonly groups: number
  readonly entries: number
  readonly evicted: number
  readonly fault: string | null
}

/** Stores what the organisation's rules did and hold in this process, except those that were deleted meanwhile. */
export async function storeLoads(
  db: Database,
  org: Org,
  processName: string,
  microsecondsPerEvent: number,
  rows: readonly LoadRow[],
): Promise<void> {
  await db.execute(sql`
    INSERT INTO rule_loads (org_uuid, rule_uuid, process, at, version, hits, last_hit, groups, entries, evicted,
      microseconds_per_event, fault)
    SELECT r.org_uuid, r.uuid, ${processName}, now(), l.version, l.hits, to_timestamp(l.last_hit / 1000), l.groups,
      l.entries, l.evicted, ${microsecondsPerEvent}, l.fault
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l(rule uuid, version int, hits bigint, last_hit float8,
      groups int, entries int, evicted bigint, fault text)
    JOIN ${rules} r ON r.uuid = l.rule AND r.org_uuid = ${org.uuid}
    ON CONFLICT (rule_uuid, process) DO UPDATE SET at = excluded.at, version = excluded.version, hits = excluded.hits,
      last_hit = excluded.last_hit, groups = excluded.groups, entries = excluded.entries, evicted = excluded.evicted,
      microseconds_per_event = excluded.microseconds_per_event, fault = excluded.fault`)
}

/** Deletes what processes stored that no longer run. Across organisations: a process runs the rules of all of them. */
export async function forgetLoads(db: Database): Promise<void> {
  await db.execute(sql`DELETE FROM rule_loads WHERE at < now() - INTERVAL '1 minute'`)
}
