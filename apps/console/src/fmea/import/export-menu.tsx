import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { type fmeaForms, getFmeaReport } from '@carapace/shared/fmea/exchange.contract'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { download } from '../../core/call/download.ts'
import { tried, usePageContext } from '../../graph/page/page-context.tsx'

const forms: readonly { readonly form: (typeof fmeaForms)[number]; readonly text: string }[] = [
  { form: 'xlsx', text: 'Worksheet as XLSX' },
  { form: 'csv', text: 'Worksheet as CSV' },
  { form: 'pdf', text: 'Report as PDF' },
  { form: 'docx', text: 'Report as DOCX' },
]

/** Exports the FMEA as a table or a report, and imports lines. */
export function ExportMenu({ fmea, onImport }: { readonly fmea: Artefact; readonly onImport: () => void }) {
  const { refusal } = usePageContext()
  const take = (form: (typeof fmeaForms)[number]) =>
    void tried(() => download(getFmeaReport, { fmea_uuid: fmea.uuid, form }, `${fmea.code.toLowerCase()}.${form}`))
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={
        <Menu aria-label="Export and import">
          {forms.map(({ form, text }) => (
            <MenuItem key={form} roleStructure="menuitem" text={text} onClick={() => take(form)} />
          ))}
          <MenuDivider />
          <MenuItem roleStructure="menuitem" text="Import lines" disabled={refusal !== undefined} onClick={onImport} />
        </Menu>
      }
    >
      <Button variant="outlined" icon={<DownloadIcon />}>
        Export, import
      </Button>
    </PopoverNext>
  )
}
