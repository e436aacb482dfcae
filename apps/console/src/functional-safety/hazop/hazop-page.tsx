import { GridViewIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { Button } from '@blueprintjs/core'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { Kbd } from '../../core/ui/kbd.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { OrphanedEdits } from '../../graph/editing/orphaned-edits.tsx'
import { PageLink } from '../../graph/links/page-link.tsx'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { ProgramPage } from '../../graph/page/program-page.tsx'
import { ofProject } from '../../graph/store/graph-state.ts'
import { guidewordsOf } from '../methods.ts'
import { ProgramMethod } from '../methods/program-method.tsx'
import { withMethods } from '../read-methods.ts'
import { ofKind } from '../safety.ts'
import { CellPanel } from './cell-panel.tsx'
import { cellAt, cellName, type Cursor, gridOf, nextOpen, shownStates, stateGlyphs, stateWords } from './grid.ts'
import { HazopGrid } from './hazop-grid.tsx'
import type { HazopSearch } from './search.ts'
import '../../graph/graph.css'
import '../../graph/drawer/drawer.css'
import './hazop.css'

interface HazopPageProps {
  readonly search: HazopSearch
  readonly go: (search: HazopSearch, replace?: boolean) => void
}

const related = ['failure', 'hazard']

/** The HAZOP: every function of the item against every guideword. */
export function HazopPage({ search, go }: HazopPageProps) {
  return (
    <ProgramPage title="HAZOP" kind="function" related={related} computed={withMethods} search={search} go={go}>
      <Page search={search} go={go} />
    </ProgramPage>
  )
}

function Page({ search, go }: HazopPageProps) {
  const { program, edits } = usePageContext()
  const graph = usePageGraph((state) => state)
  const grid = useMemo(() => {
    const functions = ofKind(ofProject(graph, search.projectId), 'function').toSorted((a, b) => a.number - b.number)
    return gridOf(graph, functions, guidewordsOf(graph))
  }, [graph, search.projectId])
  const rows = useMemo(
    () => (search.only === 'open' ? grid.rows.filter(({ cells, judged }) => judged < cells.length) : grid.rows),
    [grid, search.only],
  )
  const [moved, setCursor] = useState<Cursor>()
  const opened = cellAt(rows, search.cell)
  const cursor = bounded(moved ?? opened ?? { row: 0, column: 0 }, rows.length)
  const cell = opened && rows[opened.row]!.cells[opened.column]!
  const move = (next: Cursor) => {
    setCursor(next)
    // the panel, if it is open, follows the cursor
    if (opened && rows[next.row]) go({ ...search, cell: cellName(rows[next.row]!.cells[next.column]!) }, true)
  }
  const close = () => go({ ...search, cell: undefined }, true)
  useLeaveWarning(useStore(edits.state, ({ all }) => all.size > 0))
  useHotkeys([
    { keys: 'u', title: 'Next open cell', group: 'HAZOP', run: () => toOpen() },
    { keys: 'Escape', title: 'Close the panel', group: 'HAZOP', run: () => opened && close() },
  ])
  const toOpen = () => {
    const next = nextOpen(rows, cursor)
    if (next) move(next)
  }
  return (
    <div className="gr-page">
      <PageHead title="HAZOP">
        <ProgramMethod kind="guidewords" />
        <PageLink to="/org/functional-safety/hazop-function-configure" title="Functions" />
        <PageLink to="/org/functional-safety/hazop-scenario" title="Failures" />
        <PageLink to="/org/functional-safety/hazard-summary" title="Hazards" />
      </PageHead>
      <OrphanedEdits />
      <div className={graph.isWhole ? 'gr-about' : 'gr-about gr-about-loading'} aria-busy={!graph.isWhole}>
        <div className="c-toolbar hz-bar">
          <Coverage grid={grid} />
          <Button
            variant="outlined"
            active={search.only === 'open'}
            onClick={() => go({ ...search, only: search.only === 'open' ? undefined : 'open' })}
          >
            Functions with open cells: {number(grid.coverage.openFunctions.length)}
          </Button>
          <Button variant="outlined" endIcon={<Kbd keys="u" />} onClick={toOpen}>
            Next open cell
          </Button>
        </div>
      </div>
      <div className="gr-body">
        <section className="gr-main" aria-label="HAZOP">
          {graph.problem !== undefined && grid.rows.length === 0 ? (
            <ErrorState title="The HAZOP did not load" onRetry={program.reload}>
              {graph.problem}
            </ErrorState>
          ) : !graph.isWhole && grid.rows.length === 0 ? (
            <SkeletonRows rows={16} columns={['260px', '1fr']} />
          ) : rows.length === 0 ? (
            <NoRows isNarrowed={grid.rows.length > 0} onAll={() => go({ ...search, only: undefined })} />
          ) : (
            <HazopGrid
              rows={rows}
              guidewords={guidewordsOf(graph).guidewords}
              cursor={cursor}
              openName={search.cell}
              onMove={move}
              onOpen={(at) => {
                setCursor(at)
                go({ ...search, cell: cellName(rows[at.row]!.cells[at.column]!) }, opened !== undefined)
              }}
            />
          )}
        </section>
        {cell && <CellPanel key={cellName(cell)} cell={cell} onClose={close} />}
      </div>
    </div>
  )
}

const bounded = ({ row, column }: Cursor, rows: number): Cursor => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column,
})

/** The share of judged cells, and the cells by state. */
function Coverage({ grid: { rows, coverage } }: { readonly grid: ReturnType<typeof gridOf> }) {
  const cells = rows.flatMap((row) => row.cells)
  const counts = shownStates.map((state) => ({ state, count: cells.filter((cell) => cell.state === state).length }))
  return (
    <>
      <span className="hz-share" role="status">
        Judged <b className="num">{coverage.share === null ? '–' : `${Math.floor(coverage.share * 100)} %`}</b>
        <span className="c-note num">
          {' '}
          {number(cells.length - coverage.counts.open)} of {number(cells.length)} cells
        </span>
      </span>
      <ul className="hz-key" aria-label="Cells by state">
        {counts.map(({ state, count }) => (
          <li key={state}>
            <i className={`hz-cell hz-${state}`} aria-hidden>
              {stateGlyphs[state]}
            </i>
            {stateWords[state]} <b className="num">{number(count)}</b>
          </li>
        ))}
      </ul>
      {coverage.strays.length > 0 && (
        <span className="c-note num">
          {number(coverage.strays.length)} {coverage.strays.length === 1 ? 'failure has' : 'failures have'} a guideword
          that is not listed
        </span>
      )}
    </>
  )
}

function NoRows({ isNarrowed, onAll }: { readonly isNarrowed: boolean; readonly onAll: () => void }) {
  if (isNarrowed)
    return (
      <EmptyState
        icon={<GridViewIcon size={24} />}
        title="No open cell"
        action={
          <Button variant="outlined" onClick={onAll}>
            All functions
          </Button>
        }
      >
        Every guideword is judged for every function.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<GridViewIcon size={24} />}
      title="No functions yet"
      action={<PageLink to="/org/functional-safety/hazop-function-configure" title="Functions of the item" />}
    >
      The HAZOP asks of each function of the item how it can fail. Begin with its functions.
    </EmptyState>
  )
}
