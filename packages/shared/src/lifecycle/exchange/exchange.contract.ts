import { z } from 'zod'
import { Job } from '../../account/jobs.contract.ts'
import { endpoint } from '../../core/endpoint.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })
const octets = z.string()
const megabytes = (n: number) => n * 1024 * 1024

export const exportArchive = endpoint({
  method: 'GET',
  path: 'v2/app/export-archive',
  summary: 'A program, or one project of it, as a zip archive with everything in it',
  access: licence,
  input: z.object({ program_uuid: z.uuid(), project_uuid: z.uuid().optional() }),
  output: octets,
  produces: 'application/octet-stream',
})

export const importArchive = endpoint({
  method: 'POST',
  path: 'v2/app/import-archive',
  summary: 'Import an archive as a new program, as a job; or only report its contents',
  access: licence,
  needs: 'programs.manage',
  takes: 'application/octet-stream',
  bodyLimit: megabytes(256),
  input: z.object({ name: z.string().trim().min(1).max(120).optional(), dry_run: z.stringbool().default(false) }),
  output: ok.extend({
    contents: z.object({
      name: z.string(),
      projects: z.int(),
      artefacts: z.record(z.string(), z.int()),
      links: z.int(),
      made_at: z.string(),
      /**
       * What is APPROVED in the archive without a review in it that approved its content, and becomes IN_PROCESS (rule
       * EXCHANGE-33); the codes of the first hundred.
       */
      unreviewed: z.object({ count: z.int(), codes: z.array(z.string()) }),
    }),
    /** The uuid that the program will have when the job is done. */
    program_uuid: z.uuid().nullable(),
    job: Job.nullable(),
  }),
})

export const reportForms = ['pdf', 'docx', 'xlsx'] as const
export const reports = ['tara', 'compliance'] as const

export const getReport = endpoint({
  method: 'GET',
  path: 'v2/app/get-report',
  summary: "A program's threat analysis, or its compliance, to print and to hand over",
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    project_uuid: z.uuid().optional(),
    report: z.enum(reports),
    form: z.enum(reportForms),
  }),
  output: octets,
  produces: 'application/octet-stream',
})
