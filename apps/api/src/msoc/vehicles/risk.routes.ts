import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { getVehicleRisk } from '@carapace/shared/msoc/vehicles/risk-score.contract'
import { contributionAt, halfLivesCounted, rounded, scoreAt } from '@carapace/shared/msoc/vehicles/risk-score'
import { riskStepOf } from '@carapace/shared/msoc/vehicles/risk-score.queries'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { spanOf } from '../span.ts'
import { alertsOfRisk } from './risk.queries.ts'
import { vehicleIdOf } from './vehicles.queries.ts'

const pointsShown = 120
const contributionsShown = 100

/** The risk score of a vehicle over HTTP (rules RISK-SCORE-1 to RISK-SCORE-3). */
export async function vehicleRiskRoutes(app: FastifyInstance, db: Database): Promise<void> {
  serve(app, getVehicleRisk).with(async ({ input, caller: { org } }) => {
    const vehicle = await vehicleIdOf(db, org, input.vehicle)
    if (vehicle === undefined) throw new Failure('NOT_FOUND')
    const { active, settings } = await riskStepOf(db, org)
    const { from, to } = spanOf(input.from, input.to)
    const now = Date.now()
    const countedMs = halfLivesCounted * settings.half_life_hours * 3_600_000
    const since = new Date(Math.max(0, Math.min(from.getTime(), now) - countedMs))
    const alerts = await alertsOfRisk(db, org, vehicle, since, new Date(Math.max(now, to.getTime())))
    const stepMs = (to.getTime() - from.getTime()) / pointsShown
    const times = Array.from({ length: pointsShown + 1 }, (_, i) => from.getTime() + i * stepMs)
    const contributions = alerts
      .map((alert) => ({ alert, left: contributionAt(alert, settings, now) }))
      .filter(({ alert: { raisedAt, lastSeen } }) => now - Math.max(raisedAt, lastSeen) <= countedMs)
      .sort((a, b) => b.left - a.left)
    return {
      score: rounded(scoreAt(alerts, settings, now)),
      active,
      raise_at: settings.raise_at,
      clear_below: settings.clear_below,
      half_life_hours: settings.half_life_hours,
      from: from.toISOString(),
      to: to.toISOString(),
      points: times
        .filter((at) => at <= now)
        .map((at) => ({ at: new Date(at).toISOString(), score: rounded(scoreAt(alerts, settings, at)) })),
      contributions: contributions
        .slice(0, contributionsShown)
        .map(({ alert, left }) => ({
          uuid: alert.uuid,
          number: alert.number,
          title: alert.title,
          rule: alert.rule,
          severity: alert.severity,
          raised_at: new Date(alert.raisedAt).toISOString(),
          last_seen: new Date(alert.lastSeen).toISOString(),
          resolution: alert.resolution,
          weight: settings.weights[alert.severity],
          left: rounded(left),
        })),
    }
  })
}
