import { z } from 'zod'
import { Job } from '../account/jobs.contract.ts'
import { endpoint } from '../core/endpoint.ts'
import { dateTime } from '../core/wire.ts'
import { documentFormats } from './documents/bom.ts'
import { sbomLimits } from './limits.ts'
import { addedOrigins, documentOrigins, documentStates } from './sbom.ts'

const access = 'LIFECYCLE_SBOM'
const line = (most: number) => z.string().trim().max(most)
const fileName = line(200).min(1)

/** A bill of materials as it came, and what reading it found. */
export const BomDocument = z.object({
  uuid: z.uuid(),
  release_uuid: z.uuid(),
  origin: z.enum(documentOrigins),
  file_name: z.string(),
  bytes: z.int(),
  /** Of the bytes as they came, in hexadecimal digits. */
  sha256: z.string(),
  state: z.enum(documentStates),
  /** Why it could not be read: where, and what is wrong there. */
  faults: z.array(z.object({ place: z.string(), message: z.string() })),
  format: z.enum(documentFormats).nullable(),
  /** What the document states about itself. */
  head: z.record(z.string(), z.unknown()).nullable(),
  components: z.int(),
  edges: z.int(),
  /** What the index does not hold; it is in the kept bytes still. */
  ignored: z.array(z.string()),
  quality: z.unknown(),
  signature: z.unknown(),
  /** It has statements on vulnerabilities and no components: they are applied to those of the document in use. */
  has_statements_alone: z.boolean(),
  /** Whether its components count as those of the release. */
  is_current: z.boolean(),
  job_uuid: z.uuid().nullable(),
  /** The URL that it was fetched from; empty: none. */
  source: z.string(),
  added_by: z.string(),
  added_at: dateTime,
})
export type BomDocument = z.infer<typeof BomDocument>

/** The release that a document belongs to: an existing one, or a version of a software, which is added if needed. */
const target = {
  release_uuid: z.uuid().optional(),
  /** The uuid, code or name of a software; with `version`, instead of `release_uuid`. */
  software: line(200).min(1).optional(),
  version: line(200).min(1).optional(),
  origin: z.enum(addedOrigins).default('own'),
}
const added = z.object({
  success: z.literal(true),
  document: BomDocument,
  /** The release has these very bytes already: nothing was added. */
  is_known: z.boolean(),
  /** The job that reads the document; null if it is known. */
  job: Job.nullable(),
})

export const uploadBom = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/documents/upload',
  summary: 'Add a bill of materials (CycloneDX, SPDX) or statements (OpenVEX, CSAF) to a release, up to 100 MB',
  access,
  needs: 'software.manage',
  takes: 'application/octet-stream',
  bodyLimit: sbomLimits.fileBytes,
  input: z.object({ ...target, file_name: fileName.default('bom') }),
  output: added,
})

export const fetchBom = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/documents/fetch',
  summary: 'Add a bill of materials to a release from a URL: at most 100 MB of text within a minute',
  access,
  needs: 'software.manage',
  input: z.object({ ...target, url: z.url().max(2_000), file_name: fileName.optional() }),
  output: added,
})

const one = z.object({ uuid: z.uuid() })

export const listBomDocuments = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/documents',
  summary: "A release's documents, the latest first",
  access,
  input: z.object({ release_uuid: z.uuid() }),
  output: z.object({ documents: z.array(BomDocument) }),
})

export const getBomDocument = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/documents/get',
  summary: 'One document: its state, its faults, its quality and its signature',
  access,
  input: one,
  output: z.object({ document: BomDocument }),
})

export const downloadBom = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/documents/download',
  summary: 'A document, byte for byte as it came',
  access,
  input: one,
  output: z.string(),
  produces: 'application/octet-stream',
})

export const useBomDocument = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/documents/use',
  summary: "Make a document's components those of its release",
  access,
  needs: 'software.manage',
  input: one,
  output: z.object({ success: z.literal(true) }),
})

export const readBomAgain = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/documents/read-again',
  summary: 'Read a document again that could not be read, or whose reading was cancelled',
  access,
  needs: 'software.manage',
  input: one,
  output: z.object({ success: z.literal(true), job: Job }),
})

export const deleteBomDocument = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/documents/delete',
  summary: 'Delete a document: its bytes and all that was read from it',
  access,
  needs: 'software.manage',
  input: one,
  output: z.object({ success: z.literal(true) }),
})
