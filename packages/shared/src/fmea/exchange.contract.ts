import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

const access = 'FMEA'
const ok = z.object({ success: z.literal(true) })

/** Rows of a file that are read at most: more lines than a worksheet is made for. */
export const mostFileRows = 5_000

export const readFmeaFile = endpoint({
  method: 'POST',
  path: 'v2/app/fmea/read-file',
  summary: 'The cells of a worksheet in XLSX or CSV, for an import; nothing is written',
  access,
  needs: 'programs.manage',
  takes: 'application/octet-stream',
  bodyLimit: 16 * 1024 * 1024,
  input: z.object({ form: z.enum(['xlsx', 'csv']), sheet: z.string().max(100).optional() }),
  output: ok.extend({
    sheets: z.array(z.string()),
    /** Row by row, the headings among the first. */
    rows: z.array(z.array(z.string())),
    /** The file has more rows. */
    is_cut: z.boolean(),
  }),
})

export const fmeaForms = ['pdf', 'docx', 'xlsx', 'csv'] as const

export const getFmeaReport = endpoint({
  method: 'GET',
  path: 'v2/app/fmea/report',
  summary: 'An FMEA as a report (PDF, DOCX), or its worksheet as a table (XLSX, CSV) that can be imported again',
  access,
  input: z.object({ fmea_uuid: z.uuid(), form: z.enum(fmeaForms) }),
  output: z.string(),
  produces: 'application/octet-stream',
})
