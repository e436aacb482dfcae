import { Button } from '@blueprintjs/core'
import { AddIcon, CubeIcon, FilterRemoveIcon, ImportIcon } from '@blueprintjs/icons'
import { projectOrders } from '@carapace/shared/graph/programs/list-orders'
import { phaseLabels, phases } from '@carapace/shared/graph/programs/phases'
import { projectTypes } from '@carapace/shared/graph/programs/projects'
import { getProgram, getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import {
  exportProjects,
  getProjects,
  type Project,
  saveProject,
} from '@carapace/shared/graph/programs/projects.contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { download } from '../../core/call/download.ts'
import { number, sentenceCase } from '../../core/format/format.ts'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { useRefusal } from '../../core/session/may.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ColumnChoice, DataTable } from '../../core/table/data-table.tsx'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { FilterMenu } from '../../core/ui/filter-menu.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { Outdated } from '../../graph/programs/missing.tsx'
import { ExportButton } from '../../graph/programs/export-button.tsx'
import { Pager } from '../../graph/programs/pager.tsx'
import { lastPage, sortIn } from '../../graph/programs/programs-search.ts'
import { columns } from './columns.tsx'
import { listQueryOf, narrowed, passing, type ProjectsSearch, sorted } from './search.ts'
import '../../graph/programs/programs.css'
import '../program/program.css'

interface ProjectsPageProps {
  readonly search: ProjectsSearch
  readonly go: (search: ProjectsSearch) => void
}

const tableId = 'projects'
const phaseChoices = phases.map((word) => ({ word, text: phaseLabels[word] }))
const typeChoices = projectTypes.map((word) => ({ word, text: sentenceCase(word) }))

/** The projects of all programs that the user may see, each with its phase, its lead and its highest risk. */
export function ProjectsPage({ search, go }: ProjectsPageProps) {
  usePageTitle('Projects')
  const { data, problem, error, refetch: again } = useProjects(search)
  const navigate = useNavigate()
  const refusal = useRefusal(saveProject)
  const { perPage, page } = listQueryOf(search)
  const open = ({ uuid, program_uuid: programId }: Project) =>
    void navigate({ to: '/org/lifecycle/projects/view', search: { programId, projectId: uuid } })
  const create = () =>
    refusal === undefined &&
    void navigate({
      to: '/org/lifecycle/projects/create',
      search: search.programId === undefined ? {} : { programId: search.programId },
    })
  useHotkeys([{ keys: 'n', title: 'New project', group: 'Projects', run: create }])
  useLastPage(data?.total, search, go)

  return (
    <div className="pg-page">
      <PageHead title="Projects">
        <Link className="bp6-button bp6-outlined" to="/org/lifecycle/projects/zip">
          <ImportIcon />
          <span>Archives</span>
        </Link>
        <ActButton
          size="medium"
          intent="primary"
          variant="solid"
          icon={<AddIcon />}
          keys="n"
          text="New project"
          refusal={refusal}
          onClick={create}
        />
      </PageHead>
      <div className="c-toolbar">
        <SearchField
          value={search.q ?? ''}
          label="Search projects"
          placeholder="Name or description"
          onSearch={(q) => go(narrowed(search, { q }))}
        />
        <ProgramFilter search={search} go={go} />
        <FilterMenu
          name="Phase"
          single
          choices={phaseChoices}
          chosen={search.phase === undefined ? [] : [search.phase]}
          onChoose={([phase]) => go(narrowed(search, { phase }))}
        />
        <FilterMenu
          name="Type"
          single
          choices={typeChoices}
          chosen={search.type === undefined ? [] : [search.type]}
          onChoose={([type]) => go(narrowed(search, { type }))}
        />
        <span className="c-toolbar-total num" role="status">
          {data === undefined ? '' : `${number(data.total)} ${data.total === 1 ? 'project' : 'projects'}`}
        </span>
        <ExportButton of="projects" take={() => download(exportProjects, passing(search), 'projects.csv')} />
        <ColumnChoice id={tableId} columns={columns} />
      </div>
      {data !== undefined && <Outdated problem={error} again={again} />}
      <DataTable
        id={tableId}
        label="Projects"
        columns={columns}
        rows={data?.projects}
        keyOf={({ uuid }) => uuid}
        sort={sortIn(projectOrders, search)}
        onSort={(sort) => go(sorted(search, sort))}
        onOpen={open}
        {...(problem !== undefined && { problem: `Failed to fetch projects: ${problem}` })}
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
    </div>
  )
}

function useProjects(search: ProjectsSearch) {
  return useEndpoint(getProjects, listQueryOf(search), pageSubject)
}

/** Goes to the page before when the only project of the last page was removed (rule PROGRAM-LIST-2). */
function useLastPage(total: number | undefined, search: ProjectsSearch, go: (search: ProjectsSearch) => void): void {
  const { perPage, page } = listQueryOf(search)
  const last = total === undefined ? page : lastPage(total, perPage)
  useEffect(() => {
    if (page > last) go(narrowed(search, { page: last }))
  })
}

/** The latest changed programs to choose from, and the selected one. */
function ProgramFilter({ search, go }: ProjectsPageProps) {
  const { programId } = search
  const { data } = useEndpoint(getPrograms, { perPage: 50 })
  const { data: chosen } = useEndpoint(
    getProgram,
    { programUuid: programId ?? '' },
    { enabled: programId !== undefined },
  )
  const listed = data?.programs ?? []
  const all =
    chosen === undefined || listed.some(({ uuid }) => uuid === chosen.program.uuid)
      ? listed
      : [chosen.program, ...listed]
  return (
    <FilterMenu
      name="Program"
      single
      choices={all.map(({ uuid, name }) => ({ word: uuid, text: name }))}
      chosen={programId === undefined ? [] : [programId]}
      onChoose={([uuid]) => go(narrowed(search, { programId: uuid }))}
    />
  )
}

interface NothingProps extends ProjectsPageProps {
  readonly refusal: string | undefined
  readonly onCreate: () => void
}

function Nothing({ search, go, refusal, onCreate }: NothingProps) {
  if (
    search.q !== undefined ||
    search.phase !== undefined ||
    search.type !== undefined ||
    search.programId !== undefined
  ) {
    return (
      <EmptyState
        icon={<FilterRemoveIcon size={24} />}
        title="No projects match"
        action={
          <Button variant="outlined" onClick={() => go({})}>
            Clear the search
          </Button>
        }
      >
        None of the projects that you see is found by it.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<CubeIcon size={24} />}
      title="No projects yet"
      {...(refusal === undefined && {
        action: (
          <Button intent="primary" icon={<AddIcon />} onClick={onCreate}>
            New project
          </Button>
        ),
      })}
    >
      A project is a part of a program with its own phase and lead: a control unit, a feature.
    </EmptyState>
  )
}
