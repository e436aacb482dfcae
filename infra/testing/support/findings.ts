import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import type { Org } from '@carapace/shared/core/owned'

interface FindingInput {
  readonly cve?: string
  readonly title?: string
  readonly component?: string
  readonly version?: string
  /** The software's name; the same name gives another release or component of it. */
  readonly software?: string
  readonly release?: string
  readonly ecu?: string
  readonly supplier?: string
  readonly programUuid?: string
  readonly score?: number
  readonly epss?: number
  readonly exploited?: boolean
}

/** The ids of a finding and of what it is about. */
export interface MadeFinding {
  readonly uuid: string
  readonly componentId: number
  readonly groupId: number
  readonly releaseUuid: string
  readonly documentUuid: string
}

const vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'

/**
 * Stores a finding as matching writes it: a component of a release's document, and a vulnerability with an advisory.
 * The software is reported by vehicles under its name.
 */
export async function createFinding(
  sql: postgres.Sql,
  { uuid: org }: Org,
  input: FindingInput = {},
): Promise<MadeFinding> {
  const { component = 'zlib', version = '1.2.11', release = '1.0', software = 'Gateway' } = input
  const { releaseUuid, documentUuid } = await releaseOf(sql, org, { ...input, software, release })
  const purl = `pkg:generic/${component}@${version}`
  const [made] = await sql`INSERT INTO component_versions (org_uuid, identity_kind, identity, type, name, version, purl)
    VALUES (${org}, 'purl', ${purl}, 'library', ${component}, ${version}, ${purl})
    ON CONFLICT (org_uuid, md5(identity)) DO UPDATE SET name = excluded.name RETURNING id`
  const componentId = Number(made!.id)
  await sql`INSERT INTO occurrences (document_uuid, position, org_uuid, release_uuid, component_id, ref)
    SELECT ${documentUuid}, (SELECT count(*) FROM occurrences WHERE document_uuid = ${documentUuid}), ${org},
      ${releaseUuid}, ${componentId}, ${`ref-${component}`}
    WHERE NOT EXISTS (SELECT 1 FROM occurrences
      WHERE document_uuid = ${documentUuid} AND component_id = ${componentId})`
  const { groupId, advisoryId } = await groupOf(sql, org, input)
  const by = [
    {
      advisory: advisoryId,
      source: 'OWN',
      name: input.cve ?? 'CVE-2018-25032',
      modified: '2026-01-01T00:00:00.000Z',
      sure: 'yes',
      rule: 'range',
      versions: '< 1.2.12',
      fixed: ['1.2.12'],
      explanation: [`${version} is before 1.2.12.`],
    },
  ]
  const [finding] =
    await sql`INSERT INTO findings (org_uuid, component_id, group_id, sure, match, score, epss, is_exploited)
    VALUES (${org}, ${componentId}, ${groupId}, 'yes', ${sql.json({ by })}, ${input.score ?? 9.8},
      ${input.epss ?? null}, ${input.exploited ?? false}) RETURNING uuid`
  return { uuid: finding!.uuid as string, componentId, groupId, releaseUuid, documentUuid }
}

async function releaseOf(
  sql: postgres.Sql,
  org: string,
  { software = '', release = '', ecu = 'GW', supplier = 'A supplier', programUuid }: FindingInput,
) {
  await sql`INSERT INTO software (org_uuid, number, name, kind, ecu, reported_as, supplier, program_uuid)
    VALUES (${org}, (SELECT coalesce(max(number), 0) + 1 FROM software WHERE org_uuid = ${org}), ${software},
      'ecu-image', ${ecu}, ${software}, ${supplier}, ${programUuid ?? null}) ON CONFLICT DO NOTHING`
  const [owner] = await sql`SELECT uuid FROM software WHERE org_uuid = ${org} AND name = ${software}`
  const [known] = await sql`SELECT uuid, document_uuid FROM releases
    WHERE software_uuid = ${owner!.uuid} AND version = ${release}`
  if (known) return { releaseUuid: known.uuid as string, documentUuid: known.document_uuid as string }
  const [made] = await sql`INSERT INTO releases (org_uuid, software_uuid, version)
    VALUES (${org}, ${owner!.uuid}, ${release}) RETURNING uuid`
  const [document] =
    await sql`INSERT INTO bom_documents (org_uuid, release_uuid, origin, file_name, bytes, sha256, state,
    added_by) VALUES (${org}, ${made!.uuid}, 'own', 'bom.json', 1, '', 'READY', 'a test') RETURNING uuid`
  await sql`UPDATE releases SET document_uuid = ${document!.uuid} WHERE uuid = ${made!.uuid}`
  return { releaseUuid: made!.uuid as string, documentUuid: document!.uuid as string }
}

/** A vulnerability of the organisation itself: an advisory that it imported. */
async function groupOf(sql: postgres.Sql, org: string, input: FindingInput) {
  const { cve = 'CVE-2018-25032', title = `${cve} as a title`, score = 9.8 } = input
  const [known] = await sql`SELECT g.id, a.id AS advisory FROM vulnerability_groups g
    JOIN advisories a ON a.group_id = g.id WHERE g.org_uuid = ${org} AND g.name = ${cve}`
  if (known) return { groupId: Number(known.id), advisoryId: Number(known.advisory) }
  const [group] = await sql`INSERT INTO vulnerability_groups (org_uuid, name, title, modified, score, vector)
    VALUES (${org}, ${cve}, ${title}, '2026-01-01', ${score}, ${vector}) RETURNING id`
  await sql`INSERT INTO vulnerability_aliases (alias, group_id, org_uuid) VALUES (${cve}, ${group!.id}, ${org})`
  const record = {
    source: 'OWN',
    id: cve,
    description: `${title}, described`,
    scores: [{ vector, source: 'a test', primary: true }],
    cwes: ['CWE-787'],
    references: [{ type: 'WEB', url: 'https://advisories.example/1' }],
    ssvc: {},
  }
  const [advisory] = await sql`INSERT INTO advisories (org_uuid, source, name, group_id, modified, digest, record)
    VALUES (${org}, 'OWN', ${cve}, ${group!.id}, '2026-01-01', ${randomUUID()}, ${sql.json(record)}) RETURNING id`
  return { groupId: Number(group!.id), advisoryId: Number(advisory!.id) }
}

/** What a vehicle runs in a control unit. */
export async function reportSoftware(
  sql: postgres.Sql,
  { uuid: org }: Org,
  vehicleUuid: string,
  {
    software,
    version,
    ecu = 'GW',
    basis = 'reported',
  }: { software: string; version: string; ecu?: string; basis?: string },
): Promise<void> {
  await sql`INSERT INTO vehicle_software (vehicle_uuid, org_uuid, ecu, basis, software, version, since, last_seen)
    VALUES (${vehicleUuid}, ${org}, ${ecu}, ${basis}, ${software}, ${version}, now(), now())`
}
