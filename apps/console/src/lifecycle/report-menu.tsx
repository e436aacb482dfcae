import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon } from '@blueprintjs/icons'
import { getReport, reportForms, reports } from '@carapace/shared/lifecycle/exchange/exchange.contract'
import { useState } from 'react'
import { messageOf } from '../core/call/call.ts'
import { download } from '../core/call/download.ts'
import { MenuTitle } from '../core/ui/menu-title.tsx'
import { toast } from '../core/ui/toast.ts'

interface ReportMenuProps {
  readonly programUuid: string
  readonly name: string
  /** Only this project of the program. */
  readonly projectUuid?: string | undefined
}

const titles = { tara: 'Threat analysis and risk assessment', compliance: 'Compliance' } as const

/** The menu of reports of a program, or of a project of it: to print, to hand over, to archive. */
export function ReportMenu({ programUuid, name, projectUuid }: ReportMenuProps) {
  const [busy, setBusy] = useState(false)
  const requestReport = async (report: (typeof reports)[number], form: (typeof reportForms)[number]) => {
    setBusy(true)
    const input = {
      program_uuid: programUuid,
      report,
      form,
      ...(projectUuid !== undefined && { project_uuid: projectUuid }),
    }
    await download(getReport, input, `${name} ${report}.${form}`).catch((problem: unknown) =>
      toast.error(messageOf(problem)),
    )
    setBusy(false)
  }
  const menu = (
    <Menu aria-label="Report">
      {reports.flatMap((report) => [
        <MenuTitle key={report}>{titles[report]}</MenuTitle>,
        ...reportForms.map((form) => (
          <MenuItem
            key={`${report}${form}`}
            text={form.toUpperCase()}
            label={`${report}.${form}`}
            onClick={() => void requestReport(report, form)}
          />
        )),
      ])}
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal">
      <Button
        variant="outlined"
        icon={<DocumentIcon />}
        endIcon={<CaretDownIcon />}
        loading={busy}
        aria-haspopup="menu"
      >
        Report
      </Button>
    </PopoverNext>
  )
}
