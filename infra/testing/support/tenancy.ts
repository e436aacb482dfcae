import type postgres from 'postgres'
import type { Org } from '@carapace/shared/core/owned'

/**
 * Tables of no organisation: plans that all share, counts of guesses without a session, how far a broker was read,
 * since when ingest receives, and public data on vulnerabilities.
 */
const sharedTables = [
  'plans',
  'sign_in_failures',
  'ingest_positions',
  'reception',
  'advisory_datasets',
  'epss_scores',
  'kev_entries',
]

/** How to find an organisation's rows in tables without a column for it. */
const indirectly: Record<string, string> = {
  groups_to_match: 'group_id IN (SELECT id FROM vulnerability_groups WHERE org_uuid = $1)',
  organisations: 'uuid = $1',
  ingest_replies: 'key_uuid IN (SELECT uuid FROM ingest_keys WHERE org_uuid = $1)',
}

/**
 * An organisation's rows in each table, as text, at one moment; fails if a table has no known owner. One statement for
 * all tables: the isolation tests read them twice per call.
 */
export async function rowsOwnedBy(sql: postgres.Sql, org: Org): Promise<Map<string, string>> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    SELECT c.relname AS name, array_agg(a.attname::text) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
   
    WHERE c.relnamespace = 'public'::regnamespace
    AND c.relkind IN ('r', 'p')
    AND NOT c.relispartition
    GROUP BY 1
    ORDER BY 1`
  const rows = await sql.unsafe<{ name: string; text: string | null }[]>(
    tables
      .filter(({ name }) => !sharedTables.includes(name))
      .map(
        ({ name, columns }) => `SELECT '${name}' AS name, (
          SELECT string_agg(to_jsonb(t)::text, ' ' ORDER BY to_jsonb(t)::text)
          FROM "${name}" t
          WHERE ${ownerOf(name, columns)}) AS text`,
      )
      .join(' UNION ALL '),
    [org.uuid, org.id],
    { prepare: true },
  )
  return new Map(rows.map(({ name, text }) => [name, text ?? '']))
}

/** The condition for an organisation's rows of a table; $1 is its uuid, $2 its id. */
function ownerOf(table: string, columns: readonly string[]): string {
  if (columns.includes('org_uuid')) return 'org_uuid = $1'
  if (columns.includes('org_id')) return 'org_id = $2'
  const condition = indirectly[table]
  if (condition === undefined)
    throw new Error(`${table} has no owner: give it an org_uuid, or define in tenancy.ts whose its rows are.`)
  return condition
}

/** All rows of each table as text, of every organisation. */
export async function rowsOfEverybody(sql: postgres.Sql): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }[]>`SELECT relname AS name
    FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
    AND relkind IN ('r', 'p')
    AND NOT relispartition`
  const held = new Map<string, string>()
  for (const { name } of tables) {
    const [row] = await sql<
      { text: string | null }[]
    >`SELECT string_agg(to_jsonb(t)::text, ' ') AS text FROM ${sql(name)} t`
    held.set(name, row!.text ?? '')
  }
  return held
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** All uuids in an organisation's rows. */
export function identifiersIn(rows: ReadonlyMap<string, string>): Set<string> {
  return new Set([...rows.values()].flatMap((text) => text.match(uuids) ?? []))
}

/** Data of another tenant in the reply; what the caller itself sent is no secret. */
export function leaksIn(reply: string, input: object, mark: string, identifiers: ReadonlySet<string>): string[] {
  const rest = stringsIn(input).reduce((text, part) => text.replaceAll(part, ''), reply)
  return [
    ...(rest.match(uuids) ?? []).filter((uuid) => identifiers.has(uuid)),
    ...(rest.toUpperCase().includes(mark.toUpperCase()) ? [mark] : []),
  ]
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value)
        .flatMap(stringsIn)
        .sort((a, b) => b.length - a.length)
    : []
}
