import { Button, DialogBody, DialogFooter, FileInput, HTMLSelect } from '@blueprintjs/core'
import { readFmeaFile } from '@carapace/shared/fmea/exchange.contract'
import { importColumns, type ImportColumn } from '@carapace/shared/fmea/import-columns'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { messageOf, uploadFile } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import type { LineColumn } from '../worksheet/columns.ts'
import type { SheetLine } from '../worksheet/lines.ts'
import type { SheetActions } from '../worksheet/sheet-actions.ts'
import { type FileTable, type ImportPlan, importPlan, tableOf, taken } from './import-plan.ts'
import '../../core/ui/form.css'

type Answer = z.output<typeof readFmeaFile.output>

interface ImportDialogProps {
  readonly lines: readonly SheetLine[]
  readonly columns: readonly LineColumn[]
  readonly actions: SheetActions
  readonly onClose: () => void
}

/** Imports lines from a file: choose it, check what its columns are and what would change, then import (FMEA-UI-13). */
export function ImportDialog({ lines, columns, actions, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<Answer>()
  const [mapping, setMapping] = useState<FileTable['mapping']>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const proposed = useMemo(() => answer && tableOf(answer.rows), [answer])
  const table = proposed && { ...proposed, mapping: mapping ?? proposed.mapping }
  const plan = table && importPlan(table, lines, columns)

  const read = async (from: File, sheet?: string) => {
    setBusy(true)
    setProblem(undefined)
    setMapping(undefined)
    try {
      const form = from.name.toLowerCase().endsWith('.csv') ? 'csv' : 'xlsx'
      const input = { form, ...(sheet !== undefined && { sheet }) } as const
      setAnswer(await uploadFile(readFmeaFile, input, from, { onProgress: () => undefined }))
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
    setBusy(false)
  }
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setAnswer(undefined)
    if (chosen) void read(chosen)
  }
  const run = async () => {
    if (!plan) return
    setBusy(true)
    await actions.importRows(plan)
    setBusy(false)
    onClose()
  }
  return (
    <Dialog className="gr-import" isOpen title="Import lines" onClose={onClose}>
      <DialogBody>
        <div className="c-field">
          <FileInput
            fill
            text={file?.name ?? 'Choose a file'}
            hasSelection={file !== undefined}
            inputProps={{
              accept: '.xlsx,.csv',
              'aria-label': 'File',
              onChange: ({ currentTarget: input }) => {
                choose(input.files?.[0])
                // choosing the same file again, edited meanwhile, is a change too
                input.value = ''
              },
            }}
          />
          <span className="c-note">
            XLSX or CSV with headings in English or German. Nothing is written before you import it.
          </span>
        </div>
        {file && answer && answer.sheets.length > 1 && (
          <label className="c-field">
            Sheet
            <HTMLSelect
              options={[...answer.sheets]}
              onChange={({ currentTarget }) => void read(file, currentTarget.value)}
            />
          </label>
        )}
        {answer && !table && (
          <p className="c-problem" role="alert">
            No row of it has headings of an FMEA, such as Failure Mode, Failure Cause and Failure Effect.
          </p>
        )}
        {table && plan && <Mapped table={table} plan={plan} isCut={answer?.is_cut ?? false} onChange={setMapping} />}
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={onClose}>
              Cancel
            </Button>
            <Button
              intent="primary"
              loading={isBusy}
              disabled={!plan || plan.added.length + plan.changes.length === 0}
              onClick={() => void run()}
            >
              Import
            </Button>
          </>
        }
      />
    </Dialog>
  )
}

interface MappedProps {
  readonly table: FileTable
  readonly plan: ImportPlan
  readonly isCut: boolean
  readonly onChange: (mapping: FileTable['mapping']) => void
}

const options = [
  { value: '', label: 'Leave out' },
  ...(Object.keys(taken) as ImportColumn[]).map((value) => ({ value, label: importColumns[value] })),
]

function Mapped({ table: { headings, mapping }, plan, isCut, onChange }: MappedProps) {
  const { added, changed, same, refused } = plan
  return (
    <div className="gr-mapped">
      <div className="gr-mapping">
        <table className="c-table">
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {headings.map((heading, i) => (
              <tr key={`${i} ${heading}`}>
                <td>{heading}</td>
                <td>
                  <HTMLSelect
                    aria-label={`What ${heading} is`}
                    value={mapping[i] ?? ''}
                    options={options}
                    onChange={({ currentTarget }) =>
                      onChange(mapping.with(i, (currentTarget.value || null) as ImportColumn | null))
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="c-say num" role="status">
        {`${number(added.length)} new lines, ${number(changed)} changed, ${number(same)} unchanged; `}
        {`${number(refused.length)} cells refused.`}
        {isCut && ' The file has more rows than are read at once: import the rest in another file.'}
      </p>
      {refused.length > 0 && (
        <ul className="gr-refused" tabIndex={0} aria-label="Refused cells">
          {refused.slice(0, 100).map(({ row, reason }, i) => (
            <li key={`${row} ${i}`}>
              Row {row}: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
