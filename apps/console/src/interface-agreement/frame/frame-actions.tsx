import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { exportAgreement } from '@carapace/shared/interface-agreement/pages.contract'
import { messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { ExportButton } from '../../core/ui/export-button.tsx'
import { toast } from '../../core/ui/toast.ts'
import type { AgreementContext } from './agreement-frame.tsx'

const formats = [
  ['xlsx', 'Workbook (XLSX)'],
  ['docx', 'Document (DOCX)'],
  ['pdf', 'Document (PDF)'],
] as const
export type AgreementFormat = (typeof formats)[number][0]

/** Saves the agreement as a file: as it is now, or one of its signed versions. */
export function saveAgreementAs(
  { uuid, code }: Pick<Agreement, 'uuid' | 'code'>,
  format: AgreementFormat,
  version?: number,
): Promise<void> {
  const name = `${code}${version === undefined ? '' : `-version-${version}`}.${format}`
  const input = { agreement_uuid: uuid, format, ...(version !== undefined && { version }) }
  return download(exportAgreement, input, name).catch((thrown: unknown) => toast.error(messageOf(thrown)))
}

/** The actions on the whole agreement, at the right of the head of each of its pages. */
export function FrameActions({ agreement }: AgreementContext) {
  const { version } = agreement
  const menu = (
    <Menu aria-label="Export">
      {formats.map(([format, text]) => (
        <MenuItem key={format} text={text} onClick={() => void saveAgreementAs(agreement, format)} />
      ))}
      {version > 0 && <MenuDivider />}
      {version > 0 &&
        formats
          .filter(([format]) => format !== 'xlsx')
          .map(([format, text]) => (
            <MenuItem
              key={format}
              text={`Signed version ${version}: ${text}`}
              onClick={() => void saveAgreementAs(agreement, format, version)}
            />
          ))}
    </Menu>
  )
  return <ExportButton menu={menu} />
}
