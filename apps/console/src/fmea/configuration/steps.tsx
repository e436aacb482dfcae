import { type StepProgress, stepsOf, stepTitles } from '@carapace/shared/fmea/steps'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useMemo } from 'react'
import { number } from '../../core/format/format.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { useRated } from '../use-profile.ts'
import { countsOf } from './counts.ts'
import './configuration.css'

/** The seven steps of an FMEA; undefined while its rating profile is loading. */
export function useSteps(fmea: Artefact): readonly StepProgress[] | undefined {
  const graph = usePageGraph((state) => state)
  const rated = useRated(fmea)
  return useMemo(() => rated && stepsOf(countsOf(graph, fmea, rated)), [graph, fmea, rated])
}

const percent = (share: number) => `${Math.floor(share * 100)} %`

/** The progress of an FMEA in a cell: one bar for each step. */
export function StepBars({ fmea }: { readonly fmea: Artefact }) {
  const steps = useSteps(fmea)
  if (!steps) return null
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <span
      className="fc-steps"
      title={steps.map(({ step, share }) => `${stepTitles[step]} ${percent(share)}`).join('\n')}
    >
      {steps.map(({ step, state, share }) => (
        <i key={step} className={`fc-step fc-step-${state}`}>
          <b style={{ height: `${Math.round(share * 100)}%` }} />
        </i>
      ))}
      <span className="num">{done} of 7</span>
    </span>
  )
}

/** The steps of an FMEA with their checks: what is done, and what is missing. */
export function StepsList({ fmea }: { readonly fmea: Artefact }) {
  const steps = useSteps(fmea)
  if (!steps) return null
  return (
    <ol className="fc-list" aria-label={`Steps of ${fmea.code}`}>
      {steps.map((one, index) => (
        <li key={one.step}>
          <p className="fc-list-head">
            <span className="num">{index + 1}</span>
            <strong>{stepTitles[one.step]}</strong>
            <StateBadge of={one} />
            <span className="num fc-share">{percent(one.share)}</span>
          </p>
          <ul>
            {one.checks.map(({ title, done, of }) => (
              <li key={title} className={done >= of ? 'fc-met' : undefined}>
                <span>{title}</span>
                <span className="num">
                  {number(Math.min(done, of))} of {number(of)}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function StateBadge({ of: { state, waitsFor } }: { readonly of: StepProgress }) {
  if (state === 'done') return <Badge tone="green">Done</Badge>
  if (waitsFor !== null) return <Badge tone="yellow">Waits for {stepTitles[waitsFor].toLowerCase()}</Badge>
  return state === 'started' ? <Badge tone="blue">Started</Badge> : <Badge tone="grey">Open</Badge>
}
