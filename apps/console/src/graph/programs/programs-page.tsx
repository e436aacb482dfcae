import { Button } from '@blueprintjs/core'
import { AddIcon, FilterRemoveIcon, ProjectsIcon } from '@blueprintjs/icons'
import { programOrders } from '@carapace/shared/graph/programs/list-orders'
import { phaseLabels, phases } from '@carapace/shared/graph/programs/phases'
import {
  exportPrograms,
  getPrograms,
  type Program,
  saveProgram,
} from '@carapace/shared/graph/programs/programs.contract'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { download } from '../../core/call/download.ts'
import { number } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../core/session/may.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { columns } from './program-columns.tsx'
import { ExportButton } from './export-button.tsx'
import { Pager } from './pager.tsx'
import { ProgramForm } from './program-form.tsx'
import { listQueryOf, lastPage, narrowed, passing, type ProgramsSearch, sorted, sortIn } from './programs-search.ts'
import './programs.css'

interface ProgramsPageProps {
  readonly search: ProgramsSearch
  readonly go: (search: ProgramsSearch) => void
  /** Shown in the page head, before "New program". */
  readonly tools?: ReactNode
}

const tableId = 'programs'
const phaseChoices = phases.map((word) => ({ word, text: phaseLabels[word] }))

/** The list of programs and their state. */
export function ProgramsPage({ search, go, tools }: ProgramsPageProps) {
  usePageTitle('Programs')
  const { data, problem, refetch: again } = usePrograms(search)
  const navigate = useNavigate()
  const refusal = useRefusal(saveProgram)
  const [creating, setCreating] = useState(false)
  const { perPage, page } = listQueryOf(search)
  const open = ({ uuid }: Program) => void navigate({ to: '/org/lifecycle/program', search: { programId: uuid } })
  const create = () => refusal === undefined && setCreating(true)
  useHotkeys([{ keys: 'n', title: 'New program', group: 'Programs', run: create }])
  useLastPage(data?.total, search, go)

  return (
    <div className="pg-page">
      <PageHead title="Programs">
        {tools}
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text="New program"
          refusal={refusal}
          onClick={create}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search programs"
          placeholder="Name or description"
          onSearch={(q) => go(narrowed(search, { q }))}
        />
        <FilterMenu
          name="Phase"
          single
          choices={phaseChoices}
          chosen={search.phase === undefined ? [] : [search.phase]}
          onChoose={([phase]) => go(narrowed(search, { phase }))}
        />
        <span className="c-toolbar-total num" role="status">
          {data === undefined ? '' : `${number(data.total)} ${data.total === 1 ? 'program' : 'programs'}`}
        </span>
        <ExportButton of="programs" take={() => download(exportPrograms, passing(search), 'programs.csv')} />
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      {problem !== undefined && data !== undefined && (
        <p className="pg-outdated" role="alert">
          This list is not up to date: {problem}{' '}
          <Button size="small" variant="outlined" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      <DataTable
        id={tableId}
        label="Programs"
        columns={columns}
        rows={data?.programs}
        keyOf={({ uuid }) => uuid}
        sort={sortIn(programOrders, search)}
        onSort={(sort) => go(sorted(search, sort))}
        onOpen={open}
        {...(problem !== undefined && { problem: `Failed to fetch programs: ${problem}` })}
        onRetry={again}
        empty={<Nothing search={search} go={go} refusal={refusal} onCreate={create} />}
      />
      {data !== undefined && data.total > 0 && (
        <Pager
          total={data.total}
          perPage={perPage}
          page={page}
          onPage={(next) => go(narrowed(search, { page: next }))}
          onSize={(size) => go(narrowed(search, { perPage: size }))}
        />
      )}
      {creating && (
        <ProgramForm
          onClose={() => setCreating(false)}
          onSaved={(program) => {
            toast.success(`${program.name} is created.`)
            open(program)
          }}
        />
      )}
    </div>
  )
}

function usePrograms(search: ProgramsSearch) {
  return useEndpoint(getPrograms, listQueryOf(search), pageSubject)
}

/** Goes to the page before when the only program of the last page was removed (rule PROGRAM-LIST-2). */
function useLastPage(total: number | undefined, search: ProgramsSearch, go: (search: ProgramsSearch) => void): void {
  const { perPage, page } = listQueryOf(search)
  const last = total === undefined ? page : lastPage(total, perPage)
  useEffect(() => {
    if (page > last) go(narrowed(search, { page: last }))
  })
}

interface NothingProps extends Omit<ProgramsPageProps, 'tools'> {
  readonly refusal: string | undefined
  readonly onCreate: () => void
}

function Nothing({ search, go, refusal, onCreate }: NothingProps) {
  if (search.q !== undefined || search.phase !== undefined) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No programs match"
        action={
          <Button variant="outlined" onClick={() => go({})}>
            Clear the search
          </Button>
        }
      >
        None of the programs that you see is found by it.
      </EmptyState>
    )
  }
  if (refusal !== undefined) {
    return (
      <EmptyState icon={<ProjectsIcon size={24} />} title="No programs yet">
        You see a program once its lead adds you to it.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<ProjectsIcon size={24} />}
      title="No programs yet"
      action={
        <Button intent="primary" icon={<AddIcon />} onClick={onCreate}>
          New program
        </Button>
      }
    >
      A program is a vehicle platform or an item through all of its life, from the concept to the end of support.
    </EmptyState>
  )
}
