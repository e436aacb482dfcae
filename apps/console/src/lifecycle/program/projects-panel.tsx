import { AddIcon, CubeIcon } from '@blueprintjs/icons'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { getProjects, type Project } from '@carapace/shared/graph/programs/projects.contract'
import { Link } from '@tanstack/react-router'
import { calendarDay, daysAhead, number, useNow } from '../../core/format/format.ts'
import { Avatar, NoAvatar } from '../../core/ui/avatar.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { RiskChip } from '../rating/risk-chip.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { statusOf } from '../projects/status.ts'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import type { Summary } from './use-summary.ts'

const shown = 6

interface ProjectsPanelProps {
  readonly programUuid: string
  readonly mayEdit: boolean
  readonly milestone: Summary['milestone'] | undefined
}

/** The projects of a program, the latest changed first, and the next milestone. */
export function ProjectsPanel({ programUuid, mayEdit, milestone }: ProjectsPanelProps) {
  const {
    data,
    problem,
    refetch: again,
  } = useEndpoint(getProjects, { program_uuid: programUuid, perPage: shown }, pageSubject)
  useProgramMoves(programUuid, again)
  const all = data && (
    <Link className="pg-note num" to="/org/lifecycle/projects" search={{ programId: programUuid }}>
      {data.projects.length} of {number(data.total)}
    </Link>
  )
  return (
    <Panel title="Projects" extra={all} className="pg-projects">
      {problem !== undefined && data === undefined && (
        <ErrorState title="Projects did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && data === undefined && (
        <SkeletonRows rows={6} columns={['2fr', '1fr', '80px', '60px']} rowHeight={36} />
      )}
      {data?.projects.length === 0 && <Nothing programUuid={programUuid} mayEdit={mayEdit} />}
      {data !== undefined && data.projects.length > 0 && <Rows projects={data.projects} />}
      {milestone && <NextMilestone programUuid={programUuid} milestone={milestone} />}
    </Panel>
  )
}

function Rows({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <div className="c-scroll" tabIndex={0} role="group" aria-label="Projects of the program">
      <table className="c-table pg-table">
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Current phase</th>
            <th scope="col">Status</th>
            <th scope="col" className="c-number">
              Scenarios
            </th>
            <th scope="col" className="c-number">
              Suspect
            </th>
            <th scope="col">Risk</th>
            <th scope="col">
              <span className="c-visually-hidden">Lead</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Row key={project.uuid} project={project} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ project }: { readonly project: Project }) {
  const { uuid, program_uuid: programId, name, current_phase: phase, scenarios, suspect, risk, lead } = project
  const status = statusOf(project)
  return (
    <tr>
      <td>
        <Link className="pg-name" to="/org/lifecycle/projects/view" search={{ programId, projectId: uuid }}>
          {name}
        </Link>
      </td>
      <td>{phaseLabels[phase]}</td>
      <td>{status && <StatusBadge status={status} />}</td>
      <td className="c-number num">{number(scenarios)}</td>
      <td className={suspect > 0 ? 'c-number num pg-suspect' : 'c-number num'}>{number(suspect)}</td>
      <td>
        <RiskChip risk={risk} />
      </td>
      <td>{lead ? <Avatar name={lead.name} /> : <NoAvatar label="No lead" />}</td>
    </tr>
  )
}

interface NextMilestoneProps {
  readonly programUuid: string
  readonly milestone: NonNullable<Summary['milestone']>
}

function NextMilestone({ programUuid, milestone: { name, on, project, project_uuid: projectId } }: NextMilestoneProps) {
  const days = daysAhead(on, useNow(60_000))
  return (
    <p className="pg-milestone">
      <span>Next milestone</span>
      <Link
        to="/org/lifecycle/projects/view/manage"
        search={{ programId: programUuid, projectId }}
        title={`${name}: ${project}`}
      >
        {name}, {calendarDay(on)}
      </Link>
      <span className={days < 0 ? 'num pg-suspect' : 'num'}>{untilText(days)}</span>
    </p>
  )
}

function untilText(days: number): string {
  if (days === 0) return 'today'
  const text = `${number(Math.abs(days))} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days > 0 ? text : `${text} overdue`
}

function Nothing({ programUuid, mayEdit }: { readonly programUuid: string; readonly mayEdit: boolean }) {
  const begin = (
    <Link className="bp6-button bp6-outlined" to="/org/lifecycle/projects/create" search={{ programId: programUuid }}>
      <AddIcon />
      <span>New project</span>
    </Link>
  )
  return (
    <EmptyState icon={<CubeIcon size={24} />} title="No projects yet" {...(mayEdit && { action: begin })}>
      A project is a part of the program with its own phase and lead: a control unit, a feature.
    </EmptyState>
  )
}
