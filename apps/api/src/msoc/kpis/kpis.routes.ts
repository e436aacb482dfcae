import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { coverageOf } from '@carapace/shared/msoc/kpis/coverage'
import { detectorTechniques } from '@carapace/shared/msoc/kpis/detector-techniques'
import { getCoverage, getKpis } from '@carapace/shared/msoc/kpis/kpis.contract'
import { daysIn } from '@carapace/shared/msoc/shifts/local-time'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import type { Services } from '../../module.ts'
import { type Span, spanOf } from '../span.ts'
import {
  backlogOf,
  enabledRules,
  escalationsOf,
  falsePositivesOf,
  flowOf,
  noisyVehicles,
  timersOf,
} from './kpis.queries.ts'

const dayMs = 86_400_000
const longestMs = 401 * dayMs

/** Key figures over HTTP (rules KPI-1 to KPI-10). Each figure is one query, and all run in parallel. */
export async function kpiRoutes(
  app: FastifyInstance,
  { db, services }: { db: Database; services: Services },
): Promise<void> {
  serve(app, getKpis).with(async ({ input, caller: { org } }) => {
    const span = boundedSpan(input.from, input.to)
    const days = daysIn(span.from.getTime(), span.to.getTime(), input.zone)
    const [timers, backlog, flow, falsePositives, vehicles, escalations] = await Promise.all([
      timersOf(db, org, span),
      backlogOf(db, org, new Date()),
      flowOf(
        db,
        org,
        span,
        days.map(({ at }) => at),
      ),
      falsePositivesOf(db, org, span),
      noisyVehicles(db, org, span),
      escalationsOf(db, org, span),
    ])
    return {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      ...timers,
      backlog,
      days: days.map(({ day, at }, index) => ({ day, at: new Date(at).toISOString(), ...flow[index]! })),
      false_positives: falsePositives,
      vehicles,
      escalations: { ...escalations, raised: timers.timers.alerts },
    }
  })

  serve(app, getCoverage).with(async ({ caller }) => {
    const [rules, scenarios] = await Promise.all([
      enabledRules(db, caller.org),
      services.attackCoverage?.techniquesOf(db, caller),
    ])
    return coverageOf({ rules, detectors: detectorTechniques, scenarios })
  })
}

function boundedSpan(from: Date | undefined, to: Date | undefined): Span {
  const span = spanOf(from, to, 7 * dayMs)
  if (span.to.getTime() - span.from.getTime() > longestMs)
    throw new Failure('INVALID_INPUT', { errors: { from: 'Choose at most 400 days.' } })
  return span
}
