import { and, eq, ne, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { cryptoNotices } from '@carapace/shared/sbom/crypto-notices.table'
import { componentVersions, occurrences, releases } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'
import type { AssetEntry } from './distinct.ts'
import type { Ending } from './endings.ts'

const mayEnd = sql`${occurrences.crypto} IS NOT NULL
  AND ${occurrences.crypto} ->> 'assetType' IN ('certificate', 'related-crypto-material')`

/**
 * The organisations whose documents have certificates or keys. Across organisations: one process serves all of them.
 */
export async function orgsWithEndings(db: Database): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`SELECT g.uuid, g.id FROM organisations g
      WHERE EXISTS (SELECT 1 FROM occurrences WHERE ${occurrences.orgUuid} = g.uuid AND ${mayEnd})
      ORDER BY g.id`,
  )
}

/** Certificates and keys of the documents that are in use; those of withdrawn releases are left out. */
export async function endingEntries(tx: Tx, org: Org, limit: number): Promise<AssetEntry[]> {
  return tx
    .select({
      document: occurrences.documentUuid,
      position: occurrences.position,
      ref: occurrences.ref,
      name: componentVersions.name,
      crypto: occurrences.crypto,
    })
    .from(occurrences)
    .innerJoin(
      releases,
      and(eq(releases.uuid, occurrences.releaseUuid), eq(releases.documentUuid, occurrences.documentUuid)),
    )
    .innerJoin(componentVersions, eq(componentVersions.id, occurrences.componentId))
    .where(ownedBy(org, occurrences, mayEnd, ne(releases.state, 'WITHDRAWN')))
    .orderBy(occurrences.documentUuid, occurrences.position)
    .limit(limit)
}

/** Remembers the endings, and returns those that were not known at their threshold or a closer one. */
export async function addNotices(tx: Tx, org: Org, endings: readonly Ending[]): Promise<Ending[]> {
  const known = await tx
    .select({ asset: cryptoNotices.asset, days: cryptoNotices.days })
    .from(cryptoNotices)
    .where(ownedBy(org, cryptoNotices))
  const closest = new Map<string, number>()
  for (const { asset, days } of known) closest.set(asset, Math.min(days, closest.get(asset) ?? days))
  const fresh = endings.filter(({ asset, days }) => days < (closest.get(asset) ?? Number.POSITIVE_INFINITY))
  for (let at = 0; at < fresh.length; at += 1_000) {
    await tx
      .insert(cryptoNotices)
      .values(fresh.slice(at, at + 1_000).map(({ asset, days }) => ({ orgUuid: org.uuid, asset, days })))
      .onConflictDoNothing()
  }
  return fresh
}
