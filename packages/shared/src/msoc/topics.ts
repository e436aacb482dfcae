import type { Publisher } from '../core/bus/bus.ts'
import type { OrgUuid } from '../core/owned.ts'
import type { VehicleId } from './vehicles/vehicles.table.ts'

/** Messages between ingest and the api over the message bus, for one organisation and kind at a time. */
export const topics = {
  seen: (org: OrgUuid) => `${org}.seen`,
  health: (org: OrgUuid) => `${org}.health`,
  /** Alerts and cases share their counter, and therefore their topic; an item is the counter's new seq. */
  changes: (org: OrgUuid) => `${org}.changes`,
  /** The same for every organisation, for processes that serve all of them; an item is an organisation's uuid. */
  allChanges: 'all.changes',
  stats: (org: OrgUuid) => `${org}.stats`,
  /** What members changed of shifts and panels; an item is the name of a part. */
  board: (org: OrgUuid) => `${org}.board`,
  can: (org: OrgUuid, vehicle: VehicleId) => `${org}.can.${vehicle}`,
  syslog: (org: OrgUuid) => `${org}.syslog`,
  vehicle: (org: OrgUuid, vehicle: VehicleId) => `${org}.vehicle.${vehicle}`,
}

/** Reports that alerts or cases of an organisation changed, up to this number. */
export function announceChanges(publisher: Publisher, org: OrgUuid, seq: number): void {
  publisher.publish(topics.changes(org), [seq])
  publisher.publish(topics.allChanges, [org])
}

/** A vehicle's newest position: latitude, longitude, km/h, degrees, vehicle time and arrival in epoch ms. */
export type PositionNews = readonly [
  lat: number,
  lon: number,
  speedKph: number | null,
  headingDeg: number | null,
  ts: number,
  receivedAt: number,
]

/** The time (epoch ms) at which a vehicle last sent something, and its position, if it sent one. */
export type SeenNews = readonly [vehicle: VehicleId, lastSeen: number, position: PositionNews | null]

/** A summary of a vehicle's open alerts: id, their number, the rank of the worst one. */
export type HealthNews = readonly [vehicle: VehicleId, openAlerts: number, worstRank: number | null]

/** What one batch stored from one source, and what of it was rejected; its oldest arrival in epoch ms. */
export interface SourceNews {
  readonly stored: number
  readonly rejected: number
  readonly receivedAt: number
}

/**
 * A summary of one stored batch: events by kind and by source, its oldest arrival and its commit in epoch ms, the
 * duration of the commit, rejects since the start.
 */
export interface StatsNews {
  readonly stored: Readonly<Record<string, number>>
  readonly sources: Readonly<Record<string, SourceNews>>
  readonly commitMs: number
  readonly receivedAt: number
  readonly committedAt: number
  readonly rejected: number
}
