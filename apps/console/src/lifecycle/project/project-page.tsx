import { SettingsIcon } from '@blueprintjs/icons'
import { getProgram } from '@carapace/shared/graph/programs/programs.contract'
import { getProject, type Project } from '@carapace/shared/graph/programs/projects.contract'
import { Link } from '@tanstack/react-router'
import { calendarDay, dateTime, number, sentenceCase } from '../../core/format/format.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { OthersHere } from '../../core/ui/others-here.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { RiskChip } from '../rating/risk-chip.tsx'
import { useProjectActions } from '../manage/use-project-actions.ts'
import { isGone, Outdated, UntilShown } from '../../graph/programs/missing.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { StepsPanel } from '../program/steps-panel.tsx'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { acceptProject } from '../../graph/programs/accept-program.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { ProjectHead } from './project-head.tsx'
import '../../core/ui/form.css'
import '../../graph/programs/programs.css'
import '../program/program.css'

/** One project: its status, its contents, and the steps of the work on it (rule PROGRAM-PAGE-9). */
export function ProjectPage({ uuid }: { readonly uuid: string }) {
  const { data, error, refetch: again } = useEndpoint(getProject, { project_uuid: uuid }, pageSubject)
  if (data === undefined || isGone(error)) return <UntilShown page="Project" problem={error} again={again} />
  return (
    <>
      <Outdated problem={error} again={again} />
      <Shown project={data.project} accept={acceptProject} again={again} />
    </>
  )
}

interface ShownProps {
  readonly project: Project
  readonly accept: (project: Project) => void
  readonly again: () => void
}

function Shown({ project, accept, again }: ShownProps) {
  const actions = useProjectActions(project, accept, again)
  const { program_uuid: programId, uuid: projectId } = project
  useProgramMoves(programId, again)
  return (
    <div className="pg-program">
      <ProjectHead project={project} actions={actions}>
        <OthersHere />
        <Link
          className="bp6-button bp6-outlined"
          to="/org/lifecycle/projects/view/manage"
          search={{ programId, projectId }}
        >
          <SettingsIcon />
          <span>Manage</span>
        </Link>
      </ProjectHead>
      <div className="pg-body">
        <Steps programId={programId} projectId={projectId} />
        <div className="pg-side">
          <Details project={project} />
        </div>
      </div>
    </div>
  )
}

/** The steps of its program, each a link to the artefacts of this project only. */
function Steps({ programId, projectId }: { readonly programId: string; readonly projectId: string }) {
  const { data, problem, refetch: again } = useEndpoint(getProgram, { programUuid: programId }, pageSubject)
  useProgramMoves(programId, again)
  if (data !== undefined) return <StepsPanel program={data.program} projectId={projectId} />
  return (
    <div className="c-panel">
      {problem === undefined ? (
        <SkeletonRows rows={9} columns={['20px', '1fr', '2fr']} rowHeight={36} />
      ) : (
        <ErrorState title="The steps did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
    </div>
  )
}

function Details({ project }: { readonly project: Project }) {
  const {
    description,
    type,
    lead,
    milestone,
    scenarios,
    suspect,
    risk,
    program_uuid: programId,
    uuid: projectId,
  } = project
  return (
    <Panel title="Details">
      <p className="pg-words">{description || <span className="pg-note">No description yet.</span>}</p>
      <dl className="pg-facts">
        <div>
          <dt>Type</dt>
          <dd>{sentenceCase(type)}</dd>
        </div>
        <div>
          <dt>Lead</dt>
          <dd>{lead?.name ?? <span className="pg-note">Nobody yet</span>}</dd>
        </div>
        <div>
          <dt>Next milestone</dt>
          <dd>
            {milestone ? `${milestone.name}, ${calendarDay(milestone.on)}` : <span className="pg-note">None</span>}
          </dd>
        </div>
        <div>
          <dt>Threat scenarios</dt>
          <dd>
            <Link to="/org/lifecycle/projects/view/threat-analysis" search={{ programId, projectId }} className="num">
              {number(scenarios)}
            </Link>
          </dd>
        </div>
        <div>
          <dt>Suspect links</dt>
          <dd className={suspect > 0 ? 'num pg-suspect' : 'num'}>{number(suspect)}</dd>
        </div>
        <div>
          <dt>Highest risk</dt>
          <dd>
            <RiskChip risk={risk} />
          </dd>
        </div>
        <div>
          <dt>Last change</dt>
          <dd className="num">{dateTime(project.updated_at)}</dd>
        </div>
      </dl>
    </Panel>
  )
}
