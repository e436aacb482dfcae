import { ProjectsIcon } from '@blueprintjs/icons'
import { phaseLabels } from '@carapace/shared/graph/programs/phases'
import { getPrograms, type Program, saveProgram } from '@carapace/shared/graph/programs/programs.contract'
import { Link } from '@tanstack/react-router'
import { age, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { usePolledEndpoint } from '../../core/call/use-polled.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { everyMs } from '../../core/landing/every.ts'
import { programAt, programsAll } from './links.ts'
import { Panel } from '../../core/landing/panel.tsx'

const shown = 8

/** The programs that changed last, with their progress. */
export function ProgramsPanel() {
  const { data, problem, retry } = usePolledEndpoint(getPrograms, { perPage: shown }, { everyMs })
  return (
    <Panel
      title="Programs"
      link={programsAll}
      extra={data && `${number(data.programs.length)} of ${number(data.total)}`}
    >
      <Loaded
        what="Programs"
        data={data}
        problem={problem}
        onRetry={retry}
        skeleton={<SkeletonRows rows={5} rowHeight={36} columns={['2fr', '2fr', '80px', '48px']} />}
      >
        {({ programs }) =>
          programs.length === 0 ? (
            <Nothing />
          ) : (
            <ol className="ld-rows">
              {programs.map((program) => (
                <Row key={program.uuid} program={program} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Row({ program: { uuid, name, current_phase: phase, status, updated_at: at } }: { readonly program: Program }) {
  const now = useNow(10_000)
  return (
    <li>
      <Link {...programAt(uuid)} className="ld-row ld-program" title={name}>
        <b className="ld-cut">{name}</b>
        <span className="ld-cut ld-faint">{phaseLabels[phase]}</span>
        <StatusBadge status={status} />
        <span className="num ld-faint ld-right" title={`Changed ${zonedDateTime(at)}`}>
          {age(now - Date.parse(at))}
        </span>
      </Link>
    </li>
  )
}

function Nothing() {
  const refusal = useRefusal(saveProgram)
  if (refusal !== undefined)
    return (
      <EmptyState icon={<ProjectsIcon size={24} />} title="No programs yet">
        You see a program once its lead adds you to it.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<ProjectsIcon size={24} />}
      title="No programs yet"
      action={
        <Link {...programsAll} className="bp6-button bp6-outlined">
          Begin one
        </Link>
      }
    >
      A program is a vehicle platform or an item through all of its life.
    </EmptyState>
  )
}
