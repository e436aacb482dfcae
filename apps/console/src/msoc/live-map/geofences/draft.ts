import type { Severity } from '@carapace/shared/msoc/severity'
import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { type Corner, mostCorners } from './polygon.ts'

/** An area that is being drawn or changed and is not saved yet. */
export interface Draft {
  /** Absent for a new area. */
  readonly saved: Pick<Geofence, 'uuid' | 'revision'> | undefined
  readonly name: string
  readonly severity: Severity
  readonly active: boolean
  readonly corners: readonly Corner[]
  /** If true, clicks on the map add corners; otherwise existing corners can be dragged. */
  readonly drawing: boolean
}

export function newDraft(): Draft {
  return { saved: undefined, name: '', severity: 'high', active: true, corners: [], drawing: true }
}

export function draftOf({ uuid, revision, name, severity, active, polygon }: Geofence): Draft {
  return { saved: { uuid, revision }, name, severity, active, corners: polygon, drawing: false }
}

/** About 10 cm: further digits are only noise of the pointer. */
const digits = 6

function cornerAt(lon: number, lat: number): Corner {
  return [
    Number(Math.max(-180, Math.min(180, lon)).toFixed(digits)),
    Number(Math.max(-85, Math.min(85, lat)).toFixed(digits)),
  ]
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

/** The draft with a closed outline, if it has enough corners (rule MAP-UI-43). */
export function finished(draft: Draft): Draft {
  return draft.corners.length < 3 ? draft : { ...draft, drawing: false }
}
