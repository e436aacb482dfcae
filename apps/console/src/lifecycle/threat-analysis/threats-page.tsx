import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
import { type GraphState, linkedWith, suspectsAt } from '../../graph/store/graph-state.ts'
import type { Grouping } from '../../graph/table/rows.ts'
import { ProposeButton } from '../proposals/propose-button.tsx'
import { FieldPart } from '../sightings/field-part.tsx'
import { threatColumns } from './columns.tsx'
import { ThreatPaths } from './paths.tsx'
import { ThreatSummary } from './summary.tsx'
import { assessmentOf, isContradicted, methodOf } from '../rating/assessments.ts'
import { withAssessments } from '../rating/read-assessments.ts'

/**
 * The threat scenarios of a program with their impact, feasibility, risk and treatment, and their sightings in the
 * field (mockup 07).
 */
export function ThreatsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Threat Analysis"
      kind="threat-scenario"
      related={related}
      computed={withAssessments}
      columns={threatColumns}
      groupings={groupings}
      usualGroup="asset"
      usualSort={usualSort}
      tabs={tabs}
      summary={summary}
      below={below}
      parts={parts}
      tools={<ProposeButton what="threats" />}
      nothing="A threat scenario describes which attack harms which asset. Start with one, or generate proposals."
    />
  )
}

const related = ['asset']
const usualSort = { key: 'risk', order: 'desc' } as const
const summary = (graph: GraphState) => <ThreatSummary graph={graph} />
const below = (row: Artefact) => <ThreatPaths row={row} />

/** Groups by the target asset, the first one if there are several. */
function groupings(graph: GraphState): readonly Grouping[] {
  const first = (row: Artefact, link: string) => linkedWith(graph, row.uuid, 'upstream', link)[0]?.node
  return [
    { key: 'asset', title: 'Asset', of: (row) => first(row, 'targets'), none: 'Without an asset' },
    { key: 'damage', title: 'Damage scenario', of: (row) => first(row, 'leads-to'), none: 'Without a damage scenario' },
  ]
}

function tabs(graph: GraphState): readonly PageTab[] {
  const attention = methodOf(graph).attention
  const assessed = (row: Artefact) => assessmentOf(graph, row.uuid)
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    {
      tab: 'high',
      title: `Risk ≥ ${attention}`,
      keeps: (row) => (assessed(row)?.scenarios.initial.risk ?? 0) >= attention,
    },
    { tab: 'suspect', title: 'Suspect', keeps: ({ uuid }) => suspectsAt(graph, uuid).length > 0 },
    { tab: 'contradicted', title: 'Contradicted', keeps: (row) => isContradicted(assessed(row)) },
    { tab: 'seen', title: 'Seen in the field', keeps: (row) => (assessed(row)?.sightings ?? 0) > 0 },
  ]
}

const parts = (row: Artefact): readonly DrawerPart[] => [
  {
    part: 'tree',
    title: 'Attack tree',
    render: () => (
      <div className="ta-in-drawer">
        <ThreatPaths row={row} />
      </div>
    ),
  },
  { part: 'field', title: 'Field', render: () => <FieldPart artefact={row} /> },
]
