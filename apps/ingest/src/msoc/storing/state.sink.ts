import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import { specOf } from '@carapace/shared/msoc/events/event-kinds'
import { isUnauthenticated } from '@carapace/shared/msoc/events/syslog-sender'
import type { SeenNews } from '@carapace/shared/msoc/topics'
import { detectorMemory, type VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import type { Item } from '../item.ts'
import type { Memory } from '../detect/detect.ts'

interface State {
  readonly org: Org
  readonly id: VehicleId
  position: {
    lat: number
    lon: number
    speedKph: number | null
    headingDeg: number | null
    ts: number
    receivedAt: number
  } | null
  telemetryAt: number | null
  canAt: number | null
  idsAt: number | null
  syslogAt: number | null
  lastSeen: number
}

/** The newest state of each vehicle in the batch. */
export function latestOf(items: readonly Item[]): State[] {
  const states = new Map<VehicleId, State>()
  for (const { org, vehicle, event, receivedAt } of items) {
    // a line that anybody could have sent is no sign of life
    if (vehicle.id === 0 || (event.kind === 'syslog' && isUnauthenticated(event.structuredData))) continue
    let state = states.get(vehicle.id)
    if (!state) {
      state = {
        org,
        id: vehicle.id,
        position: null,
        telemetryAt: null,
        canAt: null,
        idsAt: null,
        syslogAt: null,
        lastSeen: receivedAt,
      }
      states.set(vehicle.id, state)
    }
    state.lastSeen = Math.max(state.lastSeen, receivedAt)
    const { arrivalField } = specOf(event)
    if (arrivalField !== null) state[arrivalField] = receivedAt
    if (event.kind !== 'position') continue
    if (!state.position || event.ts >= state.position.ts) {
      state.position = {
        lat: event.lat,
        lon: event.lon,
        speedKph: event.speedKph,
        headingDeg: event.headingDeg,
        ts: event.ts,
        receivedAt,
      }
    }
  }
  return [...states.values()].sort((a, b) => a.id - b.id)
}

/** The columns that come from the newer position, and which one that is. A subquery would cost twice as much. */
const ofNewer = ['lat', 'lon', 'speed_kph', 'heading_deg', 'position_at']
const isNewer = 'excluded.position_ts >= coalesce(s.position_ts, excluded.position_ts)'
const newerOf = (column: string) => `${column} = CASE WHEN ${isNewer} THEN excluded.${column} ELSE s.${column} END`

/** Upserts each vehicle's state once. A position older than the stored one changes only the arrival times. */
export async function storeStates({ db }: Transaction, states: readonly State[]): Promise<void> {
  if (states.length === 0) return
  const ints = (of: (state: State) => number) => sqlArray(states.map(of), 'int4')
  const floats = (of: (state: State) => number | null | undefined) => sqlArray(states.map(of), 'float8')
  await db.execute(sql`
    INSERT INTO vehicle_state AS s (vehicle_id, org_uuid, lat, lon, speed_kph, heading_deg, position_ts, position_at,
      telemetry_at, can_at, ids_at, syslog_at, last_seen)
   
    SELECT v, o, la, lo, sp, h, to_timestamp(pt), to_timestamp(pa), to_timestamp(t), to_timestamp(c), to_timestamp(i),
      to_timestamp(y), to_timestamp(l)
    FROM unnest(
      ${ints((state) => state.id)}, ${sqlArray(
        states.map((state) => state.org.uuid),
        'uuid',
      )},
      ${floats((state) => state.position?.lat)}, ${floats((state) => state.position?.lon)},
      ${floats((state) => single(state.position?.speedKph))}, ${floats((state) => single(state.position?.headingDeg))},
      ${floats((state) => seconds(state.position?.ts))}, ${floats((state) => seconds(state.position?.receivedAt))},
      ${floats((state) => seconds(state.telemetryAt))}, ${floats((state) => seconds(state.canAt))},
      ${floats((state) => seconds(state.idsAt))},
      ${floats((state) => seconds(state.syslogAt))}, ${floats((state) => seconds(state.lastSeen))}
    ) AS r(v, o, la, lo, sp, h, pt, pa, t, c, i, y, l)
    ORDER BY v
    ON CONFLICT (vehicle_id) DO UPDATE SET
      ${sql.raw(ofNewer.map(newerOf).join(', '))},
      position_ts = greatest(s.position_ts, excluded.position_ts),
      telemetry_at = coalesce(excluded.telemetry_at, s.telemetry_at), can_at = coalesce(excluded.can_at, s.can_at),
      ids_at = coalesce(excluded.ids_at, s.ids_at), syslog_at = coalesce(excluded.syslog_at, s.syslog_at),
      last_seen = greatest(s.last_seen, excluded.last_seen)`)
}

/** Rounds a number to single precision: PostgreSQL refuses to round a tiny number to 0 by itself. */
function single(value: number | null | undefined): number | null | undefined {
  return typeof value === 'number' ? Math.fround(value) : value
}

function seconds(ms: number | null | undefined): number | undefined {
  return ms === null || ms === undefined ? undefined : ms / 1000
}

export function seenNews(states: readonly State[]): SeenNews[] {
  return states.map(({ id, lastSeen, position: p }) => [
    id,
    lastSeen,
    p && [p.lat, p.lon, p.speedKph, p.headingDeg, p.ts, p.receivedAt],
  ])
}

/** Stores the memory that detectors must not lose. */
export async function storeMemories({ db }: Transaction, memories: readonly Memory[]): Promise<void> {
  if (memories.length === 0) return
  await db
    .insert(detectorMemory)
    .values(
      memories.map(({ org, vehicle, detector, memory }) => ({
        vehicleId: vehicle.id,
        detector,
        orgUuid: org.uuid,
        memory,
      })),
    )
    .onConflictDoUpdate({
      target: [detectorMemory.vehicleId, detectorMemory.detector],
      set: { memory: sql`excluded.memory`, updatedAt: sql`now()` },
    })
}
