import { Alert, Button, Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { ArrowLeftIcon, PlusIcon, TrashIcon } from '@blueprintjs/icons'
import { Failure } from '@carapace/shared/core/failure'
import { severities, type Severity } from '@carapace/shared/msoc/severity'
import { type SubmitEvent, useId, useState } from 'react'
import { messageOf, messagesOf } from '../../../core/call/call.ts'
import { number, sentenceCase } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { toast } from '../../../core/ui/toast.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { deleteArea, loadAreas, saveDraft } from './areas.ts'
import { type Draft, draftOf, finished, withCorner, withCornerAt, withoutCorner } from './draft.ts'
import { useLiveMap, useLiveMapState } from '../live-map-context.ts'
import { useMayDraw } from './may-draw.ts'
import { mostCorners, problemOf } from './polygon.ts'

/** The form of one area: its name, the severity of leaving it, and its corners. */
export function GeofenceForm({ draft }: { readonly draft: Draft }) {
  const { page } = useLiveMap()
  const mayDraw = useMayDraw()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const change = (changes: Partial<Draft>) => page.setState({ draft: { ...draft, ...changes } })
  const close = () => page.setState({ draft: undefined })
  const finish = () => page.setState({ draft: finished(draft) })
  useDraftKeys(draft, finish, close)

  const problem = draft.drawing ? undefined : problemOf(draft.corners)
  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (problemOf(draft.corners) !== undefined || draft.name.trim() === '') return
    setSaving(true)
    try {
      await saveDraft(page, draft)
      toast.success(`Geofence ${draft.name.trim()} saved`)
    } catch (failed) {
      setRefused(failed)
      setSaving(false)
    }
  }

  return (
    <form className="gf-form" noValidate aria-label="Geofence" onSubmit={(event) => void save(event)}>
      <header className="gf-head">
        <IconButton icon={<ArrowLeftIcon />} label="Back to the list" size="small" onClick={close} />
        <h2>{draft.saved ? draft.name || 'Geofence' : 'New geofence'}</h2>
        {draft.saved && mayDraw && <DeleteArea uuid={draft.saved.uuid} name={draft.name} />}
      </header>
      <div className="gf-body" tabIndex={0} role="group" aria-label="The geofence’s fields">
        {draft.drawing ? (
          <DrawingHint draft={draft} onFinish={finish} />
        ) : (
          <Fields draft={draft} mayDraw={mayDraw} onChange={change} />
        )}
        <Corners draft={draft} mayDraw={mayDraw} />
      </div>
      <footer className="gf-foot">
        {problem !== undefined && (
          <p className="gf-problem" role="alert">
            {problem}
          </p>
        )}
        {refused !== undefined && <Refused draft={draft} problem={refused} onSettled={() => setRefused(undefined)} />}
        {mayDraw && !draft.drawing && draft.name.trim() === '' && problem === undefined && (
          <p className="gf-hint">Give it a name to save it.</p>
        )}
        {mayDraw ? (
          <div className="gf-buttons">
            <Button onClick={close}>Cancel</Button>
            <Button
              type="submit"
              intent="primary"
              loading={saving}
              disabled={draft.drawing || problem !== undefined || draft.name.trim() === ''}
            >
              Save
            </Button>
          </div>
        ) : (
          <p className="gf-hint">Your role reads geofences; an admin or an analyst changes them.</p>
        )}
      </footer>
    </form>
  )
}

/** The keyboard shortcuts for drawing (rule MAP-UI-43). */
function useDraftKeys(draft: Draft, finish: () => void, close: () => void): void {
  const { page } = useLiveMap()
  const back = () =>
    draft.drawing &&
    draft.corners.length > 0 &&
    page.setState({ draft: withoutCorner(draft, draft.corners.length - 1) })
  useHotkeys([
    { keys: 'Escape', title: 'Leave the geofence as it was', group: 'Live map', run: close },
    { keys: 'Enter', title: 'Close the outline', group: 'Live map', run: finish },
    { keys: 'Backspace', title: 'Take the last corner back', group: 'Live map', run: back },
  ])
}

