import { HTMLSelect } from '@blueprintjs/core'
import { LayoutHierarchyIcon } from '@blueprintjs/icons'
import type { Importance } from '@carapace/shared/graph/fault-tree/analysis'
import { type Sensitivity, sensitivityOf } from '@carapace/shared/graph/fault-tree/sensitivity'
import { useMemo, useState } from 'react'
import type { Sort } from '../../core/table/columns.ts'
import { type Column, DataTable } from '../../core/table/data-table.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import type { AnalysedEvent, AnalysisResult } from './analysis/protocol.ts'
import { useFaultTreeContext } from './editor-context.ts'
import { measureText, scientific } from './words.ts'

interface Row extends AnalysedEvent {
  readonly importance: Importance
  readonly probability: number
  readonly sensitivity: Sensitivity
}

type Shown = 'measures' | 'sensitivity'
const factors = [2, 10, 100] as const

/** How much each basic event matters, sorted by any of the measures (rule FTA-UI-14). */
export function ImportanceTable() {
  const { analysis, reveal, tree } = useFaultTreeContext()
  const { result } = analysis
  const [shown, setShown] = useState<Shown>('measures')
  const [factor, setFactor] = useState(10)
  const [sort, setSort] = useState<Sort>({ key: 'fussellVesely', order: 'desc' })
  const rows = useMemo(() => sortedRows(rowsOf(result, factor), sort), [result, factor, sort])
  const drawn = useMemo(() => new Set(tree.nodes.map(({ id }) => id)), [tree.nodes])
  const show = (next: Shown) => {
    setShown(next)
    setSort({ key: next === 'measures' ? 'fussellVesely' : 'ratio', order: 'desc' })
  }
  return (
    <>
      <div className="ft-tools">
        <Segments<Shown>
          look="switch"
          label="Importance"
          segments={[
            { key: 'measures', label: 'Measures' },
            { key: 'sensitivity', label: 'Sensitivity' },
          ]}
          chosen={shown}
          onChoose={show}
        />
        {shown === 'sensitivity' && (
          <label className="te-row">
            <span className="te-label">Probability divided and multiplied by</span>
            <HTMLSelect
              value={factor}
              options={[...factors]}
              onChange={({ currentTarget: { value } }) => setFactor(Number(value))}
            />
          </label>
        )}
      </div>
      <DataTable
        id="fault-tree-importance"
        label="Importance of basic events"
        columns={shown === 'measures' ? measureColumns : sensitivityColumns}
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
    </>
  )
}

const measures = [
  ['birnbaum', 'Birnbaum'],
  ['criticality', 'Criticality'],
  ['fussellVesely', 'Fussell-Vesely'],
  ['riskAchievementWorth', 'RAW'],
  ['riskReductionWorth', 'RRW'],
] as const satisfies readonly (readonly [keyof Importance, string])[]

const eventColumns: readonly Column<Row>[] = [
  {
    key: 'name',
    title: 'Event',
    width: 140,
    grow: 1,
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
    grow: 2,
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
]

const measureColumns: readonly Column<Row>[] = [
  ...eventColumns,
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

const sensitivityColumns: readonly Column<Row>[] = [
  ...eventColumns,
  {
    key: 'divided',
    title: 'Top if divided',
    width: 124,
    numeric: true,
    sortable: true,
    priority: 3,
    render: ({ sensitivity }) => scientific(sensitivity.divided, 4),
  },
  {
    key: 'multiplied',
    title: 'Top if multiplied',
    width: 124,
    numeric: true,
    sortable: true,
    priority: 2,
    render: ({ sensitivity }) => scientific(sensitivity.multiplied, 4),
  },
  {
    key: 'ratio',
    title: 'Sensitivity',
    width: 100,
    numeric: true,
    sortable: true,
    render: ({ sensitivity }) => measureText(sensitivity.ratio),
  },
]

/** The events that have importance, which needs the exact probability of the top. */
function rowsOf(result: AnalysisResult | undefined, factor: number): readonly Row[] {
  const top = result?.probability?.exact
  if (!result || top === undefined) return []
  return result.events.flatMap(({ importance, probability, ...event }): Row[] =>
    importance && probability !== undefined
      ? [{ ...event, importance, probability, sensitivity: sensitivityOf(importance, probability, top, factor) }]
      : [],
  )
}

/** In the order of a column. */
function sortedRows(rows: readonly Row[], { key, order }: Sort): readonly Row[] {
  const rank = (row: Row): number | string =>
    key === 'name' || key === 'title' || key === 'probability'
      ? row[key]
      : { ...row.importance, ...row.sensitivity }[key as keyof Importance | keyof Sensitivity]
  const turn = order === 'asc' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [rank(a), rank(b)]
    // Infinity - Infinity is no number
    if (typeof x === 'number' && typeof y === 'number')
      return x === y ? a.name.localeCompare(b.name) : x < y ? -turn : turn
    return turn * String(x).localeCompare(String(y), 'en', { numeric: true })
  })
}
