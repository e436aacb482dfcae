import { asc, eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import type { ComponentAlias } from '@carapace/shared/sbom/policies.contract'
import { componentAliases } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'
import type { ComponentKeys } from '../bom-documents/component-keys.ts'
import { storableJson } from '../bom-documents/store.queries.ts'

type AliasRow = typeof componentAliases.$inferSelect

function wire(row: AliasRow): ComponentAlias {
  return {
    uuid: row.uuid,
    name: row.name,
    supplier: row.supplier,
    purl: row.purl,
    cpe: row.cpe,
    note: row.note,
    author: row.author,
    updated_at: row.updatedAt.toISOString(),
    revision: row.revision,
  }
}

/** The organisation's aliases, by name. */
export async function aliasesOf(db: Database | Tx, org: Org): Promise<ComponentAlias[]> {
  const rows = await db
    .select()
    .from(componentAliases)
    .where(ownedBy(org, componentAliases))
    .orderBy(asc(sql`lower(${componentAliases.name})`), asc(componentAliases.uuid))
    .limit(sbomLimits.aliases)
  return rows.map(wire)
}

export async function aliasByUuid(tx: Tx, org: Org, uuid: string): Promise<ComponentAlias | undefined> {
  const [row] = await tx
    .select()
    .from(componentAliases)
    .where(ownedBy(org, componentAliases, eq(componentAliases.uuid, uuid)))
    .for('update')
  return row && wire(row)
}

/** Another alias of the same name and supplier, in any case. */
export async function aliasTwin(
  tx: Tx,
  org: Org,
  { uuid, name, supplier }: { uuid: string | undefined; name: string; supplier: string },
): Promise<boolean> {
  const rows = await tx
    .select({ uuid: componentAliases.uuid })
    .from(componentAliases)
    .where(
      ownedBy(
        org,
        componentAliases,
        sql`lower(${componentAliases.name}) = lower(${name})`,
        sql`lower(${componentAliases.supplier}) = lower(${supplier})`,
      ),
    )
  return rows.some((row) => row.uuid !== uuid)
}

type Fields = Pick<AliasRow, 'name' | 'supplier' | 'purl' | 'cpe' | 'note' | 'author'>

export async function countAliases(tx: Tx, org: Org): Promise<number> {
  return tx.$count(componentAliases, ownedBy(org, componentAliases))
}

export async function insertAlias(tx: Tx, org: Org, fields: Fields): Promise<ComponentAlias> {
  const [row] = await tx
    .insert(componentAliases)
    .values({ ...fields, orgUuid: org.uuid })
    .returning()
  return wire(row!)
}

export async function updateAlias(
  tx: Tx,
  org: Org,
  { uuid, revision }: { uuid: string; revision: number },
  fields: Fields,
): Promise<ComponentAlias> {
  const [row] = await tx
    .update(componentAliases)
    .set({ ...fields, revision: revision + 1, updatedAt: new Date() })
    .where(ownedBy(org, componentAliases, eq(componentAliases.uuid, uuid)))
    .returning()
  return wire(row!)
}

export async function removeAlias(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(componentAliases).where(ownedBy(org, componentAliases, eq(componentAliases.uuid, uuid)))
}

export interface NamedVersion {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly supplier: string
  readonly purl: string | null
  readonly cpe: string | null
}

/** Component versions that are called one of some names, in any case; at most `limit`. */
export async function componentsCalled(
  tx: Tx,
  org: Org,
  names: readonly string[],
  limit: number,
): Promise<NamedVersion[]> {
  const lower = JSON.stringify([...new Set(names.map((name) => name.toLowerCase()))])
  const rows = await rowsOf<Omit<NamedVersion, 'id'> & { id: string }>(
    tx,
    sql`SELECT c.id, c.name, c.version, c.supplier, c.purl, c.cpe FROM component_versions c
      WHERE c.org_uuid = ${org.uuid} AND lower(c.name) IN (SELECT jsonb_array_elements_text(${lower}::jsonb))
      ORDER BY c.id LIMIT ${limit}`,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}

/** Replaces the keys of some component versions. */
export async function writeKeys(
  tx: Tx,
  org: Org,
  keyed: readonly (ComponentKeys & { readonly id: number })[],
): Promise<void> {
  if (keyed.length === 0) return
  const ids = `{${keyed.map(({ id }) => id).join(',')}}`
  await tx.execute(
    sql`DELETE FROM component_keys WHERE org_uuid = ${org.uuid} AND component_id = ANY(${ids}::bigint[])`,
  )
  const keys = storableJson(
    keyed.flatMap(({ id, keys: some }) => some.map((k) => [id, k.ecosystem, k.name, k.version])),
  )
  await tx.execute(
    sql`INSERT INTO component_keys (org_uuid, component_id, ecosystem, name, version)
      SELECT ${org.uuid}::uuid, (r->>0)::bigint, r->>1, r->>2, r->>3 FROM jsonb_array_elements(${keys}::jsonb) r
      ON CONFLICT DO NOTHING`,
  )
  const unmatched = storableJson(keyed.map(({ id, unmatched: why }) => [id, why]))
  await tx.execute(
    sql`UPDATE component_versions c SET unmatched = r->>1 FROM jsonb_array_elements(${unmatched}::jsonb) r
      WHERE c.org_uuid = ${org.uuid} AND c.id = (r->>0)::bigint AND c.unmatched <> r->>1`,
  )
}

/** The component versions of a document that have one of the organisation's aliases. */
export async function aliasedIn(tx: Tx, org: Org, documentUuid: string): Promise<NamedVersion[]> {
  const rows = await rowsOf<Omit<NamedVersion, 'id'> & { id: string }>(
    tx,
    sql`SELECT DISTINCT c.id, c.name, c.version, c.supplier, c.purl, c.cpe FROM component_aliases a
      JOIN component_versions c ON c.org_uuid = a.org_uuid AND lower(c.name) = lower(a.name)
        AND (a.supplier = '' OR lower(a.supplier) = lower(c.supplier))
      JOIN occurrences o ON o.org_uuid = c.org_uuid AND o.component_id = c.id AND o.document_uuid = ${documentUuid}
      WHERE a.org_uuid = ${org.uuid} LIMIT 20000`,
  )
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
