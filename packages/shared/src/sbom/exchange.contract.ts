import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { BomDocument } from './bom-documents.contract.ts'
import { Job } from '../account/jobs.contract.ts'
import { sbomLimits } from './limits.ts'

const access = 'LIFECYCLE_SBOM'

/** The formats in which a document can be written. */
export const exportFormats = [
  'CycloneDX JSON',
  'CycloneDX XML',
  'SPDX JSON',
  'SPDX tag-value',
  'SPDX 3 JSON-LD',
] as const
export type ExportFormat = (typeof exportFormats)[number]

const exported = z.object({ uuid: z.uuid(), format: z.enum(exportFormats) })

export const previewBomExport = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/documents/export-preview',
  summary: 'What a document would lose in another format',
  access,
  input: exported,
  output: z.object({ bytes: z.int(), lost: z.array(z.string()) }),
})

export const exportBom = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/documents/export',
  summary: 'A document, written in another format',
  access,
  input: exported,
  output: z.string(),
  produces: 'application/octet-stream',
})

const Entry = z.object({
  name: z.string(),
  /** The version, licence, place … before and after; absent: not stated. */
  from: z.string().optional(),
  to: z.string().optional(),
})

/** The kinds of differences between two documents. */
export const differenceKinds = [
  'added',
  'removed',
  'upgraded',
  'downgraded',
  'changed',
  'rebuilt',
  'moved',
  'licence',
  'crypto',
  'patches',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const diffReleases = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/releases/diff',
  summary: 'What differs between the bills of materials of two releases: of each kind at most 2,000 entries',
  access,
  input: z.object({ before: z.uuid(), after: z.uuid() }),
  output: z.object({
    counts: z.record(z.enum(differenceKinds), z.int()),
    entries: z.record(z.enum(differenceKinds), z.array(Entry)),
  }),
})

export const mergeReleases = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/releases/merge',
  summary:
    "Merge the bills of materials of releases, such as a vehicle's control units, into a document of another one",
  access,
  needs: 'software.manage',
  input: z.object({
    /** What the whole is called, such as a vehicle's model. */
    name: z.string().trim().min(1).max(200),
    parts: z.array(z.uuid()).min(1).max(sbomLimits.merged),
    /** The release that gets the document. */
    release_uuid: z.uuid(),
  }),
  output: z.object({ success: z.literal(true), document: BomDocument, is_known: z.boolean(), job: Job.nullable() }),
})
