import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, DocumentIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { messageOf } from '../../core/call/call.ts'
import { type ReportKind, type ReportSubject, reportsFor } from '../../core/reports/reports.ts'
import { useSession } from '../../core/session/session.ts'
import { MenuTitle } from '../../core/ui/menu-title.tsx'
import { toast } from '../../core/ui/toast.ts'

interface ReportMenuProps extends ReportSubject {
  /** The subject's name, for the names of files. */
  readonly name: string
}

/** The menu of reports of a program, or of a project of it: to print, to hand over, to archive. */
export function ReportMenu({ name, ...subject }: ReportMenuProps) {
  const [busy, setBusy] = useState(false)
  const reports = reportsFor(useSession()?.organization.license)
  const requestReport = async (report: ReportKind, form: string) => {
    setBusy(true)
    await report
      .save({ ...subject, form, fileName: `${name} ${report.name}.${form}` })
      .catch((problem: unknown) => toast.error(messageOf(problem)))
    setBusy(false)
  }
  if (reports.length === 0) return null
  return (
    <PopoverNext
      content={<Reports reports={reports} onChoose={(report, form) => void requestReport(report, form)} />}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
    >
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

interface ReportsProps {
  readonly reports: readonly ReportKind[]
  readonly onChoose: (report: ReportKind, form: string) => void
}

function Reports({ reports, onChoose }: ReportsProps) {
  return (
    <Menu aria-label="Report">
      {reports.flatMap((report) => [
        <MenuTitle key={report.name}>{report.title}</MenuTitle>,
        ...report.forms.map((form) => (
          <MenuItem
            key={`${report.name}${form}`}
            text={form.toUpperCase()}
            label={`${report.name}.${form}`}
            onClick={() => onChoose(report, form)}
          />
        )),
      ])}
    </Menu>
  )
}
