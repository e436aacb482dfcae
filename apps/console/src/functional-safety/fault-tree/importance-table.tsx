import { LayoutHierarchyIcon } from '@blueprintjs/icons'
import type { Importance } from '@carapace/shared/graph/fault-tree/analysis'
import { useMemo, useState } from 'react'
import type { Sort } from '../../core/table/columns.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import type { AnalysedEvent } from './analysis/protocol.ts'
import { useFaultTreeContext } from './editor-context.ts'
import { measureText, scientific } from './words.ts'

interface Row extends AnalysedEvent {
  readonly importance: Importance
  readonly probability: number
}

const measures = [
  ['birnbaum', 'Birnbaum'],
  ['criticality', 'Criticality'],
  ['fussellVesely', 'Fussell-Vesely'],
  ['riskAchievementWorth', 'RAW'],
  ['riskReductionWorth', 'RRW'],
] as const satisfies readonly (readonly [keyof Importance, string])[]

/** How much each basic event matters, sorted by any of the measures. */
export function ImportanceTable() {
  const { analysis, reveal, tree } = useFaultTreeContext()
  const { result } = analysis
  const [sort, setSort] = useState<Sort>({ key: 'fussellVesely', order: 'desc' })
  const rows = useMemo(() => sortedRows(result?.events ?? [], sort), [result, sort])
  const drawn = useMemo(() => new Set(tree.nodes.map(({ id }) => id)), [tree.nodes])
  return (
    <DataTable
      id="fault-tree-importance"
      label="Importance of basic events"
      columns={columns}
      rows={result ? rows : analysis.trouble === undefined ? undefined : []}
      keyOf={({ name }) => name}
      rowHeight={28}
      sort={sort}
      onSort={setSort}
      onOpen={({ name }) => drawn.has(name) && reveal(name)}
      empty={
        <EmptyState icon={<LayoutHierarchyIcon size={24} />} title="No importance">
          {result && !result.probability
            ? 'Give every basic event a probability first.'
            : 'It needs the exact probability of the top event.'}
        </EmptyState>
      }
    />
  )
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Event',
    width: 140,
    mono: true,
    always: true,
    sortable: true,
    render: ({ name }) => name,
    text: ({ name }) => name,
  },
  {
    key: 'title',
    title: 'Text',
    width: 220,
    grow: 1,
    sortable: true,
    render: ({ title }) => title,
    text: ({ title }) => title,
  },
  {
    key: 'probability',
    title: 'Probability',
    width: 100,
    numeric: true,
    sortable: true,
    priority: 1,
    render: ({ probability }) => scientific(probability, 3),
  },
  ...measures.map(([key, title], at): Column<Row> => ({
    key,
    title,
    width: 116,
    numeric: true,
    sortable: true,
    priority: at === 2 ? 0 : at + 2,
    render: ({ importance }) => measureText(importance[key]),
  })),
]

/** Events with importance measures, in the order of a column. */
function sortedRows(events: readonly AnalysedEvent[], { key, order }: Sort): readonly Row[] {
  const rows = events.flatMap((event): Row[] =>
    event.importance && event.probability !== undefined
      ? [{ ...event, importance: event.importance, probability: event.probability }]
      : [],
  )
  const rank = (row: Row): number | string =>
    key === 'name' || key === 'title' || key === 'probability' ? row[key] : row.importance[key as keyof Importance]
  const turn = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    // Infinity - Infinity is no number
    if (typeof x === 'number' && typeof y === 'number')
      return x === y ? a.name.localeCompare(b.name) : x < y ? -turn : turn
    return turn * String(x).localeCompare(String(y), 'en', { numeric: true })
  })
}
