import { getHaraReport } from '@carapace/shared/functional-safety/hara.contract'
import type { z } from 'zod'
import { download } from '../core/call/download.ts'

/** Requests a report and saves it under a name. Throws the same errors as `call`. */
export function saveReport(input: z.input<typeof getHaraReport.input>, fileName: string): Promise<void> {
  return download(getHaraReport, input, fileName)
}
