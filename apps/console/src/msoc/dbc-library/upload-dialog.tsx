import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { DBC_TEXT_LIMIT, type DbcFile, type DbcVersion, uploadDbc } from '@carapace/shared/msoc/can/dbc.contract'
import { type ParsedDbc, parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { useEffect, useState } from 'react'
import { messageOf, upload } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useAction } from '../../core/call/use-action.ts'
import { FaultList } from './fault-list.tsx'
import { textOf } from './read-file.ts'

interface UploadDialogProps {
  readonly file: File
  /** The database that it is a version of; undefined: a new one, unless the user selects one. */
  readonly of: DbcFile | undefined
  readonly dbcs: readonly DbcFile[]
  readonly onUploaded: (version: DbcVersion) => void
  readonly onClose: () => void
}

/** The upload dialog. The file is parsed in the browser first, so that an error is shown before anything is sent. */
export function UploadDialog({ file, of, dbcs, onUploaded, onClose }: UploadDialogProps) {
  const { text, read, problem } = useRead(file)
  const [target, setTarget] = useState(of?.uuid ?? '')
  const [name, setName] = useState(() => file.name.replace(/\.dbc$/i, '').slice(0, 100))
  const [note, setNote] = useState('')
  const action = useAction()
  const send = async () => {
    const { version } = await upload(uploadDbc, {
      file_name: file.name,
      note,
      text,
      ...(target === '' ? { name } : { dbc_uuid: target }),
    })
    toast.success(`${version.name}, version ${version.version}, is in the library.`)
    onUploaded(version)
  }
  return (
    <Dialog className="dl-dialog" isOpen title={`Upload ${file.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run(send)
        }}
      >
        <DialogBody>
          <Finding read={read} problem={problem} />
          {read?.dbc !== undefined && (
            <div>
              <Field label="As">
                {(id) => (
                  <HTMLSelect id={id} fill value={target} onChange={(event) => setTarget(event.currentTarget.value)}>
                    <option value="">A new database</option>
                    {dbcs.map((dbc) => (
                      <option key={dbc.uuid} value={dbc.uuid}>
                        The next version of {dbc.name}
                      </option>
                    ))}
                  </HTMLSelect>
                )}
              </Field>
              {target === '' && (
                <Field label="Name">
                  {(id) => (
                    <input
                      id={id}
                      className="bp6-input"
                      value={name}
                      maxLength={100}
                      required
                      autoComplete="off"
                      onChange={(event) => setName(event.target.value)}
                    />
                  )}
                </Field>
              )}
              <Field label="Note">
                {(id) => (
                  <input
                    id={id}
                    className="bp6-input"
                    value={note}
                    maxLength={500}
                    autoComplete="off"
                    placeholder="Changes in this version"
                    onChange={(event) => setNote(event.target.value)}
                  />
                )}
              </Field>
            </div>
          )}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action="Upload"
          isReady={read?.dbc !== undefined && (target !== '' || name.trim() !== '')}
          isBusy={action.busy}
          autoFocus
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** The result of parsing the file. */
function Finding({ read, problem }: { readonly read: ParsedDbc | undefined; readonly problem: string | undefined }) {
  if (problem !== undefined)
    return (
      <p className="c-problem" role="alert">
        {problem}
      </p>
    )
  if (read === undefined) return <p role="status">Reading the file</p>
  if (read.dbc === undefined) {
    return (
      <div role="alert">
        <p className="dl-finding dl-wrong">The file can't be read. Mend these places and choose it again.</p>
        <FaultList label="Faults" faults={read.faults} />
      </div>
    )
  }
  const signals = read.dbc.messages.reduce((sum, message) => sum + message.signals.length, 0)
  return (
    <>
      <p className="dl-finding num">
        {number(read.dbc.messages.length)} messages with {number(signals)} signals.
      </p>
      {read.warnings.length > 0 && <FaultList label="Problems" faults={read.warnings} />}
    </>
  )
}

function useRead(file: File) {
  const [state, setState] = useState<{ text: string; read?: ParsedDbc; problem?: string }>({ text: '' })
  useEffect(() => {
    if (file.size > DBC_TEXT_LIMIT) return setState({ text: '', problem: 'The file has more than 4 MiB.' })
    let isOver = false
    textOf(file).then(
      (text) => isOver || setState({ text, read: parseDbc(text) }),
      (thrown: unknown) => isOver || setState({ text: '', problem: messageOf(thrown) }),
    )
    return () => {
      isOver = true
    }
  }, [file])
  return { text: state.text, read: state.read, problem: state.problem }
}
