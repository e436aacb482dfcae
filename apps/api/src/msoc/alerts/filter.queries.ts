import { and, eq, gte, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AlertOrder } from '@carapace/shared/msoc/alerts/alerts'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { AlertFilter } from '@carapace/shared/msoc/alerts/alerts.contract'
import { alerts, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { isShown } from '@carapace/shared/msoc/alerts/pipeline/shown.queries'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import { vehicles } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { isCursorTime } from '../../core/http/storable.ts'
import { seenByUser } from '../cases/seen.queries.ts'
import { isNamed, isUuid } from '../vehicles/vehicles.queries.ts'

/** The conditions of a filter, over `alerts` left-joined with `vehicles`. `me` is the user who requests. */
export function passing(org: Org, filter: AlertFilter, me: string): SQL {
  return ownedBy(
    org,
    alerts,
    ...wanted(filter, me),
    ...unwanted(filter),
    filter.q ? containsText(org, filter.q) : undefined,
  )
}

const oneOf = (column: PgColumn, values: readonly string[] | undefined): SQL | undefined =>
  values ? inArray(column, [...values]) : undefined
/** Condition: the value is none of these; null counts as none of them. */
const noneOf = (column: PgColumn, values: readonly string[] | undefined): SQL | undefined =>
  values ? sql`(${inArray(column, [...values])}) IS NOT TRUE` : undefined

/** Rules are named, or given by the uuid of a detection rule: its name may have changed since (rule RULE-UI-4). */
function ofRules(rules: readonly string[] | undefined): SQL | undefined {
  if (rules === undefined) return undefined
  const uuids = rules.filter(isUuid)
  return or(oneOf(alerts.rule, rules), uuids.length === 0 ? undefined : oneOf(alerts.ruleUuid, uuids))
}

function wanted(filter: AlertFilter, me: string): (SQL | undefined)[] {
  const { owner, acknowledged, vehicle } = filter
  return [
    oneOf(alerts.status, filter.status),
    oneOf(alerts.severity, filter.severity),
    oneOf(alerts.source, filter.source),
    ofRules(filter.rule),
    oneOf(vehicles.model, filter.model),
    vehicle === undefined ? undefined : isNamed(vehicle),
    filter.from && gte(alerts.lastSeen, filter.from),
    filter.to && lt(alerts.lastSeen, filter.to),
    owner === undefined
      ? undefined
      : owner === 'none'
        ? isNull(alerts.ownerUuid)
        : eq(alerts.ownerUuid, owner === 'me' ? me : owner),
    acknowledged === undefined
      ? undefined
      : acknowledged
        ? isNotNull(alerts.acknowledgedAt)
        : isNull(alerts.acknowledgedAt),
    filter.folded_into === undefined
      ? suppressedAs(filter.suppressed ?? false)
      : eq(alerts.foldedInto, filter.folded_into),
    filter.overdue === undefined ? undefined : filter.overdue ? isNotNull(alerts.overdueAt) : isNull(alerts.overdueAt),
    filter.case === undefined ? undefined : ofCase(filter.case, me),
    overlaps(alerts.tags, filter.tag),
    overlaps(alerts.tactics, filter.tactic),
    filter.observable === undefined ? undefined : shares(observableOf(filter.observable)),
  ]
}

/** Who may not see a case does not learn which alerts it has (rule CASE-9). */
function ofCase(uuid: string, me: string): SQL {
  return and(
    eq(alerts.caseUuid, uuid),
    sql`EXISTS (SELECT 1 FROM cases WHERE ${and(eq(cases.uuid, uuid), seenByUser(me))})`,
  )!
}

function unwanted(filter: AlertFilter): (SQL | undefined)[] {
  return [
    noneOf(alerts.status, filter.not_status),
    noneOf(alerts.severity, filter.not_severity),
    noneOf(alerts.source, filter.not_source),
    filter.not_rule && sql`(${ofRules(filter.not_rule)}) IS NOT TRUE`,
    noneOf(vehicles.model, filter.not_model),
    filter.not_vehicle && sql`(${or(...filter.not_vehicle.map(isNamed))}) IS NOT TRUE`,
  ]
}

function suppressedAs(wanted: boolean | 'any'): SQL | undefined {
  if (wanted === 'any') return undefined
  return wanted ? isNotNull(alerts.suppressedBy) : isShown()
}

function overlaps(column: PgColumn, values: readonly string[] | undefined): SQL | undefined {
  return (
    values &&
    sql`${column} && ARRAY[${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )}]::text[]`
  )
}

/** Condition: the alert has this observable; answered from the index over all observables. */
export function shares(observable: { kind: string; value: string }): SQL {
  return sql`${alerts.observables} @> ${JSON.stringify([observable])}::jsonb`
}

/** An observable written as `kind:value`. */
export function observableOf(text: string): { kind: string; value: string } {
  const colon = text.indexOf(':')
  return { kind: text.slice(0, colon), value: text.slice(colon + 1) }
}

/**
 * Condition: the words are in the title, the VIN, the rule or an observable. Few vehicles have a matching VIN: they are
 * looked up once, not for each alert.
 */
function containsText(org: Org, q: string): SQL {
  const words = `%${likeText(q)}%`
  const ofVehicle = sql`${alerts.vehicleId} IN (SELECT id
    FROM vehicles
    WHERE ${ownedBy(org, vehicles, ilike(vehicles.vin, words))})`
  return or(sql`${alerts.words} LIKE lower(${words})`, ofVehicle, numberIs(q))!
}

function numberIs(words: string): SQL | undefined {
  const number = /^(?:ALR-)?(\d{1,15})$/i.exec(words)?.[1]
  return number === undefined ? undefined : eq(alerts.number, Number(number))
}

interface Order {
  /** The columns before the uuid, compared as PostgreSQL compares them, with full precision. */
  readonly by: readonly { readonly column: PgColumn; readonly type: 'timestamptz' | 'bigint' }[]
  readonly ascending?: true
}

const time = (column: PgColumn) => ({ column, type: 'timestamptz' as const })
const number = (column: PgColumn) => ({ column, type: 'bigint' as const })

const orders: Record<AlertOrder, Order> = {
  newest: { by: [time(alerts.lastSeen)] },
  oldest: { by: [time(alerts.firstSeen)], ascending: true },
  risk: { by: [number(alerts.risk), time(alerts.lastSeen)] },
  severity: { by: [number(alerts.severity), time(alerts.lastSeen)] },
  count: { by: [number(alerts.count), time(alerts.lastSeen)] },
}

/** The ORDER BY terms of an order; the uuid makes it total. */
export function sortedBy(order: AlertOrder): SQL[] {
  const { by, ascending } = orders[order]
  return [...by.map(({ column }) => column), alerts.uuid].map((column) =>
    ascending ? sql`${column} ASC` : sql`${column} DESC`,
  )
}

/**
 * A row's position in its order, as text: the cursor of the next page. A JavaScript date would truncate the
 * microseconds of a time, and the next page would repeat or skip a row.
 */
export function placeIn(order: AlertOrder): SQL<string> {
  const parts = orders[order].by.map(({ column, type }) =>
    type === 'bigint'
      ? sql`${column}::text`
      : sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  )
  return sql<string>`concat_ws('|', ${sql.join([...parts, sql`${alerts.uuid}`], sql`, `)})`
}

/** The rows after a cursor. A row that did not move is never repeated or left out, whatever rows move around it. */
export function behind(order: AlertOrder, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const { by, ascending } = orders[order]
  const parts = cursor.split('|')
  const isSound =
    parts.length === by.length + 1 &&
    isUuid(parts.at(-1)!) &&
    by.every(({ type }, i) => (type === 'bigint' ? /^\d{1,15}$/.test(parts[i]!) : isCursorTime(parts[i]!)))
  if (!isSound) throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  const columns = sql.join([...by.map(({ column }) => sql`${column}`), sql`${alerts.uuid}`], sql`, `)
  const values = sql.join(
    [...by.map(({ type }, i) => sql`${parts[i]}::text::${sql.raw(type)}`), sql`${parts.at(-1)}::uuid`],
    sql`, `,
  )
  return ascending ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`
}
