import { sql } from 'drizzle-orm'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { NotCommitted, type Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import type { Chunk } from '../chunk.ts'

/** The claimed part numbers of one batch in one partition: a row of the table. */
interface Claim {
  readonly org: string
  readonly batch: string
  readonly partition: number
  readonly chunks: Map<number, Chunk>
}

type Key = Pick<Claim, 'org' | 'batch' | 'partition'>

const claimName = ({ org, batch, partition }: Key) => `${org} ${partition} ${batch}`

/**
 * Records which parts of batches this transaction stores. Returns the chunks whose part is stored already, because a
 * gateway produced it more than once: they leave the batch. Two transactions never claim the same part at once, since
 * the positions were moved (fenced) before.
 */
export async function claimParts({ db }: Transaction, chunks: readonly Chunk[], now: Date): Promise<Set<Chunk>> {
  const { claims, repeated } = claimsOf(chunks)
  if (claims.length === 0) return repeated
  const fresh = await rowsOf<Key>(
    db,
    sql`
    INSERT INTO ingest_parts (org_uuid, batch, partition, parts, at)
    SELECT org, batch, partition, parts::int4multirange, ${now.toISOString()}::timestamptz FROM ${claimRows(claims)}
    ON CONFLICT DO NOTHING RETURNING org_uuid AS org, batch, partition`,
  )
  if (fresh.length === claims.length) return repeated
  const names = new Set(fresh.map(claimName))
  const others = claims.filter((claim) => !names.has(claimName(claim)))
  for (const chunk of await addTo(db, others)) repeated.add(chunk)
  return repeated
}

/** Adds parts to batches of which some parts are stored; returns the chunks whose part was stored already. */
async function addTo(db: Transaction['db'], claims: readonly Claim[]): Promise<Chunk[]> {
  const stored = await rowsOf<Key & { parts: string }>(
    db,
    sql`
    SELECT p.org_uuid AS org, p.batch, p.partition, p.parts::text AS parts FROM ingest_parts p JOIN ${claimRows(claims)}
      ON a.org = p.org_uuid AND a.batch = p.batch AND a.partition = p.partition
    ORDER BY p.org_uuid, p.batch, p.partition FOR UPDATE OF p`,
  )
  await db.execute(sql`
    UPDATE ingest_parts p SET parts = p.parts + a.parts::int4multirange FROM ${claimRows(claims)}
    WHERE a.org = p.org_uuid AND a.batch = p.batch AND a.partition = p.partition`)
  // rows older than a day are dropped at any time, possibly between these two statements: then the next attempt finds
  // no row, and inserts it
  if (stored.length < claims.length) throw new NotCommitted('parts of a batch were dropped while others were added')
  const before = new Map(stored.map((row) => [claimName(row), rangesIn(row.parts)]))
  return claims.flatMap((claim) => {
    const ranges = before.get(claimName(claim))!
    return [...claim.chunks].flatMap(([number, chunk]) =>
      ranges.some(([from, to]) => number >= from && number < to) ? [chunk] : [],
    )
  })
}

function claimRows(claims: readonly Claim[]) {
  return sql`unnest(
    ${sqlArray(
      claims.map(({ org }) => org),
      'uuid',
    )}, ${sqlArray(
      claims.map(({ batch }) => batch),
      'text',
    )}, ${sqlArray(
      claims.map(({ partition }) => partition),
      'int4',
    )},
    ${sqlArray(
      claims.map(({ chunks: parcels }) => multirangeOf([...parcels.keys()])),
      'text',
    )}
  ) AS a(org, batch, partition, parts)`
}

/** Sorted, so that all transactions lock the rows in the same order. */
function claimsOf(chunks: readonly Chunk[]): { claims: Claim[]; repeated: Set<Chunk> } {
  const claims = new Map<string, Claim>()
  const repeated = new Set<Chunk>()
  for (const chunk of chunks) {
    const { partition, part } = chunk.recordOf ?? {}
    if (!part) continue
    const key = { org: chunk.org.uuid, batch: part.batch, partition: partition! }
    const name = claimName(key)
    const claim = claims.get(name) ?? { ...key, chunks: new Map<number, Chunk>() }
    claims.set(name, claim)
    if (claim.chunks.has(part.number)) repeated.add(chunk)
    else claim.chunks.set(part.number, chunk)
  }
  return { claims: [...claims].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, claim]) => claim), repeated }
}

/** Numbers as a PostgreSQL multirange, with adjacent numbers merged: {[0,3),[7,8)}. */
export function multirangeOf(numbers: readonly number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === number) last[1] += 1
    else ranges.push([number, number + 1])
  }
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

export function rangesIn(multirange: string): [from: number, to: number][] {
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])
}
