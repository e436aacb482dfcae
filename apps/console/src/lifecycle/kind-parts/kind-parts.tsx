import { controlKind, threatKind } from '@carapace/shared/lifecycle/kinds/tara.kinds'
import { usePageFact } from '../../core/page/page-facts.ts'
import type { ArtefactProps, KindParts } from '../../graph/page/kind-parts.ts'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { treeDifferences } from '../attack-tree/tree-differences.ts'
import { layoutDifferences } from '../diagram/layout-differences.ts'
import { methodUsed } from '../rating/assessments.ts'
import { RiskHistory } from '../rating/risk-history.tsx'
import { SeenOn } from '../sightings/sightings.tsx'
import { effortDifferences } from '../rating/effort-text.ts'
import { fieldEditors } from './field-editors.tsx'
import { stages } from './stages.ts'
import { traceParts } from './trace-parts.tsx'

/** What artefact pages show only for the kinds of the lifecycle. */
export const kindParts: KindParts = {
  ...traceParts,
  fieldEditors,
  stages,
  differences: {
    'attack-tree.tree': treeDifferences,
    'diagram.layout': layoutDifferences,
    'control.raises': effortDifferences('raises', controlKind.fields.raises.title),
    'threat-scenario.effort': effortDifferences('effort', threatKind.fields.effort.title),
  },
  historyHeads: { 'threat-scenario': ({ artefact }: ArtefactProps) => <RiskHistory uuid={artefact.uuid} /> },
  impactNotes: { 'threat-scenario': SeenOn },
  exchangeForms: {
    requirement: [{ form: 'reqif', title: 'Requirements as ReqIF', fileName: 'requirements.reqif', hint: 'or ReqIF' }],
    'threat-scenario': [
      {
        form: 'json',
        title: 'Threat analysis as JSON',
        fileName: 'threat-analysis.json',
        hint: 'or a whole threat analysis as JSON',
        isOfAllKinds: true,
      },
    ],
  },
  PageFacts,
}

function PageFacts(): null {
  const method = usePageGraph(methodUsed)
  usePageFact('Methods', method && `${method.name} v${method.version}`)
  return null
}
