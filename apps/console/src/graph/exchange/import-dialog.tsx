import { Button, DialogBody, DialogFooter, FileInput, HTMLSelect } from '@blueprintjs/core'
import type { Job } from '@carapace/shared/account/jobs.contract'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { exportForms, importTable } from '@carapace/shared/graph/exchange/exchange.contract'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { messageOf, uploadFile } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { JobProgress } from '../../core/ui/job-progress.tsx'
import { useKindParts } from '../page/kind-parts.ts'
import { usePageContext } from '../page/page-context.tsx'
import '../../core/ui/form.css'

type Answer = z.output<typeof importTable.output>
type Mapping = Answer['mapping']

interface ImportChoice {
  readonly sheet?: string
  readonly mapping?: Mapping
}

/** Imports a table: choose a file, map its columns, see a preview, then import (rule GRAPH-UI-12). */
export function ImportDialog({ kind, onClose }: { readonly kind: string; readonly onClose: () => void }) {
  const {
    program: { programUuid },
    search,
  } = usePageContext()
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<Answer>()
  const [choice, setChoice] = useState<ImportChoice>({})
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [job, setJob] = useState<Job>()
  const turn = useRef(0)
  const { plural } = artefactKindNamed(kind)!

  async function upload(from: File, { sheet, mapping }: ImportChoice, isDry: boolean): Promise<void> {
    const mine = ++turn.current
    setBusy(true)
    setChoice({ ...(sheet !== undefined && { sheet }), ...(mapping && { mapping }) })
    setProblem(undefined)
    try {
      const input = {
        program_uuid: programUuid,
        kind,
        form: formOf(from.name),
        dry_run: String(isDry),
        ...(search.projectId !== undefined && { project_uuid: search.projectId }),
        ...(sheet !== undefined && { sheet }),
        ...(mapping && { mapping: JSON.stringify(mapping) }),
      }
      const answered = await uploadFile(importTable, input, from, { onProgress: () => undefined })
      // a later choice has already sent its own request
      if (mine !== turn.current) return
      if (isDry) setAnswer(answered)
      else setJob(answered.job ?? undefined)
    } catch (thrown) {
      if (mine === turn.current) setProblem(messageOf(thrown))
    }
    if (mine === turn.current) setBusy(false)
  }

  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setAnswer(undefined)
    if (chosen) void upload(chosen, {}, true)
  }

  return (
    <Dialog className="gr-import" isOpen title={`Import ${plural.toLowerCase()}`} onClose={onClose}>
      <DialogBody>
        {job ? <JobProgress job={job} /> : <Choosing kind={kind} name={file?.name} onChoose={choose} />}
        {!job && file && answer && (
          <Mapped answer={answer} isBusy={busy} choice={choice} onChange={(next) => void upload(file, next, true)} />
        )}
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
              {job ? 'Close' : 'Cancel'}
            </Button>
            {!job && (
              <Button
                intent="primary"
                loading={busy}
                disabled={!file || !answer || answer.made + answer.changed === 0}
                onClick={() => file && answer && void upload(file, { mapping: answer.mapping, ...choice }, false)}
              >
                Import
              </Button>
            )}
          </>
        }
      />
    </Dialog>
  )
}

interface ChoosingProps {
  readonly kind: string
  /** The name of the chosen file. */
  readonly name: string | undefined
  readonly onChoose: (file: File | undefined) => void
}

function Choosing({ kind, name, onChoose }: ChoosingProps) {
  const further = useKindParts().exchangeForms[kind] ?? []
  const hints = further.map(({ hint }) => `, ${hint}`).join('')
  return (
    <div className="c-field">
      <FileInput
        fill
        text={name ?? 'Choose a file'}
        hasSelection={name !== undefined}
        inputProps={{
          accept: ['xlsx', 'csv', ...further.map(({ form }) => form)].map((ending) => `.${ending}`).join(','),
          'aria-label': 'File',
          onChange: ({ currentTarget: input }) => {
            onChoose(input.files?.[0])
            // choosing the same file again, edited meanwhile, is a change too
            input.value = ''
          },
        }}
      />
      <span className="c-note">XLSX or CSV with a heading row{hints}. Nothing is written before you import it.</span>
    </div>
  )
}

/** The format of a file by its extension; any other counts as a workbook, which the server refuses if it is none. */
function formOf(name: string): (typeof exportForms)[number] {
  const ending = name.toLowerCase().split('.').pop()
  return exportForms.find((form) => form === ending) ?? 'xlsx'
}

interface MappedProps {
  readonly answer: Answer
  readonly isBusy: boolean
  /** The mapping that the user set by hand. */
  readonly choice: ImportChoice
  readonly onChange: (choice: ImportChoice) => void
}

function Mapped({ answer, isBusy, choice, onChange: onAsk }: MappedProps) {
  const { sheets, columns, targets, rows, made, changed, same, refused, refused_total: refusals, sample } = answer
  const mapping = choice.mapping ?? answer.mapping
  const options = [
    { value: '', label: 'Leave out' },
    ...targets.map(({ key, title }) => ({ value: key, label: title })),
  ]
  return (
    <div className="gr-mapped" aria-busy={isBusy}>
      {sheets.length > 1 && (
        <label className="c-field">
          Sheet
          <HTMLSelect
            value={choice.sheet}
            options={[...sheets]}
            onChange={(event) => onAsk({ sheet: event.currentTarget.value })}
          />
        </label>
      )}
      <div className="gr-mapping">
        <table className="c-table">
          <thead>
            <tr>
              <th scope="col">Column of the file</th>
              <th scope="col">Is</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column}>
                <td>{column}</td>
                <td>
                  <HTMLSelect
                    aria-label={`What ${column} is`}
                    value={mapping[column] ?? ''}
                    options={options}
                    onChange={(event) =>
                      onAsk({ ...choice, mapping: { ...mapping, [column]: event.currentTarget.value || null } })
                    }
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="c-say num" role="status">
        {`${number(rows)} rows: ${number(made)} new, ${number(changed)} changed, ${number(same)} unchanged, `}
        {number(refusals)} refused.
      </p>
      {refused.length > 0 && (
        <ul className="gr-refused">
          {refused.slice(0, 20).map(({ row, reason }) => (
            <li key={row}>
              Row {row}: {reason}
            </li>
          ))}
        </ul>
      )}
      {sample.length > 0 && (
        <ul className="gr-sample" aria-label="The first rows">
          {sample.slice(0, 5).map(({ row, action, title }) => (
            <li key={row}>
              <b>{action === 'made' ? 'New' : action === 'changed' ? 'Changed' : 'Same'}</b> {title}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
