import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { type Phase, phaseLabels } from '@carapace/shared/graph/programs/phases'
import { StatusMenu } from './status-menu.tsx'
import type { Summary } from './use-summary.ts'

interface PhaseStripProps {
  readonly phases: readonly { readonly phase: Phase; readonly status: ArtefactStatus | null }[]
  readonly current: Phase
  /** Why the user may not change the phases; undefined if they may. */
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly onStatus: (status: ArtefactStatus, phase: Phase) => void
  readonly onMove: (phase: Phase) => void
  /** The progress of each phase by its artefacts; undefined until it has loaded. */
  readonly progress?: Summary['progress'] | undefined
}

/** The five lifecycle phases, the current one, and the progress of each. */
export function PhaseStrip({ phases, current, refusal, busy, onStatus, onMove, progress }: PhaseStripProps) {
  return (
    <ol className="pg-phases" aria-label="Phases">
      {phases.map(({ phase, status }) => {
        const isCurrent = phase === current
        const known = progress?.find((each) => each.phase === phase)
        return (
          <li key={phase} className="pg-phase" {...(isCurrent && { 'aria-current': 'step' })}>
            <span className="pg-phase-name" title={phaseLabels[phase]}>
              {phaseLabels[phase]}
            </span>
            <StatusMenu
              of={phaseLabels[phase]}
              status={status}
              refusal={refusal}
              busy={busy}
              onStatus={(next) => onStatus(next, phase)}
              onMove={isCurrent ? undefined : () => onMove(phase)}
            />
            <span className="pg-phase-words num">
              {known?.words}
              {isCurrent && <span className="c-visually-hidden">, current phase</span>}
            </span>
            {known && <Bar done={known.done} of={known.of} label={`${phaseLabels[phase]}: ${known.words}`} />}
          </li>
        )
      })}
    </ol>
  )
}

function Bar({ done, of, label }: { readonly done: number; readonly of: number; readonly label: string }) {
  return (
    <span className="pg-bar" role="img" aria-label={label}>
      <i style={{ width: `${of === 0 ? 0 : Math.round((done / of) * 100)}%` }} />
    </span>
  )
}
