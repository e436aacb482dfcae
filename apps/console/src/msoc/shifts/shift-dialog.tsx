import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { type Rotation, rotations } from '@carapace/shared/msoc/shifts/rota'
import { type RotaShift, saveShift } from '@carapace/shared/msoc/shifts/shifts.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { shownZone } from '../../core/format/zone.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { dayTexts } from '../alert-pipeline/following-texts.ts'
import type { Rota } from './rota-data.ts'
import '../../core/ui/form.css'
import '../alert-pipeline/alert-pipeline.css'

type ShiftDraft = Omit<RotaShift, 'uuid' | 'revision'> & { readonly saved?: Pick<RotaShift, 'uuid' | 'revision'> }

export const rotationTexts: Readonly<Record<Rotation, string>> = {
  together: 'All together',
  each: 'One at a time, changing with each shift',
  weekly: 'One at a time, changing each week',
}

export function newShift(): ShiftDraft {
  return {
    name: '',
    days: [1, 2, 3, 4, 5, 6, 7],
    from: '06:00',
    to: '14:00',
    zone: shownZone(),
    members: [],
    rotation: 'together',
    starts_on: new Date().toISOString().slice(0, 10),
    ends_on: null,
  }
}

export function draftOf({ uuid, revision, ...fields }: RotaShift): ShiftDraft {
  return { ...fields, saved: { uuid, revision } }
}

interface ShiftDialogProps {
  readonly initial: ShiftDraft
  readonly people: Rota['people']
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** A shift: when, from when on, and who (rule SHIFT-UI-5). */
export function ShiftDialog({ initial, people, onSaved, onClose }: ShiftDialogProps) {
  const [draft, setDraft] = useState(initial)
  const { busy, problem, run } = useAction()
  const change = (part: Partial<ShiftDraft>) => setDraft((before) => ({ ...before, ...part }))
  const isReady = draft.name.trim() !== '' && draft.days.length > 0 && draft.members.length > 0
  const save = () =>
    run(async () => {
      const { saved, ...fields } = draft
      await call(saveShift, { ...fields, ...saved })
      onSaved()
      onClose()
    })

  return (
    <Dialog isOpen onClose={onClose} title={draft.saved ? 'Change the shift' : 'New shift'} className="sh-dialog">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          <LineField
            label="Name"
            value={draft.name}
            maxLength={60}
            required
            autoFocus
            placeholder="Early"
            onChange={(name) => change({ name })}
          />
          <TimeFields draft={draft} onChange={change} />
          <MemberFields draft={draft} people={people} onChange={change} />
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={draft.saved ? 'Save the shift' : 'Add the shift'}
          isReady={isReady}
          isBusy={busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

interface PartProps {
  readonly draft: ShiftDraft
  readonly onChange: (part: Partial<ShiftDraft>) => void
}

function TimeFields({ draft, onChange }: PartProps) {
  const input = (key: 'from' | 'to' | 'starts_on' | 'ends_on', label: string, type: 'time' | 'date', hint?: string) => (
    <Field label={label} hint={hint}>
      {(id, describedBy) => (
        <input
          id={id}
          aria-describedby={describedBy}
          className="bp6-input num"
          type={type}
          required={key !== 'ends_on'}
          value={draft[key] ?? ''}
          onChange={({ target }) => onChange({ [key]: key === 'ends_on' ? target.value || null : target.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <fieldset className="c-field ap-words">
        <legend>Days on which it begins</legend>
        {dayTexts.map((text, index) => (
          <label key={text}>
            <input
              type="checkbox"
              checked={draft.days.includes(index + 1)}
              onChange={({ target }) =>
                onChange({
                  days: target.checked
                    ? [...draft.days, index + 1].sort((a, b) => a - b)
                    : draft.days.filter((day) => day !== index + 1),
                })
              }
            />
            {text}
          </label>
        ))}
      </fieldset>
      <div className="ap-hours">
        {input('from', 'From', 'time')}
        {input('to', 'To', 'time', draft.to <= draft.from ? 'On the next day.' : undefined)}
        {input('starts_on', 'First day', 'date')}
        {input('ends_on', 'Last day', 'date', 'Empty: without an end.')}
      </div>
      <LineField
        label="Time zone"
        hint="Hours are those of this zone, also when its clocks change."
        value={draft.zone}
        maxLength={64}
        required
        placeholder="Europe/Berlin"
        onChange={(zone) => onChange({ zone })}
      />
    </>
  )
}

function MemberFields({ draft, people, onChange }: PartProps & { readonly people: Rota['people'] }) {
  // who left keeps their place until somebody takes them off the list
  const former = draft.members.filter((member) => people.every(({ uuid }) => uuid !== member))
  return (
    <>
      <fieldset className="c-field ap-words">
        <legend>Members, in the order of their turns: the first one leads the shift</legend>
        {[...people, ...former.map((uuid) => ({ uuid, name: 'Former member' }))].map(({ uuid, name }) => {
          const place = draft.members.indexOf(uuid)
          return (
            <label key={uuid}>
              <input
                type="checkbox"
                checked={place >= 0}
                onChange={({ target }) =>
                  onChange({
                    members: target.checked
                      ? [...draft.members, uuid]
                      : draft.members.filter((member) => member !== uuid),
                  })
                }
              />
              {name}
              {place >= 0 && <span className="c-badge c-tone-grey num">{place + 1}</span>}
            </label>
          )
        })}
      </fieldset>
      <Field label="Who is on it">
        {(id) => (
          <HTMLSelect
            id={id}
            value={draft.rotation}
            options={rotations.map((value) => ({ value, label: rotationTexts[value] }))}
            onChange={(event) => onChange({ rotation: event.currentTarget.value as Rotation })}
          />
        )}
      </Field>
    </>
  )
}
