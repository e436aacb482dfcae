import { ArchiveIcon, CubeIcon } from '@blueprintjs/icons'
import { getProgram, type Program } from '@carapace/shared/graph/programs/programs.contract'
import { getProject, type Project } from '@carapace/shared/graph/programs/projects.contract'
import { Link } from '@tanstack/react-router'
import { dateTime } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { isGone, Outdated, UntilShown } from '../../graph/programs/missing.tsx'
import { DetailsPanel } from '../program/details-panel.tsx'
import { MembersPanel } from '../../graph/members/members-panel.tsx'
import { PhaseStrip } from '../program/phase-strip.tsx'
import { StatusMenu } from '../program/status-menu.tsx'
import { useProgramActions } from '../program/use-program-actions.ts'
import { ReportMenu } from '../../graph/programs/report-menu.tsx'
import { acceptProgram, acceptProject } from '../../graph/programs/accept-program.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { BaselinesPanel } from '../../graph/collaboration/baselines-panel.tsx'
import { DangerZone } from './danger-zone.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { MethodPanel } from './method-panel.tsx'
import { ProgramDetails, ProjectDetails } from './details-form.tsx'
import { ProjectHead } from '../project/project-head.tsx'
import { useProjectActions } from './use-project-actions.ts'
import { NoProgram } from '../../graph/programs/no-program.tsx'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import '../program/program.css'
import '../projects/projects.css'
import { riskDifferences } from '../rating/risk-differences.tsx'

interface ManagePageProps {
  readonly programId: string | undefined
  readonly projectId: string | undefined
}

const page = 'Program management'

/** The management page of a program or of one of its projects: name, lead, status, history, and removal. */
export function ManagePage({ programId, projectId }: ManagePageProps) {
  if (projectId !== undefined) return <OneProject key={projectId} uuid={projectId} />
  return programId === undefined ? <NoProgram page={page} /> : <OneProgram key={programId} uuid={programId} />
}

function OneProgram({ uuid }: { readonly uuid: string }) {
  const { data, error, refetch: again } = useProgram(uuid)
  if (data === undefined || isGone(error)) return <UntilShown page={page} problem={error} again={again} />
  return (
    <>
      <Outdated problem={error} again={again} />
      <ManagedProgram program={data.program} accept={acceptProgram} again={again} />
    </>
  )
}

function useProgram(uuid: string) {
  return useEndpoint(getProgram, { programUuid: uuid }, pageSubject)
}

interface Managed<T> {
  readonly accept: (saved: T) => void
  readonly again: () => void
}

function ManagedProgram({ program, accept, again }: { readonly program: Program } & Managed<Program>) {
  const actions = useProgramActions(program, accept, again)
  const { refusals, busy, setStatus, moveTo } = actions
  usePageTitle(`${program.name}, management`)
  usePageFact('Program', program.name)
  usePageFact('Last change', dateTime(program.updated_at))
  return (
    <div className="pg-program">
      <header className="pg-head">
        <h1>{program.name}</h1>
        <StatusMenu
          of={program.name}
          status={program.status}
          refusal={refusals.edit}
          busy={busy}
          onStatus={(status) => setStatus(status)}
        />
        <span className="pg-actions">
          <ArchiveLink programId={program.uuid} />
          <ReportMenu programUuid={program.uuid} name={program.name} />
        </span>
      </header>
      <PhaseStrip
        phases={program.phases}
        current={program.current_phase}
        refusal={refusals.edit}
        busy={busy}
        onStatus={setStatus}
        onMove={moveTo}
      />
      <div className="pg-manage">
        <div>
          <ProgramDetails program={program} refusal={refusals.edit} accept={accept} again={again} />
          <DetailsPanel program={program} />
          <MembersPanel of={actions} />
        </div>
        <div>
          <MethodPanel program={program} refusal={refusals.edit} again={again} />
          <BaselinesPanel programUuid={program.uuid} refusal={refusals.edit} more={riskDifferences} />
          <HistoryPanel programUuid={program.uuid} moved={program.updated_at} />
          <DangerZone program={program} refusal={refusals.lead} again={again} />
        </div>
      </div>
    </div>
  )
}

/** The link to export a program, or a project of it, as a file. */
function ArchiveLink({ programId, projectId }: { readonly programId: string; readonly projectId?: string }) {
  return (
    <Link className="bp6-button bp6-outlined" to="/org/lifecycle/projects/zip" search={{ programId, projectId }}>
      <ArchiveIcon />
      <span>Archive</span>
    </Link>
  )
}

function OneProject({ uuid }: { readonly uuid: string }) {
  const { data, error, refetch: again } = useEndpoint(getProject, { project_uuid: uuid }, pageSubject)
  if (data === undefined || isGone(error)) return <UntilShown page={page} problem={error} again={again} />
  return (
    <>
      <Outdated problem={error} again={again} />
      <ManagedProject project={data.project} accept={acceptProject} again={again} />
    </>
  )
}

function ManagedProject({ project, accept, again }: { readonly project: Project } & Managed<Project>) {
  const actions = useProjectActions(project, accept, again)
  const { refusals } = actions
  const { program_uuid: programId, uuid: projectId } = project
  return (
    <div className="pg-program">
      <ProjectHead project={project} actions={actions}>
        <Link className="bp6-button bp6-outlined" to="/org/lifecycle/projects/view" search={{ programId, projectId }}>
          <CubeIcon />
          <span>Project</span>
        </Link>
        <ArchiveLink programId={programId} projectId={projectId} />
      </ProjectHead>
      <div className="pg-manage">
        <div>
          <ProjectDetails
            key={project.revision}
            project={project}
            refusal={refusals.edit}
            accept={accept}
            again={again}
          />
        </div>
        <div>
          <HistoryPanel programUuid={programId} projectUuid={projectId} moved={project.updated_at} />
          <DangerZone project={project} refusal={refusals.lead} again={again} />
        </div>
      </div>
    </div>
  )
}
