import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons'
import { type CSSProperties, type ReactElement, useMemo, useRef } from 'react'
import { type Column, laidOut } from '../../../core/table/columns.ts'
import { useColumns } from '../../../core/table/use-columns.ts'
import { useWidth } from '../../../core/table/use-width.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { CellFilters } from '../filters/cell-filters.tsx'
import { toggleAll } from '../queue/choose.ts'
import { columns, tableId } from './columns.tsx'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { Nothing } from './nothing.tsx'
import { cellClass } from './row.tsx'
import { lengthOf } from '../queue/queue-paging.ts'
import { NotRead, Rows, WindowEnd } from './rows.tsx'
import { sortOf } from '../search.ts'

/** Width of the checkbox and the margins of a row, px. */
const fixedWidth = 52

/** The queue in any state, under its header. `news` is shown between the two. */
export function AlertList({ news }: { readonly news: ReactElement }) {
  const { queue } = useAlertPage()
  const phase = useQueue((state) => state.phase)
  const problem = useQueue((state) => state.problem)
  const empty = useQueue((state) => lengthOf(state.queue) === 0)
  const [measure, width] = useWidth()
  const { shown, choice } = useColumns(tableId, columns)
  const laid = useMemo(() => laidOut(shown, choice, Math.max(0, width - fixedWidth)), [shown, choice, width])
  const inRow = useMemo(() => laid.map(({ column }) => column), [laid])
  const list = useRef<HTMLDivElement>(null)

  return (
    <div
      ref={measure}
      className="am-list"
      style={{ '--am-columns': laid.map((each) => `${each.width}px`).join(' ') } as CSSProperties}
    >
      <Head columns={inRow} />
      {news}
      {phase === 'loading' && <Loading columns={inRow} />}
      {phase === 'failed' && (
        <ErrorState title="The alerts did not load" onRetry={queue.reload}>
          {problem}
        </ErrorState>
      )}
      {phase === 'ready' &&
        (empty ? (
          <Nothing />
        ) : (
          <>
            <div ref={list} className="am-rows-box">
              <Rows columns={inRow} />
              <NotRead />
              <CellFilters list={list} />
            </div>
            <WindowEnd />
          </>
        ))}
    </div>
  )
}

interface ColumnsProps {
  readonly columns: readonly Column<Alert>[]
}

function Head({ columns: shown }: ColumnsProps) {
  const { queue, search } = useAlertPage()
  const selected = useQueue((state) => state.selected.size)
  const loaded = useQueue((state) => state.queue.order.length)
  const sorted = sortedColumns[sortOf(search)]

  return (
    <div className="am-row am-list-head">
      <label className="am-cell-check">
        <input
          type="checkbox"
          className="am-check"
          aria-label="Select every loaded alert"
          checked={selected > 0 && selected === loaded}
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && selected < loaded
          }}
          disabled={loaded === 0}
          onChange={() => toggleAll(queue)}
        />
      </label>
      {shown.map((column) => (
        <span key={column.key} className={cellClass({ ...column, mono: false })}>
          {column.title}
          {column.key === sorted &&
            (search.sort === 'oldest' ? <ArrowUpIcon size={12} /> : <ArrowDownIcon size={12} />)}
        </span>
      ))}
    </div>
  )
}

/** The column for each sort order. */
const sortedColumns = { newest: 'last', oldest: 'first', risk: 'risk', severity: 'severity', count: 'count' } as const

/** Placeholder bars for the cells. Rows look different, otherwise they would be mistaken for content. */
function Loading({ columns: shown }: ColumnsProps) {
  return (
    <div role="status" aria-label="Loading" className="am-loading">
      {Array.from({ length: 40 }, (_, row) => (
        <div key={row} className="am-row">
          <span />
          {shown.map((column, cell) => (
            <span key={column.key} className={cellClass(column)}>
              <span className="am-bar" style={{ width: `${85 - ((row * 37 + cell * 23) % 40)}%` }} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
