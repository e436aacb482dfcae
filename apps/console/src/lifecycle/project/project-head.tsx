import type { Project } from '@carapace/shared/graph/programs/projects.contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime } from '../../core/format/format.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import type { useProjectActions } from '../manage/use-project-actions.ts'
import { PhaseStrip } from '../program/phase-strip.tsx'
import { StatusMenu } from '../program/status-menu.tsx'
import { phasesOf, statusOf } from '../projects/status.ts'
import { ReportMenu } from '../../graph/programs/report-menu.tsx'

interface ProjectHeadProps {
  readonly project: Project
  readonly actions: Pick<ReturnType<typeof useProjectActions>, 'refusals' | 'busy' | 'setStatus' | 'moveTo'>
  /** Further links, before the report. */
  readonly children: ReactNode
}

/** The head of a page about one project: its name, its status, its program, and its phases. */
export function ProjectHead({ project, actions: { refusals, busy, setStatus, moveTo }, children }: ProjectHeadProps) {
  const { program_uuid: programId, program, name, uuid } = project
  usePageTitle(name)
  usePageFact('Program', program)
  usePageFact('Last change', dateTime(project.updated_at))
  return (
    <>
      <header className="pg-head">
        <h1>{name}</h1>
        <StatusMenu
          of={name}
          status={statusOf(project)}
          refusal={refusals.edit}
          busy={busy}
          onStatus={(next) => setStatus(next)}
        />
        <p className="pg-description">
          A project of{' '}
          <Link to="/org/lifecycle/program" search={{ programId }}>
            {program}
          </Link>
        </p>
        <span className="pg-actions">
          {children}
          <ReportMenu programUuid={programId} name={name} projectUuid={uuid} />
        </span>
      </header>
      <PhaseStrip
        phases={phasesOf(project)}
        current={project.current_phase}
        refusal={refusals.edit}
        busy={busy}
        onStatus={setStatus}
        onMove={moveTo}
      />
    </>
  )
}
