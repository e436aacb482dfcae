import { defaultSituations } from '@carapace/shared/functional-safety/default-situations'
import { hazardousEventKind } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import { normalSituation, type Situation, situationTitle } from '@carapace/shared/functional-safety/situations'
import type { Difference } from '../../graph/history/differences.ts'
import type { FieldEditorProps, KindParts } from '../../graph/page/kind-parts.ts'
import { partText } from '../../graph/editing/values.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { catalogueOf } from '../methods.ts'
import { faultTreeParts } from '../fault-tree/fault-tree-parts.tsx'
import { modeDifferences } from '../fmeda/mode-differences.ts'
import { ModesField } from '../fmeda/modes-field.tsx'
import { SituationEditor } from '../hara/situation-editor.tsx'
import { stages } from './stages.ts'
import { traceParts } from './trace-parts.tsx'

/** What artefact pages show only for the kinds of functional safety. */
export const kindParts: KindParts = {
  ...traceParts,
  stages,
  fieldEditors: {
    ...faultTreeParts.fieldEditors,
    'hazardous-event.situation': SituationField,
    'hardware-element.modes': ModesField,
  },
  differences: {
    ...faultTreeParts.differences,
    'hazardous-event.situation': situationDifferences,
    'hardware-element.modes': modeDifferences,
  },
}

function SituationField({ value, isReadOnly, onChange }: FieldEditorProps) {
  const catalogue = usePageGraph(catalogueOf)
  return (
    <SituationEditor value={value as Situation} isReadOnly={isReadOnly} catalogue={catalogue} onChange={onChange} />
  )
}

function situationDifferences(before: unknown, after: unknown): readonly Difference[] {
  const { title } = hazardousEventKind.fields.situation
  return [{ part: 'situation', title, before: wordsOf(before), after: wordsOf(after) }]
}

/** A situation in words; by its keys, where it has values of another catalogue than the shipped one. */
function wordsOf(value: unknown): string {
  const normal = normalSituation(defaultSituations, (value ?? {}) as Situation)
  if (!normal.ok) return partText('hazardous-event', 'situation', value)
  return Object.keys(normal.value).length > 0 ? situationTitle(defaultSituations, normal.value) : ''
}
