import { phaseLabels, phases } from '@carapace/shared/graph/programs/phases'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { Link } from '@tanstack/react-router'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { usePolled } from '../../core/call/use-polled.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { everyMs } from '../../core/landing/every.ts'
import { programsIn } from './links.ts'

/** How many programs are in each lifecycle phase. */
export function PhasesPanel() {
  const { data, problem, retry } = usePolled([getPrograms.path, 'by phase'], countPhases, { everyMs })
  return (
    <section className="ld-phases" aria-label="Programs by phase">
      <Loaded
        what="Programs by phase"
        data={data ?? (problem === undefined ? [] : undefined)}
        problem={problem}
        onRetry={retry}
        skeleton={null}
      >
        {(counts) =>
          phases.map((phase, index) => (
            <Link key={phase} {...programsIn(phase)} className="ld-phase">
              <span className="ld-label">{phaseLabels[phase]}</span>
              {counts[index] === undefined ? (
                <span className="ld-figure" role="status" aria-label="Loading">
                  <span className="c-skeleton-bar ld-figure-bar" />
                </span>
              ) : (
                <Figure count={counts[index]} />
              )}
            </Link>
          ))
        }
      </Loaded>
    </section>
  )
}

function Figure({ count }: { readonly count: number }) {
  return (
    <span className={count === 0 ? 'ld-figure ld-figure-none num' : 'ld-figure num'}>
      {number(count)} <small>{count === 1 ? 'program' : 'programs'}</small>
    </span>
  )
}

/** The number of programs in every phase, in the order of the phases. */
async function countPhases(signal: AbortSignal): Promise<readonly number[]> {
  const answers = await Promise.all(phases.map((phase) => call(getPrograms, { perPage: 1, phase }, { signal })))
  return answers.map(({ total }) => total)
}
