import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { softwareKinds } from './sbom.ts'

const access = 'LIFECYCLE_SBOM'
const line = (most: number) => z.string().trim().max(most)

/** What bills of materials are about: a control unit's image, a back end, an app. */
export const Software = z.object({
  uuid: z.uuid(),
  /** Such as SW-012. */
  code: z.string(),
  name: z.string(),
  kind: z.enum(softwareKinds),
  ecu: z.string(),
  /** The name or part number by which vehicles report it. */
  reported_as: z.string(),
  supplier: z.string(),
  description: z.string(),
  program_uuid: z.uuid().nullable(),
  releases: z.int(),
  created_at: dateTime,
  updated_at: dateTime,
  revision: z.int32(),
})
export type Software = z.infer<typeof Software>

export const listSoftware = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/software',
  summary: "The organisation's software by name, at most 2,000",
  access,
  input: z.object({ q: line(100).optional(), program_uuid: z.uuid().optional() }),
  output: z.object({ software: z.array(Software) }),
})

export const saveSoftware = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/software/save',
  summary: 'Add a software, or change one',
  access,
  needs: 'software.manage',
  input: z.object({
    uuid: z.uuid().optional(),
    /** Needed to change one. */
    revision: z.int32().optional(),
    name: line(200).min(1).optional(),
    kind: z.enum(softwareKinds).optional(),
    ecu: line(100).optional(),
    reported_as: line(200).optional(),
    supplier: line(200).optional(),
    description: line(5_000).optional(),
    program_uuid: z.uuid().nullable().optional(),
  }),
  output: z.object({ success: z.literal(true), software: Software }),
})

export const deleteSoftware = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/software/delete',
  summary: 'Delete a software with its releases, documents and findings',
  access,
  needs: 'software.manage',
  input: z.object({ uuid: z.uuid(), revision: z.int32() }),
  output: z.object({ success: z.literal(true), releases: z.int() }),
})
