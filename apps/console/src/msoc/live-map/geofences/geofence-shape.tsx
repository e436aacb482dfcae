import { Button } from '@blueprintjs/core'
import { PlusIcon, TrashIcon } from '@blueprintjs/icons'
import { type Circle, circleRadiusM } from '@carapace/shared/msoc/vehicles/geofences'
import { useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { IconButton } from '../../../core/ui/tooltip.tsx'
import { useLiveMap } from '../live-map-context.ts'
import { type Draft, withCircle, withCorner, withCornerAt, withoutCorner } from './draft.ts'
import { mostCorners } from './polygon.ts'

interface ShapeProps {
  readonly draft: Draft
  readonly mayDraw: boolean
}

/** The shape of an area as numbers: everything that the pointer does can also be typed (rules MAP-UI-42, MAP-UI-68). */
export function GeofenceShape({ draft, mayDraw }: ShapeProps) {
  return draft.shape === 'circle' ? (
    <CircleFields draft={draft} mayDraw={mayDraw} />
  ) : (
    <Corners draft={draft} mayDraw={mayDraw} />
  )
}

/** The radius of a circle that is placed without a pointer, m. */
const firstRadiusM = 1_000

function CircleFields({ draft, mayDraw }: ShapeProps) {
  const { page, scene } = useLiveMap()
  const [lon, lat] = draft.corners[0] ?? [undefined, undefined]
  const set = (change: Partial<Circle>) => {
    const [middleLon, middleLat] = scene?.middle() ?? [0, 0]
    const before = draft.circle ?? { lon: lon ?? middleLon, lat: lat ?? middleLat, radius_m: firstRadiusM }
    page.setState({ draft: withCircle(draft, { ...before, ...change }) })
  }
  return (
    <fieldset className="gf-corners" disabled={!mayDraw}>
      <legend>Circle</legend>
      {draft.circle ? (
        <div className="gf-circle">
          <NumberField
            name="Latitude of the centre"
            unit="°"
            value={draft.circle.lat}
            min={-85}
            max={85}
            onChange={(next) => set({ lat: next })}
          />
          <NumberField
            name="Longitude of the centre"
            unit="°"
            value={draft.circle.lon}
            min={-180}
            max={180}
            onChange={(next) => set({ lon: next })}
          />
          <NumberField
            name="Radius"
            unit="m"
            value={draft.circle.radius_m}
            {...circleRadiusM}
            step={10}
            onChange={(next) => set({ radius_m: next })}
          />
        </div>
      ) : (
        <Button size="small" icon={<PlusIcon />} disabled={!mayDraw} onClick={() => set({})}>
          {draft.corners.length === 0 ? 'Place it in the middle of the map' : 'Finish it with a radius of 1 km'}
        </Button>
      )}
    </fieldset>
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

function Degrees({ most, ...rest }: DegreesProps) {
  return <NumberInput {...rest} min={-most} max={most} />
}

interface NumberInputProps {
  readonly name: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  readonly onChange: (value: number) => void
}

/** A number with its name and its unit. */
function NumberField({ unit, ...rest }: NumberInputProps & { readonly unit: string }) {
  return (
    <label className="gf-number">
      <span>
        {rest.name} <span className="lm-faint">{unit}</span>
      </span>
      <NumberInput {...rest} />
    </label>
  )
}

/** An input for a number that may be incomplete while typing; it is applied once it is valid. */
function NumberInput({ name, value, min, max, step = 0.0001, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string>()
  const take = (text: string) => {
    setTyped(text)
    const given = Number(text)
    if (text.trim() !== '' && given >= min && given <= max) onChange(given)
  }
  return (
    <input
      type="number"
      step={step}
      min={min}
      max={max}
      className="bp6-input num"
      aria-label={name}
      value={typed ?? value}
      onChange={(event) => take(event.target.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}
