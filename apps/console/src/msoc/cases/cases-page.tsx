import { Button } from '@blueprintjs/core'
import { BriefcaseIcon, FilterRemoveIcon, WarningSignIcon } from '@blueprintjs/icons'
import { type Case, createCase, updateCase } from '@carapace/shared/msoc/cases/cases.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SavedViews } from '../../core/views/saved-views.tsx'
import { Board } from './board/board.tsx'
import { columns, tableId } from './columns.tsx'
import { casesText } from './list/bulk.ts'
import { BulkBar } from './list/bulk-bar.tsx'
import { ExportButton } from './list/export-button.tsx'
import { Filters } from './list/filters.tsx'
import { NewCase } from './list/new-case.tsx'
import { OwnerDialog } from './list/owner-dialog.tsx'
import { SelectionProvider, useSelection } from '../../core/table/selection.tsx'
import { useBulk } from './list/use-bulk.ts'
import { casesQueryOf, CasesSearch, filtersOf, narrowed } from './search.ts'
import { useCases } from './use-cases.ts'
import './cases.css'
import { msocViewPages } from '../view-pages.ts'

interface CasesPageProps {
  readonly search: CasesSearch
  readonly go: (search: CasesSearch) => void
}

const builtIn = [
  { id: 'open', name: 'Open', search: { stage: 'NEW,IN_PROGRESS' } },
  { id: 'mine', name: 'Mine', search: { stage: 'NEW,IN_PROGRESS', owner: 'me' } },
  { id: 'unassigned', name: 'Unassigned', search: { stage: 'NEW,IN_PROGRESS', owner: 'none' } },
  { id: 'overdue', name: 'Overdue', search: { stage: 'NEW,IN_PROGRESS', overdue: 'true' } },
  { id: 'all', name: 'All', search: {} },
] as const

/** The list of cases, or the board: every incident that alerts were escalated to. */
export function CasesPage(props: CasesPageProps) {
  return (
    <SelectionProvider>
      <Page {...props} />
    </SelectionProvider>
  )
}

function Page({ search, go }: CasesPageProps) {
  usePageTitle('Case Management')
  const navigate = useNavigate()
  const [isNew, setNew] = useState(false)
  const refusal = useRefusal(createCase)
  const query = casesQueryOf(search)
  const isBoard = search.as === 'board'
  const open = ({ uuid }: Pick<Case, 'uuid'>) =>
    void navigate({ to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } })
  const write = () => refusal === undefined && setNew(true)
  const show = (as: CasesSearch['as']) => go({ ...search, as })
  useHotkeys([
    { keys: 'n', title: 'New case', group: 'Cases', run: write },
    { keys: 'v', title: 'List or board', group: 'Cases', run: () => show(isBoard ? undefined : 'board') },
  ])

  return (
    <div className="cs-page">
      <PageHead
        title="Case Management"
        tabs={
          <SavedViews
            page={msocViewPages.cases}
            search={filtersOf(search)}
            current={search.view}
            builtIn={builtIn}
            onApply={(view, id) => go(CasesSearch.parse({ ...view, view: id, as: search.as }))}
          />
        }
      >
        <LayoutSwitch isBoard={isBoard} show={show} />
        <Link className="bp6-button bp6-outlined" to="/org/msoc/dashboard/case-management/settings">
          Settings
        </Link>
        <ActButton size="medium" intent="primary" variant="solid" keys="n" refusal={refusal} onClick={write}>
          New case
        </ActButton>
      </PageHead>
      {isBoard ? (
        <Board
          query={query}
          onOpen={open}
          toolbar={<Toolbar search={search} go={go} />}
          onClear={() => go({ view: 'all', as: 'board' })}
        />
      ) : (
        <List search={search} go={go} open={open} />
      )}
      <NewCase isOpen={isNew} onClose={() => setNew(false)} onOpened={open} />
    </div>
  )
}

interface LayoutSwitchProps {
  readonly isBoard: boolean
  readonly show: (as: CasesSearch['as']) => void
}

function LayoutSwitch({ isBoard, show }: LayoutSwitchProps) {
  return (
    <span className="cs-stages" role="group" aria-label="Shown as">
      <button type="button" className="cs-stage" aria-pressed={!isBoard} onClick={() => show(undefined)}>
        List
      </button>
      <button type="button" className="cs-stage" aria-pressed={isBoard} onClick={() => show('board')}>
        Board
      </button>
    </span>
  )
}

function Toolbar({ search, go, children }: CasesPageProps & { readonly children?: ReactNode }) {
  return (
    <div className="c-toolbar cs-toolbar">
      <SearchField
        value={search.q ?? ''}
        label="Search cases"
        placeholder="Title or CAS number"
        onSearch={(q) => go(narrowed(search, 'q', q))}
      />
      <Filters search={search} go={go} />
      {children}
    </div>
  )
}

function List({ search, go, open }: CasesPageProps & { readonly open: (row: Case) => void }) {
  const query = casesQueryOf(search)
  const { rows, total, problem, more, again } = useCases(query)
  const { selected, toggle } = useSelection()
  const bulk = useBulk(again)
  const refusal = useRefusal(updateCase)
  const [assigned, setAssigned] = useState<Case>()

  return (
    <>
      <Toolbar search={search} go={go}>
        <span className="c-toolbar-total num" role="status">
          {total === undefined ? '' : casesText(total)}
        </span>
        <ExportButton query={query} />
        <ColumnChoice id={tableId} columns={columns} />
      </Toolbar>
      <BulkBar rows={rows ?? []} bulk={bulk} />
      {problem !== undefined && rows !== undefined && (
        <p className="cs-outdated" role="alert">
          This list is not up to date: {problem}{' '}
          <Button size="small" variant="outlined" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      <DataTable
        id={tableId}
        label="Cases"
        columns={columns}
        rows={rows}
        keyOf={({ uuid }) => uuid}
        severityOf={({ severity, stage }) => (stage === 'CLOSED' ? undefined : severity)}
        isSelected={({ uuid }) => selected.has(uuid)}
        rowKeys={[
          { keys: 'x', title: 'Select or deselect', run: ({ uuid }) => toggle(uuid) },
          { keys: 'e', title: 'Change the owner', run: (row) => refusal === undefined && setAssigned(row) },
        ]}
        onOpen={open}
        onEnd={more}
        {...(problem !== undefined && { problem })}
        onRetry={again}
        empty={<Nothing search={search} go={go} />}
      />
      <OwnerDialog
        of={assigned}
        onClose={() => setAssigned(undefined)}
        onOwner={(owner, name) => {
          if (assigned !== undefined) void bulk.run([assigned], { owner }, name)
        }}
      />
    </>
  )
}

function Nothing({ search, go }: CasesPageProps) {
  const filters = Object.keys(filtersOf(search)).length
  const isUsual = filters === 1 && search.stage === builtIn[0].search.stage
  if (filters > 0 && !isUsual) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No cases match"
        action={
          <Button variant="outlined" onClick={() => go({ view: 'all' })}>
            {filters === 1 ? 'Clear the filter' : `Clear ${filters} filters`}
          </Button>
        }
      >
        Nothing passes the filters of this view.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<BriefcaseIcon size={24} />}
      title={isUsual ? 'No case is open' : 'No cases yet'}
      action={
        <Link className="bp6-button bp6-outlined" to="/org/msoc/dashboard/alert-management">
          <WarningSignIcon />
          <span>Open cases from alerts in the queue</span>
        </Link>
      }
    >
      A case is opened over alerts: select them in the queue and press e. Press n here for a case without alerts.
    </EmptyState>
  )
}
