import { Button } from '@blueprintjs/core'
import { saveStoryEntry, type StoryEntry } from '@carapace/shared/msoc/cases/case-story.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { Field, LineField } from '../../../core/ui/field.tsx'
import { useCasePage } from '../page-context.tsx'
import { SelectField } from '../settings/select-field.tsx'
import { localTime, utcTime } from '../tasks/due-time.ts'

interface StoryFormProps {
  /** The step that is changed; absent: a new one in words. */
  readonly of?: StoryEntry
  readonly onDone: () => void
}

const eventTypes = ['can', 'ids', 'syslog', 'position', 'telemetry'] as const

/** The time, the title, the tactic and the note of a step; a new one may show an event of a vehicle. */
export function StoryForm({ of, onDone }: StoryFormProps) {
  const { detail, run } = useCasePage()
  const [at, setAt] = useState(() => localTime(of?.at ?? new Date().toISOString()))
  const [title, setTitle] = useState(of?.title ?? '')
  const [tactic, setTactic] = useState(of?.tactic ?? '')
  const [note, setNote] = useState(of?.note ?? '')
  const [vehicle, setVehicle] = useState('')
  const [type, setType] = useState<(typeof eventTypes)[number]>('can')
  const [busy, setBusy] = useState(false)
  const time = utcTime(at)
  const isReady = title.trim() !== '' && time !== null
  const vins = [...new Set(detail.alerts.flatMap((alert) => (alert.vehicle === null ? [] : [alert.vehicle.vin])))]
  const save = async () => {
    if (!isReady || time === null || busy) return
    setBusy(true)
    const answer = await run(() =>
      call(saveStoryEntry, {
        case_uuid: detail.case.uuid,
        // a time that was not changed keeps its seconds
        at: of !== undefined && localTime(of.at) === at ? of.at : time,
        title: title.trim(),
        tactic,
        note,
        ...(of === undefined
          ? vehicle !== '' && { reference: { kind: 'event' as const, vehicle, type } }
          : { uuid: of.uuid, revision: of.revision, reference: of.reference }),
      }),
    )
    setBusy(false)
    if (answer !== undefined) onDone()
  }

  return (
    <form
      className="cs-story-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="cs-story-facts">
        <Field label="Time">
          {(id) => (
            <input
              id={id}
              type="datetime-local"
              className="bp6-input"
              value={at}
              onChange={(event) => setAt(event.target.value)}
            />
          )}
        </Field>
        <LineField
          label="What happened"
          value={title}
          maxLength={300}
          autoFocus
          autoComplete="off"
          onChange={setTitle}
        />
        <LineField
          label="Tactic"
          value={tactic}
          maxLength={100}
          autoComplete="off"
          placeholder="Initial access"
          onChange={setTactic}
        />
        {of === undefined && vins.length > 0 && (
          <>
            <SelectField
              label="Event of a vehicle"
              value={vehicle}
              options={[['', 'None'], ...vins.map((vin) => [vin, vin] as const)]}
              onChange={setVehicle}
            />
            {vehicle !== '' && (
              <SelectField
                label="Kind"
                value={type}
                options={eventTypes.map(
                  (each) => [each, each === 'can' || each === 'ids' ? each.toUpperCase() : each] as const,
                )}
                onChange={setType}
              />
            )}
          </>
        )}
      </div>
      <Field label="Note">
        {(id) => (
          <textarea
            id={id}
            className="bp6-input"
            rows={3}
            maxLength={5_000}
            placeholder="What it shows. Markdown."
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <span className="cs-row">
        <Button size="small" type="submit" intent="primary" text="Save" disabled={!isReady} loading={busy} />
        <Button size="small" variant="outlined" text="Cancel" onClick={onDone} />
      </span>
    </form>
  )
}
