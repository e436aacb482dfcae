import type { getHaraReport } from '@carapace/shared/functional-safety/hara.contract'
import type { reportForms } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import type { z } from 'zod'
import type { ReportKind } from '../core/reports/reports.ts'

/** The reports of functional safety. */
export const safetyReports: readonly ReportKind<(typeof reportForms)[number]>[] = [
  {
    name: 'hara',
    title: 'Hazard analysis and safety goals',
    licence: 'FUNCTIONAL_SAFETY_APP',
    forms: ['pdf', 'docx', 'xlsx'],
    async save({ programUuid, projectUuid, form, fileName }) {
      const { saveReport } = await import('./save-report.ts')
      const input: z.input<typeof getHaraReport.input> = { program_uuid: programUuid, form }
      await saveReport(projectUuid === undefined ? input : { ...input, project_uuid: projectUuid }, fileName)
    },
  },
]
