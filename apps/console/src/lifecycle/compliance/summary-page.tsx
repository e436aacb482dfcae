import { getProgram } from '@carapace/shared/graph/programs/programs.contract'
import type { ReactElement } from 'react'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { ArtefactPage } from '../../graph/page/artefact-page.tsx'
import { columnsOf } from '../../graph/table/columns.tsx'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import { ProjectNamed } from '../../graph/programs/project-chip.tsx'
import { refusalOf } from '../../graph/programs/use-access.ts'
import { useSession } from '../../core/session/session.ts'
import { isGone, Outdated, UntilShown } from '../../graph/programs/missing.tsx'
import { useSummary } from '../program/use-summary.ts'
import { ReportMenu } from '../../graph/programs/report-menu.tsx'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { Annex5View } from './annex5-view.tsx'
import { GapsView } from './gaps-view.tsx'
import { ProductsView } from './products-view.tsx'
import { type ComplianceSearch, type View, viewOf, views } from './search.ts'
import '../../graph/programs/programs.css'
import '../program/program.css'
import '../projects/projects.css'
import './compliance.css'

interface SummaryPageProps {
  readonly search: ComplianceSearch
  readonly go: (search: ComplianceSearch, replace?: boolean) => void
}

const title = 'Compliance Summary'
const titles: Readonly<Record<View, string>> = {
  products: 'ISO/SAE 21434',
  annex5: 'UN R155 Annex 5',
  gaps: 'Gaps',
  kept: 'Kept work products',
}

/** The compliance of a program with ISO/SAE 21434 and UN R155: the evidence and the gaps. */
export function SummaryPage({ search, go }: SummaryPageProps) {
  usePageTitle(title)
  const { programId, projectId } = search
  if (programId === undefined) return <NoProgram page={title} />
  const tabs = (
    <Views now={viewOf(search)} choose={(view) => go({ programId, projectId, ...(view !== 'products' && { view }) })} />
  )
  if (viewOf(search) === 'kept') {
    return (
      <ArtefactPage
        title={title}
        kind="work-product"
        views={tabs}
        columns={keptColumns}
        nothing="A work product has the status of a document or a set of artefacts, and takes it through a review."
        search={search}
        go={(next, replace) => go({ ...next, view: 'kept' }, replace)}
      />
    )
  }
  return (
    <Summarised
      key={programId}
      programUuid={programId}
      projectId={projectId}
      view={viewOf(search)}
      tabs={tabs}
      onWhole={() => go({ programId, view: search.view }, true)}
    />
  )
}

const keptColumns = (graph: Parameters<typeof columnsOf>[1]) => columnsOf('work-product', graph)

function Views({ now, choose }: { readonly now: View; readonly choose: (view: View) => void }) {
  return (
    <div className="c-tabs" role="group" aria-label="Which are shown">
      {views.map((view) => (
        <button
          key={view}
          type="button"
          className="c-tab gr-tab"
          aria-current={view === now ? 'true' : undefined}
          onClick={() => choose(view)}
        >
          {titles[view]}
        </button>
      ))}
    </div>
  )
}

/**
 * The project in the address; a note shows where data is of the whole program (rule GRAPH-UI-18 of graph/SPEC.md).
 */
function OfProject({
  uuid,
  isWhole,
  onClear,
}: {
  readonly uuid: string
  readonly isWhole: boolean
  readonly onClear: () => void
}) {
  return (
    <div className="c-toolbar">
      <ProjectNamed uuid={uuid} onClear={onClear} />
      {isWhole && (
        <span className="c-note" role="note">
          This covers the whole program, not only the project.
        </span>
      )}
    </div>
  )
}

interface SummarisedProps {
  readonly programUuid: string
  readonly projectId: string | undefined
  readonly view: View
  readonly tabs: ReactElement
  /** Removes the project from the address. */
  readonly onWhole: () => void
}

function Summarised({ programUuid, projectId, view, tabs, onWhole }: SummarisedProps) {
  const role = useSession()?.role ?? 'VIEWER'
  const about = useEndpoint(getProgram, { programUuid }, pageSubject)
  const { data, problem, error, refetch: again } = useSummary(programUuid)
  usePageFact('Program', about.data?.program.name)
  if (isGone(error) || isGone(about.error))
    return <UntilShown page={title} problem={error ?? about.error} again={again} />
  const refusal = about.data && refusalOf(role, about.data.program)
  return (
    <div className="pg-page co-page">
      <PageHead title={title} tabs={tabs}>
        {about.data && <ReportMenu programUuid={programUuid} name={about.data.program.name} />}
      </PageHead>
      {projectId !== undefined && <OfProject uuid={projectId} isWhole={view !== 'gaps'} onClear={onWhole} />}
      {data !== undefined && <Outdated problem={error} again={again} />}
      {data === undefined && problem !== undefined && (
        <ErrorState title="The summary did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {data === undefined && problem === undefined && (
        <SkeletonRows rows={16} columns={['80px', '2fr', '1fr', '80px']} />
      )}
      {data !== undefined && view === 'products' && (
        <ProductsView
          programUuid={programUuid}
          projectId={projectId}
          products={data.work_products}
          refusal={about.data === undefined ? 'The program is still loading.' : refusal}
          again={again}
        />
      )}
      {data !== undefined && view === 'annex5' && <Annex5View programUuid={programUuid} entries={data.annex5} />}
      {view === 'gaps' && <GapsView programUuid={programUuid} projectId={projectId} refusal={refusal} />}
    </div>
  )
}
