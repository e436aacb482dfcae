import type { z } from 'zod'
import { complianceReport } from '@carapace/shared/lifecycle/reports/compliance-report'
import type { Report } from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'
import type { ReportSource } from '@carapace/shared/lifecycle/reports/report-source'
import { taraReport } from '@carapace/shared/lifecycle/reports/tara-report'
import type { getReport } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import type { Database } from '../../core/db.ts'
import { spooled } from '../../core/spool.ts'
import { reportAsDocument } from '../../core/documents/report-docx.ts'
import { reportAsPdf } from '../../core/documents/report-pdf.ts'
import type { Caller } from '../../core/http/caller.ts'
import { reportSource } from './report-source.ts'
import { organisationReported } from './report-source.queries.ts'
import { reportAsWorkbook } from '../../core/documents/report-xlsx.ts'

type ReportRequest = z.output<typeof getReport.input>

const models: Readonly<Record<ReportRequest['report'], (source: ReportSource) => Report>> = {
  tara: taraReport,
  compliance: complianceReport,
}
const writers: Readonly<Record<ReportRequest['form'], (report: Report, theme: Theme) => AsyncGenerator<Uint8Array>>> = {
  pdf: reportAsPdf,
  docx: reportAsDocument,
  xlsx: reportAsWorkbook,
}

/** A report on one snapshot of a program, complete before its first byte is sent (rule EXCHANGE-20). */
export function reportOf(
  db: Database,
  { org, user }: Pick<Caller, 'org' | 'user'>,
  { program_uuid: programUuid, project_uuid: projectUuid, report, form }: ReportRequest,
): AsyncGenerator<Uint8Array> {
  return spooled((write) =>
    db.transaction(
      async (tx) => {
        const theme = { ...defaultTheme, organisation: await organisationReported(tx, org) }
        const source = await reportSource(tx, org, { programUuid, projectUuid, author: user.name })
        await write(writers[form](models[report](source), theme))
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    ),
  )
}
