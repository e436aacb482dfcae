import { eq, inArray, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { alerts, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { eventRollups } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Dimension, FilterName, Measure, Subject } from '@carapace/shared/msoc/panels/panel-query'
import { offlineAfterMs, rankOf, type Severity, severities } from '@carapace/shared/msoc/severity'
import { vehicles, vehicleState } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { isUuid } from '../vehicles/vehicles.queries.ts'

/** What a subject is compiled to: its table, the tables beside it, and the only expressions that a query can name. */
export interface SubjectColumns {
  readonly table: typeof alerts | typeof cases | typeof eventRollups | typeof vehicles
  readonly joins: readonly { readonly table: PgTable; readonly on: SQL }[]
  /** The column of time; undefined: the subject is counted as it is now. */
  readonly at: PgColumn | undefined
  /** A condition that always applies. */
  readonly always: SQL | undefined
  /** By dimension: a text, empty for none. */
  readonly keys: Readonly<Partial<Record<Dimension, SQL<string>>>>
  readonly measures: Readonly<Partial<Record<Measure, SQL<number | null>>>>
  readonly filters: Readonly<Partial<Record<FilterName, (values: readonly string[]) => SQL>>>
}

const text = (column: PgColumn) => sql<string>`coalesce(${column}::text, '')`
const among = (column: PgColumn) => (values: readonly string[]) => inArray(column, [...values])
const counted = sql<number>`count(*)::float8`

/** Half of the durations between two times, ms, where `only` applies; null where there are none. */
const medianMs = (from: PgColumn, to: PgColumn, only: SQL = sql`true`) =>
  sql<number | null>`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${to} - ${from})::float8 * 1000)
    FILTER (WHERE ${to} IS NOT NULL AND ${only})`
const ratio = (part: SQL, whole: SQL = sql`true`) =>
  sql<number | null>`count(*) FILTER (WHERE ${part})::float8 / nullif(count(*) FILTER (WHERE ${whole}), 0)`

const severityAmong = (column: PgColumn) => (values: readonly string[]) =>
  inArray(
    column,
    severities.filter((severity) => values.includes(severity)),
  )

/** A rule by its name, as alerts have it. */
const ruleKey = sql<string>`${alerts.rule}`

function ownerAmong(column: PgColumn) {
  return (values: readonly string[]): SQL => {
    const named = values.filter(isUuid)
    return or(
      values.includes('none') ? isNull(column) : undefined,
      named.length > 0 ? inArray(column, named) : undefined,
      sql`false`,
    )!
  }
}

const joinedVehicle = { table: vehicles, on: eq(vehicles.id, alerts.vehicleId) }

const alertColumns: SubjectColumns = {
  table: alerts,
  joins: [joinedVehicle],
  at: alerts.raisedAt,
  always: isShown(),
  keys: {
    severity: text(alerts.severity),
    status: text(alerts.status),
    rule: ruleKey,
    vehicle: text(vehicles.vin),
    model: text(vehicles.model),
    owner: text(alerts.ownerUuid),
    source: text(alerts.source),
  },
  measures: {
    count: counted,
    repeats: sql<number>`coalesce(sum(${alerts.count}), 0)::float8`,
    median_acknowledge: medianMs(alerts.raisedAt, alerts.acknowledgedAt),
    median_resolve: medianMs(alerts.raisedAt, alerts.closedAt, ne(alerts.status, 'MERGED')),
    false_positive_ratio: ratio(eq(alerts.resolution, 'FALSE_POSITIVE'), sql`${alerts.resolution} IS NOT NULL`),
    acknowledged_ratio: ratio(sql`${alerts.acknowledgedAt} IS NOT NULL`),
  },
  filters: {
    severity: severityAmong(alerts.severity),
    status: among(alerts.status),
    rule: among(alerts.rule),
    vehicle: among(vehicles.vin),
    model: among(vehicles.model),
    owner: ownerAmong(alerts.ownerUuid),
    source: among(alerts.source),
  },
}

const caseColumns: SubjectColumns = {
  table: cases,
  joins: [],
  at: cases.createdAt,
  // a shared panel and the wall show everybody the same: without need-to-know cases (rule CASE-9)
  always: not(cases.needToKnow),
  keys: { severity: text(cases.severity), status: text(cases.stage), owner: text(cases.ownerUuid) },
  measures: { count: counted, median_resolve: medianMs(cases.createdAt, cases.closedAt, isNull(cases.mergedInto)) },
  filters: { severity: severityAmong(cases.severity), status: among(cases.stage), owner: ownerAmong(cases.ownerUuid) },
}

/** Events are counted from the sums of each hour: a query never reads raw events. */
const eventColumns: SubjectColumns = {
  table: eventRollups,
  joins: [],
  at: eventRollups.bucket,
  always: eq(eventRollups.step, 'hour'),
  keys: { source: text(eventRollups.kind) },
  measures: { count: sql<number>`coalesce(sum(${eventRollups.events}), 0)::float8` },
  filters: { source: among(eventRollups.kind) },
}

const seen = sql`coalesce(
  ${vehicleState.lastSeen} >= now() - ${offlineAfterMs}::float8 * interval '1 millisecond', false)`
const worst = vehicleState.worstSeverity
const rank = (severity: Severity) => sql.raw(String(rankOf(severity)))
/** The health of a vehicle, as rules VEHICLE-1 to VEHICLE-3 have it. */
const health = sql<string>`CASE WHEN NOT ${seen} THEN 'offline' WHEN ${worst} = ${rank('critical')} THEN 'compromised'
  WHEN ${worst} >= ${rank('medium')} THEN 'degraded' ELSE 'healthy' END`

const vehicleColumns: SubjectColumns = {
  table: vehicles,
  joins: [{ table: vehicleState, on: eq(vehicleState.vehicleId, vehicles.id) }],
  at: undefined,
  always: undefined,
  keys: { status: health, severity: text(worst), model: text(vehicles.model) },
  measures: { count: counted, offline_ratio: ratio(sql`NOT ${seen}`) },
  filters: {
    status: (values) =>
      sql`${health} = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)))`,
    severity: severityAmong(worst),
    model: among(vehicles.model),
  },
}

export const columnsOf: Readonly<Record<Subject, SubjectColumns>> = {
  alerts: alertColumns,
  cases: caseColumns,
  events: eventColumns,
  vehicles: vehicleColumns,
}
