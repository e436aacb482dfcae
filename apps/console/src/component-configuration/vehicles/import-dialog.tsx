import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { DocumentIcon } from '@blueprintjs/icons'
import { importVehicleSoftware } from '@carapace/shared/component-configuration/vehicle-configuration.contract'
import type { OutputOf } from '@carapace/shared/core/endpoint'
import { useRef, useState } from 'react'
import { uploadFile } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { JobEnd } from './job-end.tsx'
import '../../core/ui/form.css'

type Looked = OutputOf<typeof importVehicleSoftware>

interface ImportDialogProps {
  /** Called once the import has ended. */
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Declares the software of vehicles from a file, after a preview (rule VARIANT-UI-5). */
export function ImportDialog({ onDone, onClose }: ImportDialogProps) {
  const [file, setFile] = useState<File>()
  const [looked, setLooked] = useState<Looked>()
  const action = useAction()
  const chooser = useRef<HTMLInputElement>(null)
  const send = (chosen: File, dryRun: boolean) =>
    void action.run(async () => {
      const form = chosen.name.toLowerCase().endsWith('.xlsx') ? 'xlsx' : 'csv'
      const query = { form, dry_run: String(dryRun) } as const
      setLooked(await uploadFile(importVehicleSoftware, query, chosen, { onProgress: () => undefined }))
    })
  const look = (chosen: File | undefined) => {
    setLooked(undefined)
    setFile(chosen)
    if (chosen) send(chosen, true)
  }
  const writing = looked === undefined ? 0 : looked.made + looked.changed
  const job = looked?.job ?? null
  return (
    <Dialog className="cc-dialog" isOpen title="Import software of vehicles" onClose={onClose}>
      <DialogBody>
        <div className="cc-file">
          <Button
            variant="outlined"
            icon={<DocumentIcon />}
            text={file?.name ?? 'Choose a file'}
            disabled={job !== null}
            onClick={() => chooser.current?.click()}
          />
          <input
            ref={chooser}
            hidden
            type="file"
            accept=".csv,.xlsx,text/csv"
            aria-label="File"
            onChange={(event) => {
              look(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <span className="c-note">
            CSV or XLSX with the columns vin, ecu, software, version; hardware_part and rxswin where known.
          </span>
        </div>
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
        {looked !== undefined && job === null && <Found looked={looked} />}
        {job !== null && <JobEnd uuid={job.uuid} onDone={onDone} />}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" text={job === null ? 'Cancel' : 'Close'} onClick={onClose} />
            {job === null && (
              <Button
                intent="primary"
                text={writing > 0 ? `Declare ${number(writing)}` : 'Declare'}
                loading={action.busy}
                disabled={writing === 0}
                onClick={() => file && send(file, false)}
              />
            )}
          </>
        }
      />
    </Dialog>
  )
}

/** What the import would change, and the rows that it does not take. */
function Found({ looked: { rows, made, changed, same, refused, refused_total: wrong } }: { readonly looked: Looked }) {
  return (
    <div className="cc-found" role="status">
      <p className="num">
        {`${number(rows)} rows: ${number(made)} new, ${number(changed)} changed, `}
        {`${number(same)} unchanged, ${number(wrong)} refused.`}
      </p>
      {refused.length > 0 && (
        <div className="c-scroll cc-refused" role="region" aria-label="Refused rows" tabIndex={0}>
          <table className="c-table">
            <thead>
              <tr>
                <th>Row</th>
                <th>Why it is refused</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ row, reason }) => (
                <tr key={row}>
                  <td className="num">{number(row)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
