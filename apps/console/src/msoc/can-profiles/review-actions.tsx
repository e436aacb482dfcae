import { DialogBody } from '@blueprintjs/core'
import type { Endpoint } from '@carapace/shared/core/endpoint'
import {
  activateProfile,
  deleteProfile,
  type ProfileRow,
  retireProfile,
  saveCanProfile,
} from '@carapace/shared/msoc/can/profiles.contract'
import { type ReactElement, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { Field } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { profileText } from './words.ts'

interface ReviewActionsProps {
  readonly row: ProfileRow
  readonly onChanged: () => void
  readonly onDeleted: () => void
}

/** The decisions that are possible on a profile in its state (rule PROFILE-UI-8). */
export function ReviewActions({ row, onChanged, onDeleted }: ReviewActionsProps) {
  const name = profileText(row)
  const target = `${row.model || 'every model'}, bus ${row.bus}`
  const named = { uuid: row.uuid, revision: row.revision }
  return (
    <>
      <NoteButton key={row.revision} row={row} onSaved={onChanged} />
      {row.state === 'DRAFT' && (
        <ConfirmedAction
          endpoint={deleteProfile}
          action="Delete"
          isDanger
          title={`Delete ${name}?`}
          run={async () => {
            await call(deleteProfile, named)
            toast.success(`${name} is deleted.`)
            onDeleted()
          }}
        >
          The draft is deleted permanently.
        </ConfirmedAction>
      )}
      {row.state === 'ACTIVE' ? (
        <ConfirmedAction
          endpoint={retireProfile}
          action="Retire"
          title={`Retire ${name}?`}
          run={async () => {
            await call(retireProfile, named)
            toast.success(`${name} is retired.`)
            onChanged()
          }}
        >
          Vehicles of {target} are then watched by what was learned of each of them.
        </ConfirmedAction>
      ) : (
        <ConfirmedAction
          endpoint={activateProfile}
          action="Activate"
          isPrimary
          title={`Activate ${name}?`}
          run={async () => {
            await call(activateProfile, named)
            toast.success(`${name} is active.`)
            onChanged()
          }}
        >
          Within seconds the detectors go by it on {target}; the profile that is active there retires.
        </ConfirmedAction>
      )}
    </>
  )
}

interface ConfirmedActionProps {
  readonly endpoint: Pick<Endpoint, 'needs'>
  readonly action: string
  readonly title: string
  readonly isDanger?: boolean
  readonly isPrimary?: boolean
  readonly children: ReactElement | string | (string | ReactElement)[]
  readonly run: () => Promise<void>
}

/** A button with a confirmation dialog. */
function ConfirmedAction({
  endpoint,
  action: text,
  title,
  isDanger = false,
  isPrimary = false,
  children,
  run,
}: ConfirmedActionProps) {
  const refusal = useRefusal(endpoint)
  const [isConfirming, setConfirming] = useState(false)
  const action = useAction()
  const doIt = () =>
    action.run(async () => {
      await run()
      setConfirming(false)
    })
  return (
    <>
      <ActButton
        size="medium"
        text={text}
        refusal={refusal}
        {...(isPrimary && { intent: 'primary' as const, variant: 'solid' as const })}
        onClick={() => setConfirming(true)}
      />
      <ConfirmDialog
        isOpen={isConfirming}
        title={title}
        action={text}
        isDanger={isDanger}
        isBusy={action.busy}
        onConfirm={() => void doIt()}
        onClose={() => setConfirming(false)}
      >
        {children}
        {action.problem !== undefined && (
          <p className="c-problem" role="alert">
            {action.problem}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}

function NoteButton({ row, onSaved }: { readonly row: ProfileRow; readonly onSaved: () => void }) {
  const refusal = useRefusal(saveCanProfile)
  const [note, setNote] = useState<string>()
  const action = useAction()
  const save = () =>
    action.run(async () => {
      await call(saveCanProfile, { uuid: row.uuid, revision: row.revision, note: note ?? '' })
      setNote(undefined)
      onSaved()
    })
  return (
    <>
      <ActButton size="medium" text="Note" refusal={refusal} onClick={() => setNote(row.note)} />
      <Dialog
        className="c-small-dialog"
        isOpen={note !== undefined}
        title={`Note on ${profileText(row)}`}
        onClose={() => setNote(undefined)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <DialogBody>
            <Field label="Note">
              {(id) => (
                <textarea
                  id={id}
                  className="bp6-input"
                  rows={4}
                  autoFocus
                  maxLength={500}
                  value={note ?? ''}
                  onChange={(event) => setNote(event.target.value)}
                />
              )}
            </Field>
            {action.problem !== undefined && (
              <p className="c-problem" role="alert">
                {action.problem}
              </p>
            )}
          </DialogBody>
          <DialogActions action="Save" isBusy={action.busy} onCancel={() => setNote(undefined)} />
        </form>
      </Dialog>
    </>
  )
}
