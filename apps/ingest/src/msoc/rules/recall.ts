import type { Org } from '@carapace/shared/core/owned'
import type { IdsEvent, TelemetryEvent, VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { RuleSet } from '@carapace/shared/msoc/rules/rule-set'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import type { Vehicle } from '../detect/fleet-facts.ts'
import {
  type RecentIds,
  recentFrames,
  recentIds,
  recentLines,
  recentPositions,
  type RecentSignal,
  recentSignals,
  type TimeWindow,
} from '../detect/recent.queries.ts'
import { lineOf, packed, positionOf, type Span, windowBefore } from '../detect/warm-up.ts'
import type { OrgRules } from './org-rules.ts'

/** The longest time before a vehicle's events that is read, ms. */
const widestMs = 60 * 60_000
/** Maximum rows read of one vehicle and table, and of all vehicles that are recalled together. */
const rowsOfOne = 200
const framesOfOne = 2_000
const rowsOfAll = 100_000

/**
 * Fills the windows of correlations from recently stored events of vehicles that are new to this process (rule
 * RULE-24). No hits are raised: the process that stored the events has raised them.
 */
export async function recallForRules(
  db: Database,
  log: Log,
  rules: OrgRules | undefined,
  cold: ReadonlyMap<Vehicle, Span>,
): Promise<void> {
  if (rules === undefined || rules.set.linked.correlations.length === 0) return
  const vehicles = new Map([...cold.keys()].filter(({ id }) => !rules.recalled.has(id)).map((one) => [one.id, one]))
  if (vehicles.size === 0) return
  const now = Date.now()
  const backMs = Math.min(rules.set.needs.longestTimespanMs, widestMs)
  const windows = [...vehicles.values()].map((vehicle) => {
    const window = windowBefore(vehicle.id, cold.get(vehicle)!, now)
    return { ...window, since: window.since - backMs }
  })
  const stored = await storedEvents(db, rules.org, windows, rules.set.needs)
  for (const { vehicle, event } of stored.sort((a, b) => a.event.ts - b.event.ts)) {
    try {
      rules.step(vehicles.get(vehicle)!, event)
    } catch (error) {
      log.error({ err: error, organisation: rules.org.uuid }, 'the rules of an organisation failed to recall')
      return
    }
  }
  for (const id of vehicles.keys()) rules.recalled.add(id)
}

interface Stored {
  readonly vehicle: VehicleId
  readonly event: VehicleEvent
}

async function storedEvents(
  db: Database,
  org: Org,
  windows: readonly TimeWindow[],
  { correlated, canIds }: RuleSet['needs'],
): Promise<Stored[]> {
  const share = Math.ceil(rowsOfAll / windows.length)
  const rows = Math.min(rowsOfOne, share)
  const isIdsRead = correlated.has('ids-can') || correlated.has('ids-eth') || correlated.has('ids-host')
  const [positions, lines, ids, signals, frames] = await Promise.all([
    correlated.has('position') ? recentPositions(db, org, windows, rows) : [],
    correlated.has('syslog') ? recentLines(db, org, windows, rows) : [],
    isIdsRead ? recentIds(db, org, windows, rows) : [],
    correlated.has('telemetry') ? recentSignals(db, org, windows, rows) : [],
    correlated.has('can') ? recentFrames(db, org, windows, Math.min(framesOfOne, share), canIds) : [],
  ])
  return [
    ...positions.map((row) => ({ vehicle: row.vehicle_id, event: positionOf(row) })),
    ...lines.map((row) => ({ vehicle: row.vehicle_id, event: lineOf(row) })),
    ...ids.map((row) => ({ vehicle: row.vehicle_id, event: idsOf(row) })),
    ...telemetryOf(signals),
    ...[...Map.groupBy(frames, (row) => row.vehicle_id)].flatMap(([vehicle, some]) =>
      packed(some).map((event) => ({ vehicle, event })),
    ),
  ]
}

function idsOf(row: RecentIds): IdsEvent {
  return {
    kind: row.kind,
    vehicle: '',
    ts: row.ts,
    deviceTs: null,
    eventId: row.event_id,
    idsmInstance: row.idsm_instance,
    sensorInstance: row.sensor_instance,
    count: row.count,
    context: row.context === null ? null : Buffer.from(row.context, 'hex'),
    detail: row.detail,
  }
}

/** Values of a vehicle at one time are one event again. */
function telemetryOf(rows: readonly RecentSignal[]): Stored[] {
  const groups = Map.groupBy(rows, ({ vehicle_id: vehicle, ts }) => `${vehicle} ${ts}`)
  return [...groups.values()].map((some) => {
    const signals = some.map(({ path, value, text }) => [path, value ?? text ?? ''] as const)
    const event: TelemetryEvent = { kind: 'telemetry', vehicle: '', ts: some[0]!.ts, deviceTs: null, signals }
    return { vehicle: some[0]!.vehicle_id, event }
  })
}
