import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DrawerPart } from '../../graph/drawer/artefact-drawer.tsx'
import { PageLink } from '../../graph/links/page-link.tsx'
import { ArtefactPage, type PageTab } from '../../graph/page/artefact-page.tsx'
import type { AddressProps } from '../../graph/page/search.ts'
import { Figures } from '../../graph/page/figures.tsx'
import {
  changedColumn,
  codeColumn,
  countColumn,
  linksColumn,
  statusColumn,
  titleColumn,
} from '../../graph/table/columns.tsx'
import type { GraphState } from '../../graph/store/graph-state.ts'
import type { ArtefactColumn } from '../../graph/table/rows.ts'
import { guidewordsOf } from '../methods.ts'
import { withMethods } from '../read-methods.ts'
import { ofKind } from '../safety.ts'
import { FunctionGuidewords } from './function-guidewords.tsx'
import { type GridRow, gridOf } from './grid.ts'
import './hazop.css'

const kind = 'function'
export const functionRelated = ['failure', 'hazard']

/** The functions of the item, and how much of the HAZOP of each is done. */
export function FunctionsPage(address: AddressProps) {
  return (
    <ArtefactPage
      {...address}
      title="HAZOP functions"
      kind={kind}
      related={functionRelated}
      computed={withMethods}
      columns={columns}
      tabs={tabs}
      summary={summary}
      parts={parts}
      tools={<PageLink to="/org/functional-safety/hazop" title="HAZOP" />}
      nothing="A function is what the item does. The HAZOP asks of each how it can fail."
    />
  )
}

const rowsIn = (graph: GraphState) => gridOf(graph, ofKind(graph, kind), guidewordsOf(graph)).rows

function columns(graph: GraphState): readonly ArtefactColumn[] {
  const rows = new Map(rowsIn(graph).map((row) => [row.function.uuid, row]))
  const count = (row: Artefact, state: string) =>
    rows.get(row.uuid)?.cells.filter((cell) => cell.state === state).length ?? 0
  return [
    codeColumn(),
    titleColumn(graph, { title: 'Function', width: 280 }),
    linksColumn(graph, kind, ['performs'], 'upstream', { title: 'Performed by', width: 200, grow: 1, priority: 3 }),
    coverageColumn((row) => rows.get(row.uuid)),
    countColumn('hazardous', 'Hazardous', (row) => count(row, 'hazardous'), { width: 84 }),
    countColumn('harmless', 'Not hazardous', (row) => count(row, 'harmless'), { width: 104, priority: 5 }),
    countColumn('not-applicable', 'Do not apply', (row) => count(row, 'not-applicable'), { width: 92, priority: 6 }),
    countColumn('to-judge', 'To judge', (row) => count(row, 'to-judge'), { width: 76, priority: 4 }),
    statusColumn(kind),
    changedColumn(),
  ]
}

function coverageColumn(rowOf: (row: Artefact) => GridRow | undefined): ArtefactColumn {
  const share = (row: Artefact) => {
    const found = rowOf(row)
    return found && found.cells.length > 0 ? found.judged / found.cells.length : 0
  }
  const words = (row: Artefact) => `${rowOf(row)?.judged ?? 0} of ${rowOf(row)?.cells.length ?? 0}`
  return {
    key: 'coverage',
    title: 'Judged',
    width: 152,
    sortable: true,
    isMute: true,
    render: (row) => (
      <span className="hz-cover">
        <span className="hz-cover-bar" aria-hidden>
          <i style={{ width: `${share(row) * 100}%` }} />
        </span>
        <span className="num">{words(row)}</span>
      </span>
    ),
    text: (row) => `${words(row)} guidewords`,
    rank: share,
  }
}

function tabs(graph: GraphState): readonly PageTab[] {
  const open = new Set(
    rowsIn(graph)
      .filter(({ judged, cells }) => judged < cells.length)
      .map((row) => row.function.uuid),
  )
  return [
    { tab: 'all', title: 'All', keeps: () => true },
    { tab: 'open', title: 'With open cells', keeps: ({ uuid }) => open.has(uuid) },
  ]
}

function summary(graph: GraphState) {
  const { rows, coverage } = gridOf(graph, ofKind(graph, kind), guidewordsOf(graph))
  const { counts, share } = coverage
  return (
    <Figures
      figures={[
        {
          title: 'Functions that are judged completely',
          value: rows.length - coverage.openFunctions.length,
          of: `of ${rows.length}`,
        },
        {
          title: 'Judged cells',
          value: coverage.cells.length - counts.open,
          of: share === null ? 'of 0' : `of ${coverage.cells.length}, ${Math.floor(share * 100)} %`,
        },
        { title: 'Guidewords that do not apply', value: counts['not-applicable'] },
        { title: 'Open cells', value: counts.open },
      ]}
    />
  )
}

const parts = (row: Artefact): readonly DrawerPart[] => [
  {
    part: 'hazop',
    title: 'HAZOP',
    order: 15,
    render: () => (
      <>
        <div className="fs-drawer-way">
          <PageLink to="/org/functional-safety/hazop-function-configure-edit" title="Open as a page" open={row.code} />
        </div>
        <FunctionGuidewords function={row} />
      </>
    ),
  },
]
