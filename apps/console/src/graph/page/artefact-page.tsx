import { Button } from '@blueprintjs/core'
import { AddIcon, FilterRemoveIcon, ManyToManyIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useLocation } from '@tanstack/react-router'
import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import type { Sort } from '../../core/table/columns.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { viewPageAt } from '../../core/views/view-pages.ts'
import { SavedViews } from '../../core/views/saved-views.tsx'
import { ArtefactDrawer, type DrawerPart } from '../drawer/artefact-drawer.tsx'
import { ArtefactTable } from '../table/artefact-table.tsx'
import { BulkBar } from '../table/bulk-bar.tsx'
import { usePageContext } from './page-context.tsx'
import { OrphanedEdits } from '../editing/orphaned-edits.tsx'
import { ExchangeMenu } from '../exchange/exchange-menu.tsx'
import { artefactOf, type Computed, type GraphState, ofProject } from '../store/graph-state.ts'
import { NewArtefact } from './new-artefact.tsx'
import { ProgramPage } from './program-page.tsx'
import { useGraph } from '../store/program-store.ts'
import { type ArtefactColumn, type Grouping, laidLines, narrowed, sorted } from '../table/rows.ts'
import { turnedTo, viewIn } from './saved-views.ts'
import { type AddressProps, whereOf } from './search.ts'
import { among, TableProvider, tableStore, useTable, useTableStore } from '../table/table-state.ts'
import { Toolbar } from '../table/toolbar.tsx'
import '../graph.css'

/** A tab beside the page's title that filters its list: "Suspect 6". */
export interface PageTab {
  readonly tab: string
  readonly title: string
  readonly keeps: (row: Artefact) => boolean
}

/** The options in which one page of artefacts differs from another. */
export interface PageOf {
  readonly title: string
  readonly kind: string
  /** Kinds whose fields the columns and the summary need. */
  readonly related?: readonly string[]
  /** Values of modules that the columns and the summary need. */
  readonly computed?: readonly Computed<unknown>[]
  readonly columns: (graph: GraphState) => readonly ArtefactColumn[]
  readonly groupings?: (graph: GraphState) => readonly Grouping[]
  readonly usualGroup?: string
  /** For a hierarchy of rows: the uuid of the parent row. */
  readonly above?: (graph: GraphState) => (row: Artefact) => string | undefined
  readonly usualSort?: Sort
  /** The first tab shows everything. */
  readonly tabs?: (graph: GraphState) => readonly PageTab[]
  /** The summary of the listed artefacts and their links; `whole` includes those outside the project. */
  readonly summary?: (graph: GraphState, whole: GraphState) => ReactNode
  readonly below?: (row: Artefact) => ReactNode
  /** Drawer tabs that only this page has, after Details. */
  readonly parts?: (row: Artefact) => readonly DrawerPart[]
  /** The text of an empty list: why there may be nothing, and what to do next. */
  readonly nothing: string
  /** Limits the list to some artefacts of its kind. */
  readonly shows?: (row: Artefact, graph: GraphState) => boolean
  /** Replaces the table's usual tabs: links to the page's other lists. */
  readonly views?: ReactNode
  readonly tools?: ReactNode
}

/** The page of a program's artefacts of one kind: the list, and the drawer of the open one. */
export function ArtefactPage({ search, go, ...of }: PageOf & AddressProps) {
  return (
    <ProgramPage {...of} search={search} go={go}>
      <WithTable>
        <Page of={of} />
      </WithTable>
    </ProgramPage>
  )
}

/** Keeps the state of the page's table: cursor, selection, and what is folded. */
function WithTable({ children }: { readonly children: ReactNode }) {
  const [table] = useState(tableStore)
  return <TableProvider value={table}>{children}</TableProvider>
}

