import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { columnsOf, linksColumn } from '../../graph/table/columns.tsx'
import type { GraphState } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn, Grouping } from '../../graph/table/rows.ts'

/** The production control plan: the controls at each station so that the product is built as engineered (WP-12-01). */
export function ProductionPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Production Control"
      kind="production-control"
      columns={productionColumns}
      groupings={byStation}
      nothing="A production control describes a task at a station and its check: provision keys, lock debug ports."
    />
  )
}

function productionColumns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('production-control', graph, [
    linksColumn(graph, 'production-control', ['realised'], 'upstream', { title: 'Realises', width: 240, grow: 1 }),
  ])
}

const byStation = (): readonly Grouping[] => [
  {
    key: 'station',
    title: 'Station',
    none: 'At no station',
    of: ({ fields: { station } }) =>
      typeof station === 'string' && station !== '' ? { uuid: station, code: station, title: '' } : undefined,
  },
]

/** The decommissioning steps: data, keys, registrations, support. */
export function DecommissioningPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="Asset Decommissioning"
      kind="decommissioning"
      columns={decommissioningColumns}
      tabs={decommissioningTabs}
      nothing="A decommissioning step handles data, keys or registrations when a vehicle or its support ends."
    />
  )
}

function decommissioningColumns(graph: GraphState): readonly ArtefactColumn[] {
  return columnsOf('decommissioning', graph, [
    linksColumn(graph, 'decommissioning', ['realised'], 'upstream', { title: 'Realises', width: 240, grow: 1 }),
  ])
}

const decommissioningTabs = (): readonly PageTab[] => [
  { tab: 'all', title: 'All', keeps: () => true },
  { tab: 'open', title: 'Open', keeps: ({ status }) => status !== 'COMPLETED' && status !== 'APPROVED' },
]
