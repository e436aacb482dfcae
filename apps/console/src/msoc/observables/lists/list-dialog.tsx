import { DialogBody, Switch } from '@blueprintjs/core'
import { type ObservableList, saveObservableList } from '@carapace/shared/msoc/observables/observables.contract'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { sentenceCase } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { ExpiryField } from '../expiry-field.tsx'

interface ListDialogProps {
  /** Undefined: a new list. */
  readonly list: ObservableList | undefined
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Creates or changes a list. */
export function ListDialog({ list, onDone, onClose }: ListDialogProps) {
  const [name, setName] = useState(list?.name ?? '')
  const [description, setDescription] = useState(list?.description ?? '')
  const [kind, setKind] = useState(list?.kind ?? 'watch')
  const [severity, setSeverity] = useState<Severity>(list?.severity ?? 'high')
  const [active, setActive] = useState(list?.active ?? true)
  const [expires, setExpires] = useState(list?.expires_at ?? null)
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const fields = { name, description, kind, severity, active, expires_at: expires }
      await call(saveObservableList, {
        ...fields,
        ...(list !== undefined && { uuid: list.uuid, revision: list.revision }),
      })
      onDone()
      onClose()
    })
  return (
    <Dialog isOpen title={list === undefined ? 'New list' : `Edit ${list.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody className="c-form">
          <LineField label="Name" value={name} onChange={setName} maxLength={100} required autoFocus />
          <LineField label="Description" value={description} onChange={setDescription} maxLength={1_000} />
          <Field label="Kind">
            {(id) => (
              <div className="bp6-html-select">
                <select id={id} value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
                  <option value="watch">Watchlist: raises alerts</option>
                  <option value="allow">Allowlist: raises none</option>
                </select>
              </div>
            )}
          </Field>
          {kind === 'watch' && (
            <Field label="Severity of its alerts">
              {(id) => (
                <div className="bp6-html-select">
                  <select id={id} value={severity} onChange={(event) => setSeverity(event.target.value as Severity)}>
                    {severities.map((one) => (
                      <option key={one} value={one}>
                        {sentenceCase(one)}
                      </option>
                    ))}
                  </select>
                </div>
              )}
            </Field>
          )}
          <ExpiryField value={expires} onChange={setExpires} />
          <Switch label="Active" checked={active} onChange={(event) => setActive(event.currentTarget.checked)} />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isReady={name.trim() !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
