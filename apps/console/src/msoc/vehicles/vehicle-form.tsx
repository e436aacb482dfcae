import { Button, DialogBody } from '@blueprintjs/core'
import { Failure } from '@carapace/shared/core/failure'
import { getVehicle, saveVehicle, type Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { type SubmitEvent, useId, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { type Draft, draftOf, fields, type FieldName, inputOf, theirChanges } from './vehicle-draft.ts'

interface VehicleFormProps {
  /** The vehicle to change; absent for a new one. */
  readonly vehicle?: Vehicle
  readonly onSaved: (vehicle: Vehicle) => void
  readonly onClose: () => void
}

/** A dialog that registers a vehicle or changes its data. */
export function VehicleForm({ vehicle, onSaved, onClose }: VehicleFormProps) {
  const form = useVehicleForm(vehicle, onSaved)
  const id = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <Dialog className="vl-form" isOpen title={vehicle ? `Edit ${vehicle.vin}` : 'Register a vehicle'} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          {form.theirs && <Conflict mine={form.draft} theirs={form.theirs} onTake={form.take} />}
          <div className="vl-fields">
            {fields.map((field) => (
              <label key={field.name} htmlFor={`${id}${field.name}`}>
                <span>{field.title}</span>
                <input
                  id={`${id}${field.name}`}
                  className={field.mono ? 'bp6-input mono' : 'bp6-input'}
                  value={form.draft[field.name]}
                  maxLength={field.most}
                  inputMode={field.name === 'reports_every_seconds' ? 'numeric' : undefined}
                  autoFocus={field.name === 'vin'}
                  autoComplete="off"
                  spellCheck={false}
                  aria-invalid={form.errors[field.name] !== undefined}
                  aria-describedby={form.errors[field.name] === undefined ? undefined : `${id}${field.name}-error`}
                  onChange={(event) => form.type(field.name, event.target.value)}
                />
                {form.errors[field.name] !== undefined && (
                  <em id={`${id}${field.name}-error`} className="vl-error">
                    {form.errors[field.name]}
                  </em>
                )}
              </label>
            ))}
          </div>
          {form.problem !== undefined && (
            <p className="vl-error" role="alert">
              {form.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={form.theirs ? 'Save mine over theirs' : vehicle ? 'Save' : 'Register'}
          isBusy={form.saving}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** The changes that another user saved in the meantime: nothing is overwritten unseen (rule FLEET-UI-9). */
function Conflict({
  mine,
  theirs,
  onTake,
}: {
  readonly mine: Draft
  readonly theirs: Vehicle
  readonly onTake: () => void
}) {
  return (
    <div className="vl-conflict" role="alert">
      <p>Somebody else changed this vehicle in the meantime. Its values are now:</p>
      <ul>
        {theirChanges(mine, theirs).map(({ title, text }) => (
          <li key={title}>
            {title}: <strong>{text || 'nothing'}</strong>
          </li>
        ))}
      </ul>
      <Button size="small" variant="outlined" text="Take theirs" onClick={onTake} />
    </div>
  )
}

type Errors = Readonly<Partial<Record<FieldName, string>>>

function useVehicleForm(vehicle: Vehicle | undefined, onSaved: (vehicle: Vehicle) => void) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(vehicle))
  const [errors, setErrors] = useState<Errors>({})
  const [problem, setProblem] = useState<string>()
  const [theirs, setTheirs] = useState<Vehicle>()
  const [saving, setSaving] = useState(false)
  const base = theirs ?? vehicle

  async function save(): Promise<void> {
    setSaving(true)
    setProblem(undefined)
    setErrors({})
    try {
      const answer = await call(saveVehicle, {
        ...inputOf(draft),
        ...(base && { uuid: base.uuid, revision: base.revision }),
      })
      onSaved(answer.vehicle)
    } catch (thrown) {
      await refused(thrown)
    }
    setSaving(false)
  }

  async function refused(thrown: unknown): Promise<void> {
    if (thrown instanceof Failure && thrown.code === 'ROW_CHANGED' && base) return seeTheirs(base.uuid)
    const byField: Errors = thrown instanceof Failure ? thrown.errors : {}
    setErrors(byField)
    const isShown = fields.some(({ name }) => byField[name] !== undefined)
    if (!isShown) setProblem(messageOf(thrown))
  }

  async function seeTheirs(uuid: string): Promise<void> {
    try {
      setTheirs((await call(getVehicle, { uuid })).vehicle)
    } catch (thrown) {
      setProblem(messageOf(thrown))
    }
  }

  return {
    draft,
    errors,
    problem,
    theirs,
    saving,
    save,
    type: (name: FieldName, text: string) => setDraft((before) => ({ ...before, [name]: text })),
    take: () => setDraft(draftOf(theirs)),
  }
}
