import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { GraphState } from '../../graph/store/graph-state.ts'
import { lineFields, linesIn } from '../worksheet/lines.ts'
import type { SheetStep } from '../worksheet/step.ts'

/** What belongs to one FMEA only: the ratings after its own actions. */
const own = { severity_after: null, occurrence_after: null, detection_after: null }

/**
 * The step that adds the lines of a generic FMEA that a variant does not have yet. Both join the same failures;
 * controls and ratings begin as those of the family, and are the variant's own from then on (rule FMEA-UI-9).
 */
export function reuseStep(graph: GraphState, family: Artefact, variant: Artefact, newUuid: () => string): SheetStep {
  const there = linesIn(graph, variant.uuid).map((row) => lineFields(row).chain)
  const missing = linesIn(graph, family.uuid).filter(
    (row) => !there.some((chain) => isSame(chain, lineFields(row).chain)),
  )
  const made = missing.map(({ title, fields }) => ({
    uuid: newUuid(),
    kind: 'fmea-line',
    title,
    fields: { ...fields, ...own },
  }))
  return {
    changes: [],
    made,
    link: made.map(({ uuid }) => ({ kind: 'has-line', from: variant.uuid, to: uuid })),
    unlink: [],
  }
}
