import { and, asc, desc, eq, getTableColumns, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { componentSorts, listComponents, Occurrence } from '@carapace/shared/sbom/components.contract'
import { bomDependencies, componentVersions, occurrences, releases } from '@carapace/shared/sbom/sbom.table'
import type { Database } from '../../core/db.ts'
import { likeText } from '../paging.ts'

type Query = z.output<typeof listComponents.input>

/** The document whose components count as those of a release: its uuid, or null. Undefined: there is no release. */
export async function documentInUse(db: Database, org: Org, releaseUuid: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ document: releases.documentUuid })
    .from(releases)
    .where(ownedBy(org, releases, eq(releases.uuid, releaseUuid)))
  return row && row.document
}

function selectOccurrences(db: Database, where: SQL) {
  return db
    .select({ row: getTableColumns(occurrences), component: getTableColumns(componentVersions) })
    .from(occurrences)
    .innerJoin(componentVersions, eq(componentVersions.id, occurrences.componentId))
    .where(where)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectOccurrences>>[number]

function wire({ row, component }: Row): Occurrence {
  return {
    position: row.position,
    component_id: row.componentId,
    ref: row.ref,
    type: component.type,
    group: component.group,
    name: component.name,
    version: component.version,
    purl: component.purl,
    cpe: component.cpe,
    supplier: row.supplier,
    scope: row.scope,
    licence: row.licence,
    depth: row.depth,
    identity_kind: component.identityKind,
    unmatched: component.unmatched,
  }
}

function matching({ q, type, scope, licence, unlicensed, depth, unmatched }: Query): SQL | undefined {
  const words = q ? `%${likeText(q.toLowerCase())}%` : undefined
  return and(
    words === undefined
      ? undefined
      : or(
          sql`lower(${componentVersions.group} || '/' || ${componentVersions.name} || '@' ||
            ${componentVersions.version}) LIKE ${words}`,
          sql`lower(${componentVersions.name} || ' ' || ${componentVersions.version}) LIKE ${words}`,
          sql`lower(${componentVersions.purl}) LIKE ${words}`,
        ),
    type && inArray(componentVersions.type, [...type]),
    scope &&
      inArray(
        occurrences.scope,
        scope.map((one) => (one === 'none' ? '' : one)),
      ),
    licence === undefined ? undefined : eq(occurrences.licence, licence),
    unlicensed === true ? eq(occurrences.licence, '') : undefined,
    depth === undefined ? undefined : lte(occurrences.depth, depth),
    unmatched === true ? sql`${componentVersions.unmatched} <> ''` : undefined,
  )
}

const sorts: Readonly<Record<(typeof componentSorts)[number], SQL>> = {
  position: sql`${occurrences.position}`,
  name: sql`lower(${componentVersions.name})`,
  version: sql`${componentVersions.version}`,
  supplier: sql`lower(${occurrences.supplier})`,
  licence: sql`lower(${occurrences.licence})`,
  depth: sql`coalesce(${occurrences.depth}, 2147483647)`,
}

/** A page of a document's components, and how many match. */
export async function componentsPage(
  db: Database,
  org: Org,
  documentUuid: string,
  query: Query,
  skip: number,
): Promise<{ components: Occurrence[]; total: number }> {
  const where = ownedBy(org, occurrences, eq(occurrences.documentUuid, documentUuid), matching(query))
  const way = query.order === 'asc' ? asc : desc
  const rows = await selectOccurrences(db, where)
    .orderBy(way(sorts[query.sort]), asc(occurrences.position))
    .limit(query.limit)
    .offset(skip)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(occurrences)
    .innerJoin(componentVersions, eq(componentVersions.id, occurrences.componentId))
    .where(where)
  return { components: rows.map(wire), total: counted!.total }
}

/** One component of a document, with all that the index has of it. */
export async function occurrenceAt(db: Database, org: Org, documentUuid: string, position: number) {
  const [found] = await selectOccurrences(
    db,
    ownedBy(org, occurrences, eq(occurrences.documentUuid, documentUuid), eq(occurrences.position, position)),
  )
  if (!found) return undefined
  const edges = (column: typeof bomDependencies.from | typeof bomDependencies.to) =>
    db.$count(
      bomDependencies,
      ownedBy(org, bomDependencies, eq(bomDependencies.documentUuid, documentUuid), eq(column, position)),
    )
  const [needs, neededBy] = await Promise.all([edges(bomDependencies.from), edges(bomDependencies.to)])
  const { paths, hashes, patches, more } = found.row
  return {
    component: wire(found),
    paths: [...paths],
    hashes: [...hashes],
    patches: patches.map(({ type, url, resolves }) => ({
      type,
      ...(url !== undefined && { url }),
      resolves: [...resolves],
    })),
    more: more as Record<string, unknown>,
    needs,
    needed_by: neededBy,
  }
}
