import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import {
  type Dimension,
  type FilterName,
  groupsAtMost,
  isTime,
  type PanelQuery,
  restKey,
  splitValues,
} from '@carapace/shared/msoc/panels/panel-query'
import { daysIn } from '@carapace/shared/msoc/shifts/local-time'
import type { Database } from '../../core/db.ts'
import type { Span } from '../span.ts'
import { columnsOf, type SubjectColumns } from './panel-columns.queries.ts'

/** A group of a result: its keys, and the value. */
export interface Group {
  readonly group: string | null
  readonly split: string | null
  readonly value: number | null
}

const hourMs = 3_600_000
const none = sql`NULL::text`

/**
 * Runs a panel's query over a span (rules PANEL-1 to PANEL-4). Expressions come from `columnsOf` alone; what a user
 * wrote is only ever a parameter.
 */
export async function groupsOf(db: Database, org: Org, query: PanelQuery, span: Span): Promise<Group[]> {
  const { group_by: groupBy, split_by: splitBy } = query
  if (groupBy === null) return [{ group: null, split: null, value: await totalOf(db, org, query, span) }]
  const columns = columnsOf[query.subject]
  const where = ownedBy(org, columns.table, ...conditionsOf(columns, query, span))
  const value = measureOf(columns, query)
  const group = keyOf(columns, groupBy, query, span)
  const top = isTime(groupBy) ? undefined : await topOf(db, columns, where, group, value, query.top)
  const within = top === undefined ? where : and(where, isAmong(group, top))!
  const order = isTime(groupBy) ? sql`1, 2` : sql`3 DESC NULLS LAST, 1, 2`
  const selected = { group, value, order, most: groupsAtMost }
  if (splitBy === null) return select(db, columns, within, { ...selected, split: none })
  const split = keyOf(columns, splitBy, query, span)
  const counted = measureOf(columns, { ...query, measure: 'count' })
  const shown = await topOf(db, columns, within, split, counted, splitValues)
  const merged = sql`CASE WHEN ${isAmong(split, shown)} THEN ${split} ELSE ${restKey}::text END`
  return select(db, columns, within, { ...selected, split: merged })
}

/** The measure of everything in the span. */
export async function totalOf(db: Database, org: Org, query: PanelQuery, span: Span): Promise<number | null> {
  const columns = columnsOf[query.subject]
  const where = ownedBy(org, columns.table, ...conditionsOf(columns, query, span))
  const [row] = await rowsOf<{ value: number | null }>(
    db,
    sql`SELECT ${measureOf(columns, query)} AS value FROM ${tablesOf(columns)} WHERE ${where}`,
  )
  return numberOf(row?.value)
}

/** Conditions of the organisation's rows: they are in the span and pass the filters. */
function conditionsOf(columns: SubjectColumns, { filters }: PanelQuery, { from, to }: Span): (SQL | undefined)[] {
  const { at, always } = columns
  const filtered = Object.entries(filters).map(([name, values]) => columns.filters[name as FilterName]?.(values))
  return [always, at && gte(at, instant(from)), at && lt(at, instant(to)), ...filtered]
}

const instant = (time: Date): SQL => sql`${time.toISOString()}::timestamptz`

function measureOf(columns: SubjectColumns, { subject, measure }: PanelQuery): SQL {
  const found = columns.measures[measure]
  if (!found) throw new Error(`${subject} have no ${measure}: the contract refuses it.`)
  return found
}

/** The text that a dimension groups by; of a time, the start of its step, epoch ms. */
function keyOf(columns: SubjectColumns, dimension: Dimension, { zone }: PanelQuery, span: Span): SQL {
  const known = columns.keys[dimension]
  if (known) return known
  const { at } = columns
  if (!at || !isTime(dimension)) throw new Error(`There is no ${dimension}: the contract refuses it.`)
  if (dimension === 'hour') return sql`(floor(extract(epoch FROM ${at}) / 3600) * 3600000)::bigint::text`
  const starts = daysIn(span.from.getTime(), span.to.getTime(), zone).map((day) => day.at)
  const times = JSON.stringify(starts.map((start) => new Date(start).toISOString()))
  const steps = JSON.stringify(starts.map(String))
  return sql`(${steps}::jsonb ->> (width_bucket(${at},
    ARRAY(SELECT jsonb_array_elements_text(${times}::jsonb)::timestamptz)) - 1))`
}

/** The keys with the highest values. */
async function topOf(
  db: Database,
  columns: SubjectColumns,
  where: SQL,
  group: SQL,
  value: SQL,
  most: number,
): Promise<string[]> {
  const rows = await select(db, columns, where, { group, split: none, value, order: sql`3 DESC NULLS LAST, 1`, most })
  return rows.map((row) => row.group ?? '')
}

const isAmong = (key: SQL, keys: readonly string[]): SQL =>
  sql`${key} = ANY (ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))`

interface Selection {
  readonly group: SQL
  readonly split: SQL
  readonly value: SQL
  readonly order: SQL
  readonly most: number
}

async function select(db: Database, columns: SubjectColumns, where: SQL, selection: Selection): Promise<Group[]> {
  const { group, split, value, order, most } = selection
  const rows = await rowsOf<{ group_key: string | null; split_key: string | null; value: unknown }>(
    db,
    sql`SELECT ${group} AS group_key, ${split} AS split_key, ${value} AS value FROM ${tablesOf(columns)}
      WHERE ${where} GROUP BY 1, 2 ORDER BY ${order} LIMIT ${most}::int`,
  )
  return rows.map((row) => ({ group: row.group_key ?? '', split: row.split_key, value: numberOf(row.value) }))
}

/** A subject's table and the tables beside it. */
function tablesOf({ table, joins }: SubjectColumns): SQL {
  const others = joins.map(({ table: other, on }) => sql` LEFT JOIN ${other} ON ${on}`)
  return sql`${table}${sql.join(others)}`
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/**
 * The span of a query up to now. Events are summed by the hour: theirs are whole hours, so that spans are equally long
 * when they are compared.
 */
export function spanOfQuery({ subject, hours }: Pick<PanelQuery, 'subject' | 'hours'>, now: number): Span {
  const end = subject === 'events' ? Math.floor(now / hourMs) * hourMs : now
  return { from: new Date(end - hours * hourMs), to: new Date(end) }
}
