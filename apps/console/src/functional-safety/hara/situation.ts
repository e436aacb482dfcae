import { hazardousEventKind } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import { storedFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import {
  combinations,
  normalSituation,
  type Situation,
  type SituationDimension,
  situationKey,
  situationTitle,
} from '@carapace/shared/functional-safety/situations'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Parsed, parsed } from '@carapace/shared/core/parsed'

type Catalogue = readonly SituationDimension[]

/** A situation with one value of a dimension added or removed. */
export function toggled(situation: Situation, dimension: string, value: string): Situation {
  const chosen = situation[dimension] ?? []
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]
  return { ...situation, [dimension]: next }
}

/** The same in its normal form (rule SAFETY-UI-3). */
export function toggledIn(catalogue: Catalogue, situation: Situation, dimension: string, value: string): Situation {
  const result = normalSituation(catalogue, toggled(situation, dimension, value))
  if (!result.ok) throw new Error(result.reason)
  return result.value
}

/** The situation of a hazardous event in its normal form; as it is stored, if the catalogue lacks something of it. */
export function situationIn(fields: Artefact['fields'], catalogue: Catalogue): Situation {
  const { situation } = storedFields(hazardousEventKind, fields)
  const normal = normalSituation(catalogue, situation)
  return normal.ok ? normal.value : situation
}

/** The basis of an exposure; not stated: the share of time. */
export const basisIn = (fields: Artefact['fields']) =>
  storedFields(hazardousEventKind, fields).exposure_basis ?? 'duration'

/** The situation of a hazardous event in words. */
export const situationWords = ({ fields }: Pick<Artefact, 'fields'>, catalogue: Catalogue) =>
  situationTitle(catalogue, situationIn(fields, catalogue))

interface PlannedEvents {
  readonly situations: readonly Situation[]
  /** How many combinations were left out, since the hazard has an event in them already. */
  readonly known: number
}

/**
 * The situations of new events of a hazard: the chosen one, or each combination of the chosen values, without those in
 * which the hazard has an event already (rule SAFETY-UI-7). Refused: more than 2,000 combinations.
 */
export function plannedEvents(
  chosen: Situation,
  isEach: boolean,
  existing: readonly Artefact[],
  catalogue: Catalogue,
): Parsed<PlannedEvents> {
  const normal = normalSituation(catalogue, chosen)
  if (!normal.ok) return normal
  const all = isEach ? combinations(catalogue, chosen) : parsed([normal.value])
  if (!all.ok) return all
  const there = new Set(existing.map(({ fields }) => situationKey(situationIn(fields, catalogue))))
  const situations = all.value.filter((one) => !there.has(situationKey(one)))
  return parsed({ situations, known: all.value.length - situations.length })
}