function Page({ of }: { readonly of: PageOf }) {
  const { program, search, go, refusal, edits, kind } = usePageContext()
  const graph = useGraph(program, (state) => state)
  const { rows, columns, tabs } = useRows(of, graph)
  const shownGraph = useMemo(() => ofProject(graph, search.projectId), [graph, search.projectId])
  const open = artefactOf(graph, search.open)
  const opened = open?.kind === kind ? open : undefined
  const [isMaking, setMaking] = useState(false)
  const named = artefactKindNamed(kind)!
  const make = () => refusal === undefined && setMaking(true)
  const openRow = ({ code }: Artefact) => go({ open: code }, search.open !== undefined)
  useHotkeys([
    { keys: 'n', title: `New ${named.title.toLowerCase()}`, group: of.title, run: make },
    { keys: 'Escape', title: 'Clear the selection, then close the drawer', group: of.title, run: useStepBack() },
  ])
  useLeaveWarning(useStore(edits.state, ({ all }) => all.size > 0))
  return (
    <div className="gr-page">
      <PageHead
        title={of.title}
        tabs={
          <>
            {of.views ?? <Tabs tabs={tabs} rows={rows} />}
            <PageViews />
          </>
        }
      >
        {of.tools}
        <ExchangeMenu />
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text={named.title}
          refusal={refusal}
          onClick={make}
        />
      </PageHead>
      <div className="gr-body">
        <section className="gr-main" aria-label={of.title}>
          <div className={graph.isWhole ? 'gr-about' : 'gr-about gr-about-loading'} aria-busy={!graph.isWhole}>
            {of.summary?.(shownGraph, graph)}
          </div>
          <List
            of={of}
            rows={rows}
            columns={columns}
            tabs={tabs}
            openUuid={opened?.uuid}
            onOpen={openRow}
            onMake={make}
          />
        </section>
        {opened && <ArtefactDrawer key={opened.uuid} artefact={opened} parts={of.parts?.(opened)} />}
      </div>
      {isMaking && (
        <NewArtefact
          kind={kind}
          onClose={() => setMaking(false)}
          onMade={(row) => (setMaking(false), go({ open: row.code, part: 'details' }))}
        />
      )}
    </div>
  )
}

function useRows(of: PageOf, graph: GraphState) {
  const { search, kind } = usePageContext()
  const { shows, columns: columnsOf, tabs: tabsOf } = of
  const { projectId } = search
  const columns = useMemo(() => columnsOf(graph), [columnsOf, graph])
  const rows = useMemo(
    () =>
      graph.isWhole || graph.artefacts.size > 0
        ? [...graph.artefacts.values()].filter(
            (row) =>
              row.kind === kind &&
              (projectId === undefined || row.project_uuid === projectId) &&
              (shows?.(row, graph) ?? true),
          )
        : undefined,
    [graph, kind, projectId, shows],
  )
  const tabs = useMemo(() => tabsOf?.(graph) ?? [], [tabsOf, graph])
  return { rows, columns, tabs }
}

/** Escape first clears the selection for bulk actions, then closes the drawer. */
function useStepBack(): () => void {
  const table = useTableStore()
  const { go, search } = usePageContext()
  return () => {
    if (table.getState().selected.size > 0) table.setState({ selected: new Set() })
    else if (search.open !== undefined) go({ open: undefined, part: undefined })
  }
}

function Tabs({ tabs, rows }: { readonly tabs: readonly PageTab[]; readonly rows: readonly Artefact[] | undefined }) {
  const { search, go } = usePageContext()
  if (tabs.length === 0) return null
  const now = tabs.find(({ tab }) => tab === search.tab) ?? tabs[0]
  return (
    <div className="c-tabs" role="group" aria-label="Which are shown">
      {tabs.map((each, place) => (
        <button
          key={each.tab}
          type="button"
          className="c-tab gr-tab"
          aria-current={each === now ? 'true' : undefined}
          onClick={() => go({ tab: place === 0 ? undefined : each.tab })}
        >
          {each.title}
          {rows && <span className="num gr-count">{number(rows.filter(each.keeps).length)}</span>}
        </button>
      ))}
    </div>
  )
}

/**
 * The saved views of this page. They are the same for all programs, since they filter in the same way (GRAPH-UI-16).
 */
function PageViews() {
  const { search, go } = usePageContext()
  const page = viewPageAt(useLocation({ select: ({ pathname }) => pathname }))
  return (
    page && (
      <SavedViews
        page={page}
        search={viewIn(search)}
        current={search.saved}
        onApply={(view, saved) => go(turnedTo(view, saved))}
      />
    )
  )
}