function DrawingHint({ draft, onFinish }: { readonly draft: Draft; readonly onFinish: () => void }) {
  const count = draft.corners.length
  return (
    <div className="gf-drawing" role="status">
      <p>
        {count === 0
          ? 'Click on the map to set the first corner, or add corners below.'
          : `${number(count)} ${count === 1 ? 'corner' : 'corners'}. Click to add more. Double click, Enter or ` +
            'a click on the first corner closes the outline. Backspace removes the last corner, Escape cancels.'}
      </p>
      <Button size="small" disabled={count < 3} onClick={onFinish}>
        Close the outline
      </Button>
    </div>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly mayDraw: boolean
  readonly onChange: (changes: Partial<Draft>) => void
}

function Fields({ draft, mayDraw, onChange }: FieldsProps) {
  const id = useId()
  return (
    <>
      <FormGroup label="Name" labelFor={`${id}name`}>
        <InputGroup
          id={`${id}name`}
          autoFocus={!draft.saved}
          maxLength={100}
          value={draft.name}
          readOnly={!mayDraw}
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </FormGroup>
      <FormGroup label="Severity of the alert when a vehicle leaves" labelFor={`${id}severity`}>
        <HTMLSelect
          id={`${id}severity`}
          fill
          disabled={!mayDraw}
          value={draft.severity}
          options={severities.toReversed().map((severity) => ({ value: severity, label: sentenceCase(severity) }))}
          onChange={(event) => onChange({ severity: event.currentTarget.value as Severity })}
        />
      </FormGroup>
      <Checkbox
        label="Active"
        checked={draft.active}
        disabled={!mayDraw}
        onChange={(event) => onChange({ active: event.currentTarget.checked })}
      />
    </>
  )
}

/** All corners as numbers: everything that the pointer does can also be typed (rule MAP-UI-42). */
function Corners({ draft, mayDraw }: { readonly draft: Draft; readonly mayDraw: boolean }) {
  const { page, scene } = useLiveMap()
  const add = () => {
    const last = draft.corners.at(-1)
    const [lon, lat] = last ? [last[0] + 0.02, last[1] - 0.02] : (scene?.middle() ?? [0, 0])
    page.setState({ draft: withCorner(draft, lon, lat) })
  }
  return (
    <fieldset className="gf-corners" disabled={!mayDraw}>
      <legend>
        Corners{' '}
        <span className="num lm-faint">
          {number(draft.corners.length)} of at most {mostCorners}
        </span>
      </legend>
      {draft.corners.map((corner, at) => (
        // a corner is identified by its index: it has no other name
        <div key={at} className="gf-corner">
          <span className="num lm-faint">{at + 1}</span>
          <Degrees
            name={`Latitude of corner ${at + 1}`}
            value={corner[1]}
            most={85}
            onChange={(lat) => page.setState({ draft: withCornerAt(draft, at, corner[0], lat) })}
          />
          <Degrees
            name={`Longitude of corner ${at + 1}`}
            value={corner[0]}
            most={180}
            onChange={(lon) => page.setState({ draft: withCornerAt(draft, at, lon, corner[1]) })}
          />
          <IconButton
            icon={<TrashIcon />}
            label={`Delete corner ${at + 1}`}
            size="small"
            disabled={!mayDraw || draft.corners.length <= 3}
            onClick={() => page.setState({ draft: withoutCorner(draft, at) })}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusIcon />} disabled={!mayDraw || draft.corners.length >= mostCorners} onClick={add}>
        Add a corner
      </Button>
    </fieldset>
  )
}

interface DegreesProps {
  readonly name: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
}

/** An input for a number that may be incomplete while typing; it is applied once it is valid. */
function Degrees({ name, value, most, onChange }: DegreesProps) {
  const [typed, setTyped] = useState<string>()
  const take = (text: string) => {
    setTyped(text)
    const degrees = Number(text)
    if (text.trim() !== '' && Math.abs(degrees) <= most) onChange(degrees)
  }
  return (
    <input
      type="number"
      step="0.0001"
      min={-most}
      max={most}
      className="bp6-input num"
      aria-label={name}
      value={typed ?? value}
      onChange={(event) => take(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}

interface RefusedProps {
  readonly draft: Draft
  readonly problem: unknown
  readonly onSettled: () => void
}

/**
 * The server's refusal. After a conflict, the user can load the other version, or deliberately overwrite it (rule
 * MAP-UI-45).
 */
function Refused({ draft, problem, onSettled }: RefusedProps) {
  const { page } = useLiveMap()
  const theirs = useLiveMapState(({ areas }) => areas.list?.find(({ uuid }) => uuid === draft.saved?.uuid))
  const changed = problem instanceof Failure && problem.code === 'ROW_CHANGED'
  if (!changed)
    return (
      <p className="gf-problem" role="alert">
        {messageOf(problem)}
      </p>
    )

  const settle = async (next: (area: NonNullable<typeof theirs>) => Draft) => {
    await loadAreas(page)
    const area = page.getState().areas.list?.find(({ uuid }) => uuid === draft.saved?.uuid)
    onSettled()
    if (area) page.setState({ draft: next(area) })
  }
  return (
    <div className="gf-problem" role="alert">
      <p>Someone else changed this geofence since you opened it.</p>
      <div className="gf-buttons">
        <Button size="small" onClick={() => void settle(draftOf)}>
          Take theirs
        </Button>
        <Button
          size="small"
          onClick={() => void settle(({ uuid, revision }) => ({ ...draft, saved: { uuid, revision } }))}
        >
          Keep mine
        </Button>
      </div>
    </div>
  )
}

function DeleteArea({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  const { page } = useLiveMap()
  const [isConfirming, setConfirming] = useState(false)
  const remove = () => {
    setConfirming(false)
    deleteArea(page, uuid).then(
      () => toast.success(`Geofence ${name} deleted`),
      (problem: unknown) => toast.error(messagesOf(problem)[0] ?? 'It could not be deleted'),
    )
  }
  return (
    <>
      <IconButton icon={<TrashIcon />} label="Delete the geofence" size="small" onClick={() => setConfirming(true)} />
      <Alert
        isOpen={isConfirming}
        intent="danger"
        icon={<TrashIcon />}
        confirmButtonText="Delete"
        cancelButtonText="Cancel"
        canEscapeKeyCancel
        onConfirm={remove}
        onCancel={() => setConfirming(false)}
      >
        <p>Delete the geofence {name}? Vehicles that leave it raise no alerts any more; alerts that there are stay.</p>
      </Alert>
    </>
  )
}
