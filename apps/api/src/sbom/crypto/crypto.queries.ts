import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cryptoListLimits } from '@carapace/shared/sbom/crypto.contract'
import { bomDependencies, componentVersions, occurrences, releases, software } from '@carapace/shared/sbom/sbom.table'
import type { Database } from '../../core/db.ts'
import type { AssetEntry, Occurrence } from './distinct.ts'

/** The releases whose assets are meant; without any field those of the whole organisation. */
export interface Scope {
  readonly release_uuid?: string | undefined
  readonly software_uuid?: string | undefined
  readonly program_uuid?: string | undefined
}

/** A release whose current document has cryptographic assets. */
export interface CryptoRelease {
  readonly release: string
  readonly document: string
  readonly software: string
  readonly version: string
  readonly program: string | null
}

const hasCrypto = sql`EXISTS (SELECT 1 FROM occurrences o WHERE o.org_uuid = ${releases.orgUuid}
  AND o.release_uuid = ${releases.uuid} AND o.document_uuid = ${releases.documentUuid} AND o.crypto IS NOT NULL)`

const conditionsOf = (scope: Scope): SQL[] => [
  ...(scope.release_uuid === undefined ? [] : [eq(releases.uuid, scope.release_uuid)]),
  ...(scope.software_uuid === undefined ? [] : [eq(releases.softwareUuid, scope.software_uuid)]),
  ...(scope.program_uuid === undefined ? [] : [eq(software.programUuid, scope.program_uuid)]),
]

/** The releases of a scope whose current document has cryptographic assets, in the order of their documents. */
export async function cryptoReleases(db: Database, org: Org, scope: Scope): Promise<CryptoRelease[]> {
  const rows = await db
    .select({
      release: releases.uuid,
      document: releases.documentUuid,
      software: software.name,
      version: releases.version,
      program: software.programUuid,
    })
    .from(releases)
    .innerJoin(software, eq(software.uuid, releases.softwareUuid))
    .where(ownedBy(org, releases, hasCrypto, ...conditionsOf(scope)))
    .orderBy(releases.documentUuid)
  return rows.map((row) => ({ ...row, document: row.document! }))
}

/** Whether the organisation has the release and the software of a scope. */
export async function scopeExists(db: Database, org: Org, scope: Scope): Promise<boolean> {
  const [release, product] = await Promise.all([
    scope.release_uuid === undefined
      ? 1
      : db.$count(releases, ownedBy(org, releases, eq(releases.uuid, scope.release_uuid))),
    scope.software_uuid === undefined
      ? 1
      : db.$count(software, ownedBy(org, software, eq(software.uuid, scope.software_uuid))),
  ])
  return release > 0 && product > 0
}

/** The cryptographic assets of documents; one more than the limit, if there are more. */
export async function assetEntries(
  db: Database,
  org: Org,
  of: readonly CryptoRelease[],
  limit: number = cryptoListLimits.occurrences,
): Promise<AssetEntry[]> {
  if (of.length === 0) return []
  return db
    .select({
      document: occurrences.documentUuid,
      position: occurrences.position,
      ref: occurrences.ref,
      name: componentVersions.name,
      crypto: occurrences.crypto,
    })
    .from(occurrences)
    .innerJoin(componentVersions, eq(componentVersions.id, occurrences.componentId))
    .where(
      ownedBy(
        org,
        occurrences,
        inArray(
          occurrences.releaseUuid,
          of.map(({ release }) => release),
        ),
        inArray(
          occurrences.documentUuid,
          of.map(({ document }) => document),
        ),
        sql`${occurrences.crypto} IS NOT NULL`,
      ),
    )
    .orderBy(occurrences.documentUuid, occurrences.position)
    .limit(limit + 1)
}

const neighbour = alias(occurrences, 'neighbour')

/** Names of components that provide or need what is at some places: at most 20 of each kind for a place. */
export async function componentsAround(
  db: Database,
  org: Org,
  places: readonly Occurrence[],
): Promise<ReadonlyMap<string, { provided_by: string[]; used_by: string[] }>> {
  const found = new Map<string, { provided_by: string[]; used_by: string[] }>()
  if (places.length === 0) return found
  const pairs = sql.join(
    places.map(({ document, position }) => sql`(${document}::uuid, ${position}::int)`),
    sql`, `,
  )
  const rows = await db
    .select({
      document: bomDependencies.documentUuid,
      position: bomDependencies.to,
      provides: bomDependencies.provides,
      name: componentVersions.name,
      version: componentVersions.version,
    })
    .from(bomDependencies)
    .innerJoin(
      neighbour,
      and(eq(neighbour.documentUuid, bomDependencies.documentUuid), eq(neighbour.position, bomDependencies.from)),
    )
    .innerJoin(componentVersions, eq(componentVersions.id, neighbour.componentId))
    .where(ownedBy(org, bomDependencies, sql`(${bomDependencies.documentUuid}, ${bomDependencies.to}) IN (${pairs})`))
    .orderBy(componentVersions.name, componentVersions.version)
    .limit(20 * cryptoListLimits.places)
  for (const { document, position, provides, name, version } of rows) {
    const key = placeKey({ document, position })
    const around = found.get(key) ?? { provided_by: [], used_by: [] }
    found.set(key, around)
    const names = provides ? around.provided_by : around.used_by
    if (names.length < 20) names.push(version === '' ? name : `${name} ${version}`)
  }
  return found
}

/** The place of a component as a key. */
export const placeKey = ({ document, position }: Occurrence): string => `${document} ${position}`
