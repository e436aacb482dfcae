import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { TreeNode } from '@carapace/shared/sbom/components.contract'
import type { ComponentType } from '@carapace/shared/sbom/documents/bom'
import type { Database } from '../../core/db.ts'

interface NodeRow {
  readonly position: number
  readonly component_id: string
  readonly group_name: string
  readonly name: string
  readonly version: string
  readonly type: ComponentType
  readonly licence: string
  readonly scope: string
  readonly depth: number | null
  readonly children: number
  readonly provides: boolean
}

function wire({ component_id: id, group_name: group, ...row }: NodeRow): TreeNode {
  return { ...row, component_id: Number(id), group }
}

interface Page {
  readonly after: number
  readonly limit: number
}

const fields = sql`o.position, o.component_id, c.group_name, c.name, c.version, c.type, o.licence, o.scope, o.depth,
  (SELECT count(*)::int FROM bom_dependencies x WHERE x.document_uuid = o.document_uuid
    AND x.from_position = o.position) AS children`

/** What a component needs or provides, by position, after a position; and how many there are. */
export async function childrenOf(
  db: Database,
  org: Org,
  documentUuid: string,
  position: number,
  { after, limit }: Page,
): Promise<{ nodes: TreeNode[]; total: number }> {
  const rows = await rowsOf<NodeRow>(
    db,
    sql`SELECT ${fields}, d.provides FROM bom_dependencies d
      JOIN occurrences o ON o.document_uuid = d.document_uuid AND o.position = d.to_position
      JOIN component_versions c ON c.id = o.component_id
      WHERE d.org_uuid = ${org.uuid} AND d.document_uuid = ${documentUuid} AND d.from_position = ${position}
      AND d.to_position > ${after}
      ORDER BY d.to_position LIMIT ${limit}`,
  )
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`SELECT count(*)::int AS total FROM bom_dependencies d
      WHERE d.org_uuid = ${org.uuid} AND d.document_uuid = ${documentUuid} AND d.from_position = ${position}`,
  )
  return { nodes: rows.map(wire), total: counted!.total }
}

/** The subject, and the components that nothing needs; by position, after a position. */
export async function rootsOf(
  db: Database,
  org: Org,
  documentUuid: string,
  { after, limit }: Page,
): Promise<{ nodes: TreeNode[]; total: number }> {
  const isRoot = sql`o.org_uuid = ${org.uuid} AND o.document_uuid = ${documentUuid}
    AND (o.depth = 0 OR NOT EXISTS (SELECT 1 FROM bom_dependencies d
      WHERE d.document_uuid = o.document_uuid AND d.to_position = o.position AND d.from_position <> d.to_position))`
  // the subject comes first, whatever its place in the document
  const place = sql`(CASE WHEN o.depth = 0 THEN -1 ELSE o.position END)`
  const rows = await rowsOf<NodeRow>(
    db,
    sql`SELECT ${fields}, false AS provides FROM occurrences o JOIN component_versions c ON c.id = o.component_id
      WHERE ${isRoot} AND ${place} > ${after}
      ORDER BY ${place} LIMIT ${limit}`,
  )
  const [counted] = await rowsOf<{ total: number }>(
    db,
    sql`SELECT count(*)::int AS total FROM occurrences o WHERE ${isRoot}`,
  )
  return { nodes: rows.map(wire), total: counted!.total }
}

/** Edges that leave, or reach, some components; at most `limit`. */
export async function edgesAt(
  db: Database,
  org: Org,
  documentUuid: string,
  positions: readonly number[],
  { way, limit }: { readonly way: 'from' | 'to'; readonly limit: number },
): Promise<{ from: number; to: number; provides: boolean }[]> {
  if (positions.length === 0) return []
  const column = way === 'from' ? sql`from_position` : sql`to_position`
  const other = way === 'from' ? sql`to_position` : sql`from_position`
  return rowsOf(
    db,
    sql`SELECT from_position AS "from", to_position AS "to", provides FROM bom_dependencies
      WHERE org_uuid = ${org.uuid} AND document_uuid = ${documentUuid}
      AND ${column} = ANY(${`{${positions.join(',')}}`}::int[])
      ORDER BY ${column}, ${other} LIMIT ${limit}`,
  )
}

export interface NamedPosition {
  readonly position: number
  readonly name: string
  readonly version: string
  readonly type: ComponentType
  readonly depth: number | null
  readonly children: number
}

/** Some components of a document by their positions. */
export async function componentsAt(
  db: Database,
  org: Org,
  documentUuid: string,
  positions: readonly number[],
): Promise<NamedPosition[]> {
  if (positions.length === 0) return []
  return rowsOf(
    db,
    sql`SELECT o.position, c.name, c.version, c.type, o.depth,
        (SELECT count(*)::int FROM bom_dependencies x WHERE x.document_uuid = o.document_uuid
          AND x.from_position = o.position) AS children
      FROM occurrences o JOIN component_versions c ON c.id = o.component_id
      WHERE o.org_uuid = ${org.uuid} AND o.document_uuid = ${documentUuid}
      AND o.position = ANY(${`{${positions.join(',')}}`}::int[])`,
  )
}

/** The subject of a document; of one without a subject, the component that needs the most. */
export async function middleOf(db: Database, org: Org, documentUuid: string): Promise<number | undefined> {
  const [row] = await rowsOf<{ position: number }>(
    db,
    sql`SELECT coalesce(
        (SELECT o.position FROM occurrences o WHERE o.org_uuid = ${org.uuid} AND o.document_uuid = ${documentUuid}
          AND o.depth = 0 LIMIT 1),
        (SELECT d.from_position FROM bom_dependencies d WHERE d.org_uuid = ${org.uuid}
          AND d.document_uuid = ${documentUuid} GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)
      ) AS position`,
  )
  return row?.position ?? undefined
}
