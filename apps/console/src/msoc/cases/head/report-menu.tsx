import { Menu, MenuItem, PopoverNext, Button } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon } from '@blueprintjs/icons'
import { caseReport } from '@carapace/shared/msoc/cases/case-actions.contract'
import { useState } from 'react'
import { messageOf } from '../../../core/call/call.ts'
import { download } from '../../../core/call/download.ts'
import { toast } from '../../../core/ui/toast.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { caseId } from '../list.ts'
import { useCasePage } from '../page-context.tsx'

const forms = [
  ['pdf', 'PDF'],
  ['docx', 'DOCX'],
] as const

/** The report on the case, to print and to hand over. */
export function ReportMenu() {
  const { detail } = useCasePage()
  const [busy, setBusy] = useState(false)
  const { uuid } = detail.case
  const save = async (form: 'pdf' | 'docx') => {
    setBusy(true)
    await download(caseReport, { uuid, form }, `${caseId(detail.case)}.${form}`).catch((problem: unknown) =>
      toast.error(`The report was not made. ${messageOf(problem)}`),
    )
    setBusy(false)
  }
  useHotkeys([{ keys: 'p', title: 'Download the report as PDF', group: 'Case', run: () => busy || void save('pdf') }])
  return (
    <PopoverNext
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      content={
        <Menu aria-label="Report">
          {forms.map(([form, text]) => (
            <MenuItem key={form} text={text} onClick={() => void save(form)} />
          ))}
        </Menu>
      }
    >
      <Button
        size="small"
        variant="outlined"
        icon={<DocumentIcon size={14} />}
        endIcon={<CaretDownIcon />}
        text="Report"
        loading={busy}
      />
    </PopoverNext>
  )
}
