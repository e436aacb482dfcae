import type { getReport, reportForms, reports } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import type { z } from 'zod'
import type { ReportKind } from '../core/reports/reports.ts'

type Form = (typeof reportForms)[number]

/** The reports of the lifecycle module. */
export const lifecycleReports: readonly ReportKind<Form>[] = [
  report('tara', 'Threat analysis and risk assessment'),
  report('compliance', 'Compliance'),
]

function report(name: (typeof reports)[number], title: string): ReportKind<Form> {
  return {
    name,
    title,
    licence: 'LIFECYCLE_CONCEPT_PHASE',
    forms: ['pdf', 'docx', 'xlsx'],
    async save({ programUuid, projectUuid, form, fileName }) {
      const { saveReport } = await import('./save-report.ts')
      const input: z.input<typeof getReport.input> = { program_uuid: programUuid, report: name, form }
      await saveReport(projectUuid === undefined ? input : { ...input, project_uuid: projectUuid }, fileName)
    },
  }
}
