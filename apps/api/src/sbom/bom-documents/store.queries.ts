import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import type { Vex } from '@carapace/shared/sbom/vex/vex'
import type { Tx } from '../../core/db.ts'
import type { IndexedComponent, IndexedEdges } from './indexed.ts'
import { lockComponents } from './removing.queries.ts'

/** JSON that PostgreSQL can store: without NUL, and without halves of surrogate pairs. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|[^])/g, (escape) =>
    escape === String.raw`\u0000`
      ? ''
      : escape.length === 6 && escape.startsWith(String.raw`\ud`)
        ? String.raw`\ufffd`
        : escape,
  )
}

interface Place {
  readonly documentUuid: string
  readonly releaseUuid: string
}

/**
 * Stores some components of a document (rule SBOM-23): new component versions with their keys, and the occurrences. It
 * takes three statements, however many components there are; those that are stored already are left.
 */
export async function storeComponents(
  tx: Tx,
  org: Org,
  { documentUuid, releaseUuid }: Place,
  components: readonly IndexedComponent[],
): Promise<void> {
  if (components.length === 0) return
  await lockComponents(tx, org, 'add')
  const distinct = [...new Map(components.map((component) => [component.identity, component])).values()]
  const versions = storableJson(
    distinct.map((c) => [
      c.identityKind,
      c.identity,
      c.type,
      c.group,
      c.name,
      c.version,
      c.purl,
      c.cpe,
      c.supplier,
      c.unmatched,
    ]),
  )
  await tx.execute(
    sql`INSERT INTO component_versions
        (org_uuid, identity_kind, identity, type, group_name, name, version, purl, cpe, supplier, unmatched)
      SELECT ${org.uuid}::uuid, r->>0, r->>1, r->>2, r->>3, r->>4, r->>5, r->>6, r->>7, r->>8, r->>9
      FROM jsonb_array_elements(${versions}::jsonb) r
      ORDER BY md5(r->>1)
      ON CONFLICT (org_uuid, md5(identity)) DO UPDATE
        SET purl = coalesce(component_versions.purl, excluded.purl),
          cpe = coalesce(component_versions.cpe, excluded.cpe),
          unmatched = CASE WHEN excluded.unmatched = '' THEN '' ELSE component_versions.unmatched END
        WHERE (component_versions.purl IS NULL AND excluded.purl IS NOT NULL)
          OR (component_versions.cpe IS NULL AND excluded.cpe IS NOT NULL)
          OR (component_versions.unmatched <> '' AND excluded.unmatched = '')`,
  )
  const keys = storableJson(
    distinct.flatMap((c) => c.keys.map((key) => [c.identity, key.ecosystem, key.name, key.version])),
  )
  await tx.execute(
    sql`INSERT INTO component_keys (org_uuid, component_id, ecosystem, name, version)
      SELECT ${org.uuid}::uuid, c.id, r->>1, r->>2, r->>3
      FROM jsonb_array_elements(${keys}::jsonb) r
      JOIN component_versions c ON c.org_uuid = ${org.uuid}::uuid AND md5(c.identity) = md5(r->>0)
      ORDER BY c.id, 3, 4
      ON CONFLICT DO NOTHING`,
  )
  const rows = storableJson(
    components.map((c) => [
      c.position,
      c.identity,
      c.ref,
      c.parent,
      c.depth,
      c.scope,
      c.licence,
      c.supplier,
      c.paths,
      c.hashes,
      c.patches,
      c.more,
      c.crypto,
    ]),
  )
  await tx.execute(
    sql`INSERT INTO occurrences (document_uuid, position, org_uuid, release_uuid, component_id, ref, parent, depth,
        scope, licence, supplier, paths, hashes, patches, more, crypto)
      SELECT ${documentUuid}::uuid, (r->>0)::int, ${org.uuid}::uuid, ${releaseUuid}::uuid, c.id, r->>2, (r->>3)::int,
        (r->>4)::int, r->>5, r->>6, r->>7, r->8, r->9, r->10, r->11, nullif(r->12, 'null'::jsonb)
      FROM jsonb_array_elements(${rows}::jsonb) r
      JOIN component_versions c ON c.org_uuid = ${org.uuid}::uuid AND md5(c.identity) = md5(r->>1)
      ON CONFLICT DO NOTHING`,
  )
}

/** Stores some edges of a document: three numbers each. */
export async function storeEdges(tx: Tx, org: Org, documentUuid: string, edges: IndexedEdges): Promise<void> {
  if (edges.length === 0) return
  const column = (at: number) => `{${edges.filter((_, i) => i % 3 === at).join(',')}}`
  await tx.execute(
    sql`INSERT INTO bom_dependencies (document_uuid, from_position, to_position, org_uuid, provides)
      SELECT ${documentUuid}::uuid, e.source, e.target, ${org.uuid}::uuid, e.provides = 1
      FROM unnest(${column(0)}::int[], ${column(1)}::int[], ${column(2)}::int[]) AS e(source, target, provides)
      WHERE EXISTS (SELECT 1 FROM bom_documents d WHERE d.org_uuid = ${org.uuid} AND d.uuid = ${documentUuid})
      ON CONFLICT DO NOTHING`,
  )
}

/** Keeps what a document states of vulnerabilities, to be applied whenever its release has other findings. */
export async function storeStatements(tx: Tx, org: Org, documentUuid: string, vex: Vex): Promise<void> {
  if (vex.statements.length === 0) return
  await tx.execute(sql`INSERT INTO bom_statements (document_uuid, org_uuid, vex)
    SELECT uuid, org_uuid, ${storableJson(vex)}::jsonb FROM bom_documents
    WHERE org_uuid = ${org.uuid} AND uuid = ${documentUuid}
    ON CONFLICT (document_uuid) DO UPDATE SET vex = excluded.vex`)
}

/** Removes what was read from a document before; its bytes stay. */
export async function clearIndex(tx: Tx, org: Org, documentUuid: string): Promise<void> {
  await tx.execute(sql`DELETE FROM occurrences WHERE org_uuid = ${org.uuid} AND document_uuid = ${documentUuid}`)
  await tx.execute(sql`DELETE FROM bom_dependencies WHERE org_uuid = ${org.uuid} AND document_uuid = ${documentUuid}`)
  await tx.execute(sql`DELETE FROM bom_statements WHERE org_uuid = ${org.uuid} AND document_uuid = ${documentUuid}`)
}
