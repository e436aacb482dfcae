import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { exportAgreement } from '@carapace/shared/interface-agreement/pages.contract'
import { messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { toast } from '../../core/ui/toast.ts'

export const formats = [
  ['xlsx', 'Workbook (XLSX)'],
  ['docx', 'Document (DOCX)'],
  ['pdf', 'Document (PDF)'],
] as const
type AgreementFormat = (typeof formats)[number][0]

/** Saves the agreement as a file: as it is now, or one of its signed versions. */
export async function saveAgreementAs(
  { uuid, code }: Pick<Agreement, 'uuid' | 'code'>,
  format: AgreementFormat,
  version?: number,
): Promise<void> {
  const name = `${code}${version === undefined ? '' : `-version-${version}`}.${format}`
  const input = { agreement_uuid: uuid, format, ...(version !== undefined && { version }) }
  await download(exportAgreement, input, name).catch((thrown: unknown) => toast.error(messageOf(thrown)))
}
