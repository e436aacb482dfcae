import type { Controllability, Exposure, Severity } from '@carapace/shared/functional-safety/asil'
import type { ExposureBasis, Situation } from '@carapace/shared/functional-safety/situations'
import type { About, FieldsFor } from '../../build.ts'

/** The classes of an event, each with its reason. */
export interface Rated {
  readonly severity: readonly [Severity, reason: string]
  readonly exposure: readonly [Exposure, ExposureBasis, reason: string]
  readonly controllability: readonly [Controllability, reason: string]
}

/** A hazard in a situation. `fttiMs`: how long the fault may last before the event is inevitable. */
export function event(
  title: string,
  [hazard, goals]: readonly [hazard: string, goals: string],
  situation: Situation,
  { severity, exposure, controllability }: Rated,
  fttiMs: number,
  about: About = {},
) {
  const fields: FieldsFor<'hazardous-event'> = {
    situation: situation as Record<string, string[]>,
    severity: severity[0],
    severity_reason: severity[1],
    exposure: exposure[0],
    exposure_basis: exposure[1],
    exposure_reason: exposure[2],
    controllability: controllability[0],
    controllability_reason: controllability[1],
    ftti_ms: fttiMs,
  }
  return [title, fields, { ...about, from: { 'arises-in': hazard }, to: { 'prevented-by': goals } }] as const
}
