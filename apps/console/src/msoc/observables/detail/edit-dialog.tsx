import { DialogBody, Switch } from '@blueprintjs/core'
import { type ObservableRow, saveObservable } from '@carapace/shared/msoc/observables/observables.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { ExpiryField } from '../expiry-field.tsx'
import { PapField, TlpField } from '../level.tsx'
import { tagsIn } from '../words.ts'

interface EditDialogProps {
  readonly observable: ObservableRow
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Changes what is stated of an observable. */
export function EditDialog({ observable, onDone, onClose }: EditDialogProps) {
  const { uuid, revision } = observable
  const [tlp, setTlp] = useState(observable.tlp)
  const [pap, setPap] = useState(observable.pap)
  const [tags, setTags] = useState(observable.tags.join(', '))
  const [note, setNote] = useState(observable.note)
  const [isIoc, setIoc] = useState(observable.is_ioc)
  const [expires, setExpires] = useState(observable.expires_at)
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const fields = { tlp, pap, tags: tagsIn(tags), note, is_ioc: isIoc, expires_at: expires }
      await call(saveObservable, { uuid, revision, ...fields })
      onDone()
      onClose()
    })
  return (
    <Dialog isOpen title="Edit observable" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody className="c-form">
          <TlpField value={tlp} onChange={setTlp} />
          <PapField value={pap} onChange={setPap} />
          <LineField
            label="Tags"
            hint="Separated by commas."
            value={tags}
            onChange={setTags}
            maxLength={1_900}
            autoFocus
          />
          <Field label="Note">
            {(id) => (
              <textarea
                id={id}
                className="bp6-input ob-paste"
                rows={4}
                maxLength={4_000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            )}
          </Field>
          <Switch
            label="Indicator of compromise"
            checked={isIoc}
            onChange={(event) => setIoc(event.currentTarget.checked)}
          />
          <ExpiryField value={expires} onChange={setExpires} />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Save" isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
