import { storedFields } from '../graph/artefacts/artefact-kind.ts'
import { asilOfEvent, type SafetyLink, type SafetyRow } from './asil-graph.ts'
import type { Asil } from './asil.ts'
import type { Hara, Hazard, HazardousEvent, SafetyGoal } from './hara.ts'
import type { HaraFix } from './hara-rules.ts'
import { hazardKind, hazardousEventKind, safetyGoalKind } from './kinds/hazard.kinds.ts'
import { normalSituation, type SituationDimension } from './situations.ts'

/** The links that join hazards, hazardous events and safety goals. */
export const haraLinks = ['arises-in', 'prevented-by'] as const

/** An artefact of a hazard analysis. */
export interface HaraRow extends SafetyRow {
  readonly title: string
}

/**
 * A hazard analysis out of the graph. A goal has the ASIL that is stored for it, which is stated or that of its events.
 * A situation that the catalogue does not know stays as it is (rules HARA-23, HARA-24).
 */
export function haraOf(
  rows: readonly HaraRow[],
  links: readonly SafetyLink[],
  asils: ReadonlyMap<string, Asil | null>,
  catalogue: readonly SituationDimension[],
): Hara {
  const ends = (kind: (typeof haraLinks)[number], side: 'from' | 'to') =>
    Map.groupBy(
      links.filter((link) => link.kind === kind),
      (link) => link[side],
    )
  const [hazards, goals] = [ends('arises-in', 'to'), ends('prevented-by', 'from')]
  const of = <T>(kind: { kind: string }, map: (row: HaraRow) => T) =>
    rows.filter((row) => row.kind === kind.kind).map(map)
  return {
    hazards: of(hazardKind, ({ uuid, title }): Hazard => ({ id: uuid, title })),
    events: of(hazardousEventKind, (row) => ({
      ...eventOf(row, catalogue),
      hazard: hazards.get(row.uuid)?.[0]?.from ?? null,
      goals: (goals.get(row.uuid) ?? []).map(({ to }) => to),
    })),
    goals: of(safetyGoalKind, (row) => goalOf(row, asils.get(row.uuid) ?? null)),
    catalogue,
  }
}

function eventOf({ uuid, title, fields: stored }: HaraRow, catalogue: readonly SituationDimension[]) {
  const fields = storedFields(hazardousEventKind, stored)
  const normal = normalSituation(catalogue, fields.situation)
  return {
    id: uuid,
    title,
    situation: normal.ok ? normal.value : fields.situation,
    severity: { class: fields.severity, reason: fields.severity_reason },
    exposure: { class: fields.exposure, reason: fields.exposure_reason, basis: fields.exposure_basis ?? 'duration' },
    controllability: { class: fields.controllability, reason: fields.controllability_reason },
    asil: asilOfEvent(stored),
    ftti: fields.ftti_ms,
  } satisfies Omit<HazardousEvent, 'hazard' | 'goals'>
}

function goalOf({ uuid, title, fields: stored }: HaraRow, asil: Asil | null): SafetyGoal {
  const fields = storedFields(safetyGoalKind, stored)
  return {
    id: uuid,
    title,
    asil,
    safeState: fields.safe_state,
    ftti: fields.ftti_ms,
    faultHandling: fields.handling_ms,
  }
}

/** The fields of an artefact that a fix sets; null: it is none of its fields. */
export function fieldsOfFix({ change: { table, field, value } }: HaraFix): Readonly<Record<string, unknown>> | null {
  if (table !== 'goals') return null
  return field === 'asil' ? { asil: value } : field === 'ftti' ? { ftti_ms: value } : null
}
