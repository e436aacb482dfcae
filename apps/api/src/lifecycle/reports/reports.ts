import type { z } from 'zod'
import type { Org } from '@carapace/shared/core/owned'
import { complianceReport } from '@carapace/shared/lifecycle/reports/compliance-report'
import type { Report } from '@carapace/shared/core/documents/report'
import type { ReportSource } from '@carapace/shared/lifecycle/reports/report-source'
import { taraReport } from '@carapace/shared/lifecycle/reports/tara-report'
import type { getReport } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import type { Database } from '../../core/db.ts'
import { spooled } from '../../core/spool.ts'
import { reportAsDocument } from '../../core/documents/report-docx.ts'
import { reportAsPdf } from '../../core/documents/report-pdf.ts'
import { reportSource } from './report-source.ts'
import { reportAsWorkbook } from '../../core/documents/report-xlsx.ts'

type Ask = z.output<typeof getReport.input>

const models: Readonly<Record<Ask['report'], (source: ReportSource) => Report>> = {
  tara: taraReport,
  compliance: complianceReport,
}
const printers: Readonly<Record<Ask['form'], (report: Report) => AsyncGenerator<Uint8Array>>> = {
  pdf: reportAsPdf,
  docx: reportAsDocument,
  xlsx: reportAsWorkbook,
}

/** A report of one moment of a program, made whole before its first byte is sent (rule EX20). */
export function reportOf(
  db: Database,
  org: Org,
  { program_uuid: programUuid, project_uuid: projectUuid, report, form }: Ask,
): AsyncGenerator<Uint8Array> {
  return spooled((write) =>
    db.transaction(
      async (tx) => write(printers[form](models[report](await reportSource(tx, org, { programUuid, projectUuid })))),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  )
}
