import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { PageLink } from '../../graph/links/page-link.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import {
  changedColumn,
  codeColumn,
  countColumn,
  fieldColumn,
  linksColumn,
  originColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'
import { diagnosticCoverage, directShare, isSafetyRelated, lacksRate, lacksShares } from './elements.ts'
import { FmedaSummary } from './fmeda-summary.tsx'
import { modesIn } from './modes.ts'
import { fitText, percentText } from './words.ts'

const kind = 'hardware-element'

/** Goals and the events that give them their ASIL, for the metrics; failures, which modes may be. */
const related = ['safety-goal', 'hazardous-event', 'failure']

/** The FMEDA of a program: its hardware elements with their failure modes, and the metrics of its safety goals. */
export function FmedaPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="FMEDA"
      kind={kind}
      related={related}
      columns={columns}
      groupings={groupings}
      tabs={tabs}
      summary={summary}
      tools={<PageLink to="/org/functional-safety/goals" title="Safety goals" />}
      nothing="A hardware element has a failure rate and failure modes. They give the metrics of safety goals."
    />
  )
}

const summary = (shown: GraphState, whole: GraphState) => <FmedaSummary shown={shown} whole={whole} />

function columns(graph: GraphState): readonly ArtefactColumn[] {
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Hardware element', width: 240 }),
    fieldColumn(kind, 'part', { width: 130, priority: 4 }),
    fieldColumn(kind, 'fit', {
      title: 'FIT',
      width: 76,
      render: (value) => (value === null ? <span className="gr-none">–</span> : fitText(value as number)),
    }),
    countColumn('mode-count', 'Modes', (row) => modesIn(row).length),
    shareColumn('direct', 'May violate', directShare),
    shareColumn('coverage', 'Coverage', diagnosticCoverage),
    linksColumn(graph, kind, ['may-violate'], 'downstream', { title: 'Safety goals', isShort: true, priority: 1 }),
    fieldColumn(kind, 'rate_source', { title: 'Source', width: 180, grow: 1, priority: 3 }),
    linksColumn(graph, kind, ['built-of'], 'upstream', { title: 'Part of', isShort: true, priority: 5 }),
    statusColumn(kind, { priority: 2 }),
    fieldColumn(kind, 'is_excluded', { width: 120, extra: true }),
    linksColumn(graph, kind, ['fails-by'], 'upstream', { title: 'Failures', extra: true }),
    changedColumn(),
    originColumn(),
  ]
}

/** A column of shares from 0 to 1; null: there is none. */
function shareColumn(key: string, title: string, shareOf: (row: Artefact) => number | null): ArtefactColumn {
  const text = (row: Artefact) => {
    const share = shareOf(row)
    return share === null ? '' : percentText(share)
  }
  return {
    key,
    title,
    width: 92,
    numeric: true,
    sortable: true,
    isMute: true,
    render: (row) => text(row) || <span className="gr-none">–</span>,
    text,
    rank: (row) => shareOf(row) ?? -Infinity,
  }
}

function tabs(graph: GraphState): readonly PageTab[] {
  const violatesNothing = ({ uuid }: Artefact) => linkedWith(graph, uuid, 'downstream', 'may-violate').length === 0
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'no-rate', title: 'Without a rate', keeps: lacksRate },
    { tab: 'shares', title: 'Shares not 100 %', keeps: lacksShares },
    { tab: 'no-goal', title: 'Without a goal', keeps: (row) => isSafetyRelated(row) && violatesNothing(row) },
    { tab: 'excluded', title: 'Not safety related', keeps: (row) => !isSafetyRelated(row) },
  ]
}

const groupings = (graph: GraphState): readonly Grouping[] => [
  {
    key: 'component',
    title: 'Component',
    of: (row) => linkedWith(graph, row.uuid, 'upstream', 'built-of')[0]?.node,
    none: 'Of no component',
  },
]
