import { Button, Radio, RadioGroup } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import { type SubmitEvent, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { useHotkeys } from '../../../core/hotkeys/hotkeys.ts'
import { toast } from '../../../core/ui/toast.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { useLiveMap } from '../live-map-context.ts'
import { saveDraft } from './areas.ts'
import { type Draft, draftProblem, finished, inShape, withoutCorner } from './draft.ts'
import { DeleteArea, Refused } from './geofence-changes.tsx'
import { GeofenceFields } from './geofence-fields.tsx'
import { GeofenceShape } from './geofence-shape.tsx'
import { useMayDraw } from './may-draw.ts'

/** The form of one area: its name, its alerts, the vehicles that it applies to, and its shape. */
export function GeofenceForm({ draft }: { readonly draft: Draft }) {
  const { page } = useLiveMap()
  const mayDraw = useMayDraw()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const change = (changes: Partial<Draft>) => page.setState({ draft: { ...draft, ...changes } })
  const close = () => page.setState({ draft: undefined })
  const finish = () => page.setState({ draft: finished(draft) })
  useDraftKeys(draft, finish, close)

  const problem = draft.drawing ? undefined : draftProblem(draft)
  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (draftProblem(draft) !== undefined || draft.name.trim() === '') return
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
          <GeofenceFields draft={draft} mayDraw={mayDraw} onChange={change} />
        )}
        <GeofenceShape draft={draft} mayDraw={mayDraw} />
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
  const { page } = useLiveMap()
  return (
    <div className="gf-drawing" role="status">
      <RadioGroup
        inline
        label="Shape"
        selectedValue={draft.shape}
        onChange={(event) => page.setState({ draft: inShape(draft, event.currentTarget.value as Draft['shape']) })}
      >
        <Radio label="Polygon" value="polygon" />
        <Radio label="Circle" value="circle" />
      </RadioGroup>
      <p>{draft.shape === 'circle' ? circleHint(draft) : polygonHint(draft)}</p>
      {draft.shape === 'polygon' && (
        <Button size="small" disabled={draft.corners.length < 3} onClick={onFinish}>
          Close the outline
        </Button>
      )}
    </div>
  )
}

function circleHint({ corners }: Draft): string {
  return corners.length === 0
    ? 'Click on the map to set the centre, or type it below.'
    : 'Click where the circle should reach. Backspace removes the centre, Escape cancels.'
}

function polygonHint({ corners: { length: count } }: Draft): string {
  if (count === 0) return 'Click on the map to set the first corner, or add corners below.'
  return (
    `${number(count)} ${count === 1 ? 'corner' : 'corners'}. Click to add more. Double click, Enter or ` +
    'a click on the first corner closes the outline. Backspace removes the last corner, Escape cancels.'
  )
}
