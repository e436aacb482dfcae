import type { FastifyInstance } from 'fastify'
import { getDashboard } from '@carapace/shared/msoc/dashboard/dashboard.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { casesPage, countOpenCases } from '../cases/cases.queries.ts'
import { currentCounts } from './counters.queries.ts'
import {
  compromisedThen,
  openTactics,
  raisedSince,
  timersOf,
  topRules,
  unassignedWork,
  vehiclesAtRisk,
} from './dashboard.queries.ts'
import { spanOf } from '../span.ts'

const hourMs = 3_600_000
const mostListed = 10
const mostCasesShown = 5

/** The dashboard over HTTP: figures that no live channel sends. Each figure is one query, and all run in parallel. */
export async function dashboardRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getDashboard).with(async ({ input, caller: { org, user } }) => {
    const span = spanOf(input.from, input.to)
    const now = Date.now()
    const [unassigned, raised, current, then, timers, rules, vehicles, tactics, open, latest] = await Promise.all([
      unassignedWork(db, org),
      raisedSince(db, org, new Date(now - hourMs)),
      currentCounts(db, org, now),
      compromisedThen(db, org, span),
      timersOf(db, org, span),
      topRules(db, org, span, mostListed),
      vehiclesAtRisk(db, org, span, mostListed),
      openTactics(db, org),
      countOpenCases(db, org, user),
      casesPage(db, org, { limit: mostCasesShown }, user),
    ])
    const { compromised } = current.vehicles
    return {
      unassigned,
      raised_last_hour: raised,
      compromised_change: then === undefined ? null : compromised - then,
      ...timers,
      rules,
      vehicles,
      tactics,
      cases: { open, latest: latest.cases },
    }
  })
}
