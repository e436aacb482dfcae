import type { Severity } from '@carapace/shared/msoc/severity'
import { circleOutline } from '@carapace/shared/msoc/detect/geo'
import type { Circle, GeofenceCrossing } from '@carapace/shared/msoc/vehicles/geofences'
import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { circleProblem, circleTo } from './circle.ts'
import { type Corner, mostCorners, problemOf } from './polygon.ts'

/** An area that is being drawn or changed and is not saved yet. */
export interface Draft {
  /** Absent for a new area. */
  readonly saved: Pick<Geofence, 'uuid' | 'revision'> | undefined
  readonly name: string
  readonly severity: Severity
  readonly alertOn: GeofenceCrossing
  /** The vehicles and models that it applies to; both empty: all vehicles. */
  readonly vins: readonly string[]
  readonly models: readonly string[]
  readonly active: boolean
  readonly shape: 'polygon' | 'circle'
  /** The corners of a polygon; of a circle that is being drawn, its centre. */
  readonly corners: readonly Corner[]
  /** Set for a circle whose radius is known. */
  readonly circle: Circle | undefined
  /** If true, clicks on the map add corners, or set a circle; otherwise existing handles can be dragged. */
  readonly drawing: boolean
}

export function newDraft(): Draft {
  return {
    saved: undefined,
    name: '',
    severity: 'high',
    alertOn: 'leave',
    vins: [],
    models: [],
    active: true,
    shape: 'polygon',
    corners: [],
    circle: undefined,
    drawing: true,
  }
}

export function draftOf(area: Geofence): Draft {
  const { uuid, revision, name, severity, alert_on: alertOn, vins, models, active, polygon, circle } = area
  return {
    saved: { uuid, revision },
    name,
    severity,
    alertOn,
    vins,
    models,
    active,
    shape: circle ? 'circle' : 'polygon',
    corners: circle ? [[circle.lon, circle.lat]] : polygon,
    circle: circle ?? undefined,
    drawing: false,
  }
}

/** The outline of a draft, as corners. */
export function outlineOf({ shape, corners, circle }: Draft): readonly Corner[] {
  if (shape === 'polygon') return corners
  return circle ? circleOutline(circle).map(([lon, lat]) => [lon, lat]) : []
}

/** Why a draft cannot be saved, as a sentence; undefined if it can (rules MAP-UI-40, MAP-UI-41, MAP-UI-68). */
export function draftProblem({ shape, corners, circle }: Draft): string | undefined {
  if (shape === 'polygon') return problemOf(corners)
  return circle ? circleProblem(circle) : 'A circle has a centre and a radius.'
}

/** About 10 cm: further digits are only noise of the pointer. */
const digits = 6

function cornerAt(lon: number, lat: number): Corner {
  return [
    Number(Math.max(-180, Math.min(180, lon)).toFixed(digits)),
    Number(Math.max(-85, Math.min(85, lat)).toFixed(digits)),
  ]
}

/** The draft after a click on the map: with one corner more, with a circle's centre, or with its radius. */
export function withClick(draft: Draft, lon: number, lat: number): Draft {
  const [centre] = draft.corners
  if (draft.shape === 'polygon' || !centre) return withCorner(draft, lon, lat)
  return withCircle(draft, circleTo(centre, [lon, lat]))
}

/** The draft with a corner appended; unchanged if it has the maximum of corners (rule MAP-UI-41). */
export function withCorner(draft: Draft, lon: number, lat: number): Draft {
  return draft.corners.length >= mostCorners ? draft : { ...draft, corners: [...draft.corners, cornerAt(lon, lat)] }
}

/** The draft with a corner inserted on the side that begins at a corner (rule MAP-UI-42). */
export function withCornerAfter(draft: Draft, at: number, lon: number, lat: number): Draft {
  return draft.corners.length >= mostCorners
    ? draft
    : { ...draft, corners: draft.corners.toSpliced(at + 1, 0, cornerAt(lon, lat)) }
}

export function withCornerAt(draft: Draft, at: number, lon: number, lat: number): Draft {
  return { ...draft, corners: draft.corners.with(at, cornerAt(lon, lat)) }
}

export function withoutCorner(draft: Draft, at: number): Draft {
  return { ...draft, corners: draft.corners.toSpliced(at, 1) }
}

/** The draft as a finished circle (rule MAP-UI-68). */
export function withCircle(draft: Draft, circle: Circle): Draft {
  const centre = cornerAt(circle.lon, circle.lat)
  const [lon, lat] = centre
  return { ...draft, shape: 'circle', corners: [centre], circle: { ...circle, lon, lat }, drawing: false }
}

/** The draft in another shape, to be drawn from the start. */
export function inShape(draft: Draft, shape: Draft['shape']): Draft {
  return { ...draft, shape, corners: [], circle: undefined, drawing: true }
}

/** The draft with a closed outline, if it has enough corners (rule MAP-UI-43). A circle is finished by its radius. */
export function finished(draft: Draft): Draft {
  return draft.shape === 'circle' || draft.corners.length < 3 ? draft : { ...draft, drawing: false }
}
