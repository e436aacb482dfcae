import { and, asc, desc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '../../../core/owned.ts'
import type { AnyDatabase } from '../../../core/time-series/time-series.queries.ts'
import { openStatuses } from '../alerts.ts'
import { alerts } from '../alerts.table.ts'
import { vehicles } from '../../vehicles/vehicles.table.ts'
import {
  type AlertStep,
  matches,
  type StepKind,
  suppressingKinds,
  type SuppressionChange,
  suppressionChange,
} from './alert-steps.ts'
import { alertSteps } from './alert-steps.table.ts'

/** Maximum number of steps of an organisation that are not over yet. */
export const stepsAtMost = 200
/** Maximum number of open alerts that are looked at as possible inhibitors; of more, those seen last. */
const inhibitorsRead = 20_000

/** The time of a step is not over; one without an end never is. */
export const endsAfter = (now: Date): SQL => or(isNull(alertSteps.endsAt), gt(alertSteps.endsAt, now))!

/**
 * Evaluates the steps that are in effect now on these alerts, which are locked. Returns what changes, by the alert's
 * uuid; the caller writes it (rule ALERT-PIPELINE-2).
 */
export async function suppressionChanges(
  db: AnyDatabase,
  org: Org,
  locked: readonly { readonly uuid: string; readonly suppressedBy: string | null }[],
): Promise<ReadonlyMap<string, SuppressionChange>> {
  const now = new Date()
  const steps = await stepsInEffect(db, org, now, suppressingKinds)
  const concerned = steps.length > 0 ? locked : locked.filter(({ suppressedBy }) => suppressedBy !== null)
  if (concerned.length === 0) return new Map()
  const uuids = concerned.map(({ uuid }) => uuid)
  const facts = await matchedAlerts(db, org, sql`${alerts.uuid} IN ${listOf(uuids, 'uuid')}`, uuids.length)
  const onVehicle = await possibleInhibitors(db, org, steps, facts)
  return new Map(
    facts.flatMap((alert) => {
      const others = alert.vehicleId === null ? [] : (onVehicle.get(alert.vehicleId) ?? [])
      const change = suppressionChange(steps, alert, alert.suppressedBy, now, others)
      return change ? [[alert.uuid, change] as const] : []
    }),
  )
}

/** The steps of these kinds that are in effect at this time, in the order of their evaluation. */
export async function stepsInEffect(db: AnyDatabase, org: Org, now: Date, kinds: readonly StepKind[]) {
  return db
    .select()
    .from(alertSteps)
    .where(
      ownedBy(
        org,
        alertSteps,
        eq(alertSteps.active, true),
        inArray(alertSteps.kind, [...kinds]),
        endsAfter(now),
        lte(alertSteps.startsAt, now),
      ),
    )
    .orderBy(asc(alertSteps.position), asc(alertSteps.createdAt), asc(alertSteps.uuid))
    .limit(stepsAtMost)
}

type Facts = Awaited<ReturnType<typeof matchedAlerts>>

/** The open alerts of the vehicles on which a step might inhibit one of these alerts, by vehicle. */
async function possibleInhibitors(db: AnyDatabase, org: Org, steps: readonly AlertStep[], facts: Facts) {
  const inhibiting = steps.filter(({ inhibitors }) => inhibitors !== null)
  const matching = facts.filter((alert) => inhibiting.some((step) => matches(step.matchers, alert)))
  const ids = new Set(matching.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId])))
  const open =
    ids.size === 0
      ? []
      : await matchedAlerts(
          db,
          org,
          and(inArray(alerts.status, [...openStatuses]), sql`${alerts.vehicleId} IN ${listOf([...ids], 'int')}`)!,
          inhibitorsRead,
        )
  return Map.groupBy(open, ({ vehicleId }) => vehicleId)
}

/** What matchers look at, of the alerts that satisfy a condition, and which step suppresses each now. */
async function matchedAlerts(db: AnyDatabase, org: Org, condition: SQL, limit: number) {
  return db
    .select({
      uuid: alerts.uuid,
      rule: alerts.rule,
      severity: alerts.severity,
      source: alerts.source,
      vehicleId: alerts.vehicleId,
      vin: vehicles.vin,
      model: vehicles.model,
      observables: alerts.observables,
      title: alerts.title,
      suppressedBy: alerts.suppressedBy,
    })
    .from(alerts)
    .leftJoin(vehicles, eq(vehicles.id, alerts.vehicleId))
    .where(ownedBy(org, alerts, condition))
    .orderBy(desc(alerts.lastSeen))
    .limit(limit)
}

/** A list of values as one parameter. */
function listOf(values: readonly (string | number)[], type: 'uuid' | 'int'): SQL {
  return sql`(SELECT value::${sql.raw(type)}
    FROM jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
}
