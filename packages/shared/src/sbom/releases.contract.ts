import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore } from '../core/wire.ts'
import { documentFilters, documentOrigins, documentStates, releaseSorts, releaseStates, softwareKinds } from './sbom.ts'

const access = 'LIFECYCLE_SBOM'
const line = (most: number) => z.string().trim().max(most)

const Hash = z.object({
  algorithm: line(40).min(1),
  value: line(256).regex(/^[0-9a-f]+$/, 'Give lower-case hex digits.'),
})

/** A document of a release, as lists show it. */
const ReleaseDocument = z.object({
  uuid: z.uuid(),
  state: z.enum(documentStates),
  origin: z.enum(documentOrigins),
  file_name: z.string(),
  format: z.string().nullable(),
  components: z.int(),
  /** From 0 to 100; null: not judged. */
  quality: z.number().nullable(),
  added_at: dateTime,
})

/** One version of a software. */
export const Release = z.object({
  uuid: z.uuid(),
  software: z.object({
    uuid: z.uuid(),
    code: z.string(),
    name: z.string(),
    kind: z.enum(softwareKinds),
    ecu: z.string(),
    supplier: z.string(),
    reported_as: z.string(),
  }),
  version: z.string(),
  state: z.enum(releaseStates),
  rxswin: z.string(),
  part_number: z.string(),
  hashes: z.array(Hash),
  released_at: dateTime.nullable(),
  note: z.string(),
  /** The document whose components count as those of the release. */
  document: ReleaseDocument.nullable(),
  /** The document that was added last, whatever became of it. */
  latest: ReleaseDocument.nullable(),
  /** Open findings; null: vulnerability management does not count them. */
  findings: z.int().nullable(),
  approved_by: z.string().nullable(),
  approved_at: dateTime.nullable(),
  created_at: dateTime,
  updated_at: dateTime,
  revision: z.int32(),
})
export type Release = z.infer<typeof Release>

export const listReleases = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/releases',
  summary: 'Releases of the organisation, page by page',
  access,
  input: z.object({
    /** Part of a software's name, code, control unit, or of a version. */
    q: line(100).optional(),
    state: oneOrMore(releaseStates).optional(),
    kind: oneOrMore(softwareKinds).optional(),
    document: oneOrMore(documentFilters).optional(),
    ecu: line(100).optional(),
    supplier: line(200).optional(),
    software_uuid: z.uuid().optional(),
    program_uuid: z.uuid().optional(),
    sort: z.enum(releaseSorts).default('age'),
    order: z.enum(['asc', 'desc']).default('desc'),
    cursor: cursor.optional(),
    limit: limit(500, 100),
  }),
  output: z.object({ releases: z.array(Release), total: z.int(), next_cursor: z.string().nullable() }),
})

export const getRelease = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/releases/get',
  summary: 'One release',
  access,
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ release: Release }),
})

export const saveRelease = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/releases/save',
  summary: 'Add a release of a software, or change one',
  access,
  needs: 'software.manage',
  input: z.object({
    uuid: z.uuid().optional(),
    /** Needed to change one. */
    revision: z.int32().optional(),
    /** Needed to add one. */
    software_uuid: z.uuid().optional(),
    version: line(200).min(1).optional(),
    rxswin: line(100).optional(),
    part_number: line(100).optional(),
    hashes: z.array(Hash).max(10).optional(),
    released_at: dateTime.nullable().optional(),
    note: line(5_000).optional(),
  }),
  output: z.object({ success: z.literal(true), release: Release }),
})

export const setReleaseState = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/releases/state',
  summary: 'Approve a release, withdraw it, or make it a draft again',
  access,
  needs: 'software.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32(), state: z.enum(releaseStates) }),
  output: z.object({ success: z.literal(true), release: Release }),
})

export const deleteRelease = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/releases/delete',
  summary: 'Delete a release with its documents and findings',
  access,
  needs: 'software.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true) }),
})
