import { phaseLabels } from '@carapace/shared/lifecycle/phases'
import { StatusMenu } from './status-menu.tsx'
import type { ProgramDesk } from './use-desk.ts'

/** The five phases of a life, which of them it is in, and how far each is. */
export function PhaseStrip({ desk }: { readonly desk: ProgramDesk }) {
  const { program, refusals, busy, setStatus, moveTo } = desk
  return (
    <ol className="pg-phases" aria-label="Phases">
      {program.phases.map(({ phase, status }) => {
        const isCurrent = phase === program.current_phase
        return (
          <li key={phase} className="pg-phase" {...(isCurrent && { 'aria-current': 'step' })}>
            <span className="pg-phase-name" title={phaseLabels[phase]}>{phaseLabels[phase]}</span>
            <StatusMenu
              of={phaseLabels[phase]}
              status={status}
              refusal={refusals.edit}
              busy={busy}
              onStatus={(next) => setStatus(next, phase)}
              onMove={isCurrent ? undefined : () => moveTo(phase)}
            />
            {isCurrent && <span className="pg-phase-place">Current phase</span>}
          </li>
        )
      })}
    </ol>
  )
}
