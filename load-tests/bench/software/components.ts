import type { Sql } from 'postgres'
import type { Org } from '@carapace/shared/core/owned'
import { popular } from './advisories.ts'

interface Place {
  readonly document: string
  readonly release: string
}

/** A document without components yet, in a release of a software of its own. */
async function storeEmpty(sql: Sql, { uuid: org }: Org, number: number): Promise<Place> {
  const [software] = await sql<{ uuid: string }[]>`INSERT INTO software (org_uuid, number, name, kind)
    VALUES (${org}, ${number}, ${`Image ${number}`}, 'firmware') RETURNING uuid`
  const [release] = await sql<{ uuid: string }[]>`INSERT INTO releases (org_uuid, software_uuid, version)
    VALUES (${org}, ${software!.uuid}, '1.0') RETURNING uuid`
  const [document] = await sql<{ uuid: string }[]>`INSERT INTO bom_documents (org_uuid, release_uuid, origin, file_name,
    bytes, sha256, state, added_by) VALUES (${org}, ${release!.uuid}, 'own', 'bom.json', 1, '', 'READY', 'bench')
    RETURNING uuid`
  return { document: document!.uuid, release: release!.uuid }
}

/** The document of the component versions that are there before anything is measured. */
const documentOfAll = 1_000

/** Stores component versions of npm packages in one document: ten a package, and very many of the popular one. */
export async function storeComponents(sql: Sql, organisation: Org, count: number): Promise<void> {
  const { uuid: org } = organisation
  const { document, release } = await storeEmpty(sql, organisation, documentOfAll)
  await sql`
    INSERT INTO component_versions (org_uuid, identity_kind, identity, type, name, version, purl)
    SELECT ${org}, 'purl', 'bench ' || n, 'library', name, version, 'pkg:npm/' || name || '@' || version
    FROM (SELECT n, CASE WHEN n < ${popular.versions} THEN ${popular.name} ELSE 'package-' || n / 10 END AS name,
        CASE WHEN n < ${popular.versions} THEN n % 4 || '.' || n / 400 || '.' || n % 400
          ELSE n % 5 || '.' || n % 30 || '.' || n % 7 END AS version
      FROM generate_series(0, ${count - 1}::int) n) one`
  await sql`
    INSERT INTO component_keys (org_uuid, component_id, ecosystem, name, version)
    SELECT org_uuid, id, 'npm', name, version FROM component_versions WHERE identity LIKE 'bench %'`
  await sql`
    INSERT INTO occurrences (document_uuid, position, org_uuid, release_uuid, component_id, ref)
    SELECT ${document}, id, org_uuid, ${release}, id, id::text FROM component_versions WHERE identity LIKE 'bench %'`
  await sql`ANALYZE occurrences`
  await sql`ANALYZE component_versions`
  await sql`ANALYZE component_keys`
}

/** Stores a document of components of several ecosystems that no other document has; returns its uuid. */
export async function storeDocument(sql: Sql, organisation: Org, count: number, round: number): Promise<string> {
  const { uuid: org } = organisation
  const { document, release } = await storeEmpty(sql, organisation, round)
  await sql`
    WITH given AS (
      SELECT n,
        (ARRAY['npm', 'PyPI', 'Maven', 'crates.io', 'Debian:12', 'Alpine:v3.20', 'CPE'])[1 + n % 7] AS ecosystem,
        'package-' || (n * 7 + ${round}) % 100000 AS name, n % 5 || '.' || n % 20 || '.' || ${round} AS version
      FROM generate_series(0, ${count - 1}::int) n),
    added AS (
      INSERT INTO component_versions (org_uuid, identity_kind, identity, type, name, version, cpe)
      SELECT ${org}, 'name', ${`document ${round} `} || n, 'library', name, version,
        CASE WHEN ecosystem = 'CPE' THEN 'cpe:2.3:a:vendor:' || name || ':' || version || ':*:*:*:*:*:*:*' END
      FROM given RETURNING id, identity, version, name),
    joined AS (SELECT added.*, given.n, given.ecosystem FROM added JOIN given
      ON added.identity = ${`document ${round} `} || given.n),
    keys AS (
      INSERT INTO component_keys (org_uuid, component_id, ecosystem, name, version)
      SELECT ${org}, id, ecosystem, CASE WHEN ecosystem = 'CPE' THEN 'vendor:' ELSE '' END || name, version
      FROM joined)
    INSERT INTO occurrences (document_uuid, position, org_uuid, release_uuid, component_id, ref)
    SELECT ${document}, n, ${org}, ${release}, id, n::text FROM joined`
  return document
}
