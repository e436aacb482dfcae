import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { DocumentIcon } from '@blueprintjs/icons'
import { type Catalogue, importCatalogue } from '@carapace/shared/catalogues/catalogue.contract'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { uploadFile } from '../core/call/call.ts'
import { number } from '../core/format/format.ts'
import { Dialog } from '../core/ui/dialog.tsx'
import { Field } from '../core/ui/field.tsx'
import { useAction } from '../core/call/use-action.ts'
import { catalogueWords } from './words.ts'
import { useImport } from './use-import.ts'
import '../core/ui/form.css'

type Looked = z.output<typeof importCatalogue.output>

interface ImportDialogProps {
  readonly catalogue: Catalogue
  /** Called after entries were imported. */
  readonly onDone: () => void
  readonly onClose: () => void
}

const forms = { csv: 'CSV', stix: 'STIX 2.1 bundle' } as const
const accepted = { csv: '.csv,text/csv', stix: '.json,application/json' } as const

/** Imports entries from a file after a preview (rule CATALOGUE-UI-5). */
export function ImportDialog({ catalogue, onDone, onClose }: ImportDialogProps) {
  const [form, setForm] = useState<keyof typeof forms>('csv')
  const [file, setFile] = useState<File>()
  const [looked, setLooked] = useState<Looked>()
  const action = useAction()
  const job = useImport(looked?.job?.uuid, onDone)
  const chooser = useRef<HTMLInputElement>(null)
  const send = (chosen: File, as: keyof typeof forms, dryRun: boolean) =>
    void action.run(async () =>
      setLooked(
        await uploadFile(importCatalogue, { catalogue, form: as, dry_run: String(dryRun) }, chosen, {
          onProgress: () => undefined,
        }),
      ),
    )
  const look = (chosen: File | undefined) => {
    setLooked(undefined)
    setFile(chosen)
    if (chosen) send(chosen, form, true)
  }
  const writing = looked === undefined ? 0 : looked.made + looked.changed
  return (
    <Dialog className="ct-import" isOpen title={`Import ${catalogueWords[catalogue].many}`} onClose={onClose}>
      <DialogBody>
        {catalogue === 'attack' && looked?.job == null && (
          <Field label="Form">
            {(id) => (
              <HTMLSelect
                id={id}
                value={form}
                options={Object.entries(forms).map(([value, label]) => ({ value, label }))}
                onChange={(event) => {
                  setForm(event.currentTarget.value as keyof typeof forms)
                  setFile(undefined)
                  setLooked(undefined)
                }}
              />
            )}
          </Field>
        )}
        <div className="ct-choose-file">
          <Button
            variant="outlined"
            icon={<DocumentIcon />}
            text={file?.name ?? 'Choose a file'}
            disabled={looked?.job != null}
            onClick={() => chooser.current?.click()}
          />
          <input
            ref={chooser}
            hidden
            type="file"
            accept={accepted[form]}
            aria-label="File"
            onChange={(event) => {
              look(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          {file === undefined && (
            <span className="c-note">
              {form === 'csv'
                ? 'As the export writes it: a line per entry, its columns by name.'
                : 'Attack patterns become attacks, with their ids and mitigations.'}
            </span>
          )}
        </div>
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
        {looked !== undefined &&
          (job === undefined ? (
            <Found looked={looked} />
          ) : (
            <p className="c-say" role="status">
              {job.words}
            </p>
          ))}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" text={job?.isOver ? 'Close' : 'Cancel'} onClick={onClose} />
            {looked?.job == null && (
              <Button
                intent="primary"
                text={writing > 0 ? `Import ${number(writing)}` : 'Import'}
                loading={action.busy}
                disabled={writing === 0}
                onClick={() => file && send(file, form, false)}
              />
            )}
          </>
        }
      />
    </Dialog>
  )
}

/** The preview of an import: what it would change, and the refused rows. */
function Found({
  looked: { rows, made, changed, same, refused, refused_total: wrong, sample },
}: {
  readonly looked: Looked
}) {
  return (
    <div className="ct-found" role="status">
      <p className="num">
        {number(rows)} rows: {number(made)} new, {number(changed)} changed, {number(same)} as they are, {number(wrong)}{' '}
        refused.
      </p>
      {refused.length > 0 && (
        <div className="c-scroll ct-refused" role="region" aria-label="Refused rows" tabIndex={0}>
          <table className="c-table">
            <thead>
              <tr>
                <th>Row</th>
                <th>Why it is refused</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ row, reason }) => (
                <tr key={`${row} ${reason}`}>
                  <td className="num">{number(row)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {sample.length > 0 && (
        <ul className="ct-sample">
          {sample.map(({ code, title }) => (
            <li key={code}>
              <span className="mono">{code}</span> {title}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
