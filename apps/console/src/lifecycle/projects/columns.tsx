import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import type { Project } from '@carapace/shared/graph/programs/projects.contract'
import { Link } from '@tanstack/react-router'
import { age, number, sentenceCase, useNow, zonedDateTime } from '../../core/format/format.ts'
import type { Column } from '../../core/table/data-table.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { RiskChip } from '../rating/risk-chip.tsx'
import { statusOf } from './status.ts'

/** The columns of the list. */
export const columns: readonly Column<Project>[] = [
  {
    key: 'name',
    title: 'Project',
    sortable: true,
    width: 200,
    grow: 2,
    always: true,
    render: (project) => <Name project={project} />,
    text: ({ name }) => name,
  },
  {
    key: 'program',
    title: 'Program',
    sortable: true,
    width: 180,
    grow: 1,
    priority: 3,
    render: ({ program, program_uuid: programId }) => (
      <Link to="/org/lifecycle/program" search={{ programId }}>
        {program}
      </Link>
    ),
    text: ({ program }) => program,
  },
  { key: 'type', title: 'Type', sortable: true, width: 96, priority: 5, render: ({ type }) => sentenceCase(type) },
  {
    key: 'phase',
    title: 'Current phase',
    sortable: true,
    width: 196,
    priority: 2,
    render: ({ current_phase: phase }) => phaseLabels[phase],
  },
  { key: 'status', title: 'Status', sortable: true, width: 112, render: (project) => <Status project={project} /> },
  {
    key: 'scenarios',
    title: 'Scenarios',
    sortable: true,
    width: 80,
    numeric: true,
    priority: 6,
    render: ({ scenarios }) => number(scenarios),
  },
  {
    key: 'suspect',
    title: 'Suspect',
    sortable: true,
    width: 72,
    numeric: true,
    render: ({ suspect }) => <span className={suspect > 0 ? 'pg-suspect' : undefined}>{number(suspect)}</span>,
  },
  { key: 'risk', title: 'Risk', sortable: true, width: 56, render: ({ risk }) => <RiskChip risk={risk} /> },
  {
    key: 'lead',
    title: 'Lead',
    sortable: true,
    width: 140,
    priority: 4,
    render: ({ lead }) => lead?.name ?? <span className="pg-note">none</span>,
    text: ({ lead }) => lead?.name ?? '',
  },
  {
    key: 'description',
    title: 'Description',
    width: 200,
    grow: 2,
    extra: true,
    priority: 8,
    render: ({ description }) => description,
    text: ({ description }) => description,
  },
  {
    key: 'changed',
    title: 'Changed',
    sortable: true,
    width: 88,
    numeric: true,
    priority: 7,
    render: ({ updated_at: at }) => <Since at={at} />,
    text: ({ updated_at: at }) => zonedDateTime(at),
  },
]

function Name({ project: { uuid, program_uuid: programId, name } }: { readonly project: Project }) {
  return (
    <Link className="pg-name" to="/org/lifecycle/projects/view" search={{ programId, projectId: uuid }}>
      {name}
    </Link>
  )
}

function Status({ project }: { readonly project: Project }) {
  const status = statusOf(project)
  return status && <StatusBadge status={status} />
}

function Since({ at }: { readonly at: string }) {
  return age(useNow(10_000) - Date.parse(at))
}
