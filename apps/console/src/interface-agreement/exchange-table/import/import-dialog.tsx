import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { findHeader, type FoundHeader } from '@carapace/shared/interface-agreement/import-columns'
import { type ImportPlan, planImport } from '@carapace/shared/interface-agreement/import-plan'
import { readAgreementTable } from '@carapace/shared/interface-agreement/pages.contract'
import { useMemo, useState } from 'react'
import { messageOf, uploadFile } from '../../../core/call/call.ts'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { FileDrop } from '../../../core/ui/file-drop.tsx'
import { counted } from '../../words.ts'
import type { CellWrite } from '../cells.ts'
import type { TableRows } from '../rows.ts'
import { headerFrom, importRowsOf } from './mapping.ts'
import { MappedFile } from './mapped-file.tsx'
import '../../../core/ui/form.css'

interface ImportDialogProps {
  readonly rows: TableRows
  /** Whether the agreement was sent: what is imported is not sent then. */
  readonly isSent: boolean
  readonly onImport: (cells: readonly CellWrite[]) => Promise<void>
  readonly onClose: () => void
}

type FileTable = OutputOf<typeof readAgreementTable>

/**
 * Imports a table: choose the file, check what its columns are and which cells would change, then take them over as if
 * they were typed (rule AGREEMENT-UI-49).
 */
export function ImportDialog({ rows, isSent, onImport, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>()
  const [table, setTable] = useState<FileTable>()
  const [header, setHeader] = useState<FoundHeader>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const plan = useMemo<ImportPlan | undefined>(
    () =>
      table &&
      header &&
      planImport({ cells: table.rows, header, rows: importRowsOf(rows), headings: rows.headings.map(({ id }) => id) }),
    [table, header, rows],
  )
  const read = async (from: File, sheet?: string) => {
    setFile(from)
    setBusy(true)
    setProblem(undefined)
    try {
      const input = { file_name: from.name, ...(sheet !== undefined && { sheet }) }
      const answer = await uploadFile(readAgreementTable, input, from, { onProgress: () => undefined })
      setTable(answer)
      setHeader(findHeader(answer.rows) ?? headerFrom(answer.rows, 0))
    } catch (thrown) {
      setTable(undefined)
      setHeader(undefined)
      setProblem(messageOf(thrown))
    }
    setBusy(false)
  }
  const apply = async () => {
    if (!plan) return
    setBusy(true)
    await onImport(plan.changes)
    onClose()
  }
  const count = plan?.changes.length ?? 0
  return (
    <Dialog className="ia-dialog ia-wide" isOpen title="Import a table" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (count > 0 && !isBusy) void apply()
        }}
      >
        <DialogBody className="ia-dialog-body">
          <FileDrop
            accepts="XLSX or CSV, an export that was edited or another layout"
            file={file}
            progress={undefined}
            onFile={(chosen) => void read(chosen)}
          />
          {file && table && table.sheets.length > 1 && (
            <label className="c-field">
              Sheet
              <HTMLSelect
                value={table.sheet}
                options={table.sheets}
                onChange={({ currentTarget }) => void read(file, currentTarget.value)}
              />
            </label>
          )}
          {table && header && plan && (
            <MappedFile cells={table.rows} header={header} plan={plan} isSent={isSent} onMap={setHeader} />
          )}
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={count === 0 ? 'Import' : `Import ${counted(count, 'cell')}`}
          isReady={count > 0}
          isBusy={isBusy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
