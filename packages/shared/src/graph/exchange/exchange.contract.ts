import { z } from 'zod'
import { Job } from '../../account/jobs.contract.ts'
import { endpoint } from '../../core/endpoint.ts'

const licence = 'LIFECYCLE_CONCEPT_PHASE'
const ok = z.object({ success: z.literal(true) })
const octets = z.string()
const megabytes = (n: number) => n * 1024 * 1024

/** `json`: the whole threat analysis as one document; see docs/exchange.md. */
export const exportForms = ['csv', 'xlsx', 'reqif', 'json'] as const
export const exportArtefacts = endpoint({
  method: 'GET',
  path: 'v2/app/export-artefacts',
  summary: 'Artefacts of one kind as a table, requirements as ReqIF, or the whole threat analysis as one JSON document',
  access: licence,
  input: z.object({
    program_uuid: z.uuid(),
    project_uuid: z.uuid().optional(),
    kind: z.string().max(40).optional(),
    form: z.enum(exportForms),
  }),
  output: octets,
  produces: 'application/octet-stream',
})

/**
 * The meaning of a file's columns: a field by name, `title`, `status`, `code`, a link as `link:<kind>:<from or to>`, or
 * nothing.
 */
export const Mapping = z.record(z.string().max(200), z.string().max(80).nullable())

export const importTable = endpoint({
  method: 'POST',
  path: 'v2/app/import-table',
  summary:
    'Import artefacts of one kind from XLSX or CSV, requirements from ReqIF, or a whole threat analysis from ' +
    'JSON: first dry, with a proposed mapping, then for good as a job',
  access: licence,
  needs: 'programs.manage',
  takes: 'application/octet-stream',
  bodyLimit: megabytes(32),
  input: z.object({
    program_uuid: z.uuid(),
    project_uuid: z.uuid().optional(),
    form: z.enum(['xlsx', 'csv', 'reqif', 'json']),
    /** For a table: the kind of its rows. */
    kind: z.string().max(40).optional(),
    sheet: z.string().max(100).optional(),
    /** For a table: a `Mapping` as JSON; absent: as proposed from the column names. */
    mapping: z.string().max(20_000).optional(),
    dry_run: z.stringbool().default(true),
  }),
  output: ok.extend({
    sheets: z.array(z.string()),
    columns: z.array(z.string()),
    mapping: Mapping,
    /** What a column may be mapped to. */
    targets: z.array(z.object({ key: z.string(), title: z.string() })),
    rows: z.int(),
    made: z.int(),
    changed: z.int(),
    same: z.int(),
    /** The first 200 refused rows, with the reasons. */
    refused: z.array(z.object({ row: z.int(), reason: z.string() })),
    refused_total: z.int(),
    /** The first 20 rows, as they would be imported. */
    sample: z.array(
      z.object({
        row: z.int(),
        action: z.enum(['made', 'changed', 'same']),
        title: z.string(),
        fields: z.record(z.string(), z.unknown()),
      }),
    ),
    job: Job.nullable(),
  }),
})