interface ListProps {
  readonly of: PageOf
  readonly rows: readonly Artefact[] | undefined
  readonly columns: readonly ArtefactColumn[]
  readonly tabs: readonly PageTab[]
  readonly openUuid: string | undefined
  readonly onOpen: (row: Artefact) => void
  readonly onMake: () => void
}

function List({ of, rows, columns, tabs, openUuid, onOpen, onMake }: ListProps) {
  const { program, search, go, kind } = usePageContext()
  const graph = useGraph(program, (state) => state)
  const { groupings: groupingsOf, above: aboveOf } = of
  const groupings = useMemo(() => groupingsOf?.(graph) ?? [], [groupingsOf, graph])
  const grouping =
    search.group === 'none' ? undefined : groupings.find(({ key }) => key === (search.group ?? of.usualGroup))
  const sort = search.sort === undefined ? of.usualSort : { key: search.sort, order: search.order ?? 'asc' }
  const shown = useShown({ rows, columns, sort, keeps: tabs.find(({ tab }) => tab === search.tab)?.keeps })
  const folded = useTable((state) => state.folded)
  const opened = useTable((state) => state.opened)
  const above = useMemo(() => aboveOf?.(graph), [aboveOf, graph])
  const lines = useMemo(
    () => shown && laidLines(shown, { grouping, above, folded, opened }),
    [shown, grouping, above, folded, opened],
  )
  useSelectionAmong(shown)
  const id = `artefacts.${kind}.${of.title}`
  return (
    <>
      <Toolbar
        id={id}
        columns={columns}
        groupings={groupings}
        grouping={grouping}
        sort={sort}
        usualSort={of.usualSort}
        shown={shown}
        total={rows?.length}
      />
      {graph.problem !== undefined && rows !== undefined && (
        <p className="gr-outdated" role="alert">
          This list is not up to date: {graph.problem}{' '}
          <Button size="small" variant="outlined" onClick={program.reload}>
            Try again
          </Button>
        </p>
      )}
      <OrphanedEdits />
      <BulkBar rows={shown ?? []} />
      <ArtefactTable
        id={id}
        label={of.title}
        columns={columns}
        lines={lines}
        sort={sort}
        onSort={({ key, order }) => go({ sort: key, order })}
        onOpen={onOpen}
        openUuid={openUuid}
        {...(of.below && { below: of.below })}
        problem={graph.problem}
        onRetry={program.reload}
        empty={<Nothing of={of} isNarrowed={rows !== undefined && rows.length > 0} onMake={onMake} />}
      />
    </>
  )
}

function useShown({
  rows,
  columns,
  sort,
  keeps,
}: Pick<ListProps, 'rows' | 'columns'> & {
  readonly sort: Sort | undefined
  readonly keeps: PageTab['keeps'] | undefined
}) {
  const {
    search: { q, where },
  } = usePageContext()
  return useMemo(
    () => rows && sorted(narrowed(rows, columns, { q, where: whereOf(where), keeps }), columns, sort),
    [rows, columns, q, where, keeps, sort],
  )
}

/** Rows that are filtered out are not selected, so that bulk actions do not touch them. */
function useSelectionAmong(shown: readonly Artefact[] | undefined): void {
  const table = useTableStore()
  useEffect(() => {
    if (shown) table.setState(({ selected }) => ({ selected: among(selected, new Set(shown.map(({ uuid }) => uuid))) }))
  }, [shown, table])
}

function Nothing({
  of,
  isNarrowed,
  onMake,
}: {
  readonly of: PageOf
  readonly isNarrowed: boolean
  readonly onMake: () => void
}): ReactElement {
  const { go, refusal } = usePageContext()
  const { title, plural } = artefactKindNamed(of.kind)!
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title={`No ${plural.toLowerCase()} match`}
        action={
          <Button variant="outlined" onClick={() => go({ q: undefined, where: undefined, tab: undefined })}>
            Clear the filters
          </Button>
        }
      >
        None of this program&rsquo;s is found by them.
      </EmptyState>
    )
  }
  const action =
    refusal === undefined
      ? { action: <Button intent="primary" icon={<AddIcon />} onClick={onMake}>{`New ${title.toLowerCase()}`}</Button> }
      : {}
  return (
    <EmptyState icon={<ManyToManyIcon size={24} />} title={`No ${plural.toLowerCase()} yet`} {...action}>
      {of.nothing}
    </EmptyState>
  )
}
