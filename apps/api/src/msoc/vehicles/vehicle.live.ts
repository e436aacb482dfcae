import type { Subscriber } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  canChannel,
  type CanFrameRow,
  syslogChannel,
  type SyslogRow,
} from '@carapace/shared/msoc/history/history.contract'
import { canFramesOf, latestSignals, syslogOf } from '@carapace/shared/msoc/history/history.queries'
import { type HealthNews, topics } from '@carapace/shared/msoc/topics'
import { vehicleChannel } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { Database } from '../../core/db.ts'
import { liveChannel } from '../../core/live/live.ts'
import { vehicleNamed } from './vehicles.queries.ts'

/** Minimum interval between reads of one vehicle, ms. */
const readMs = 1_000
/** The time window of past data that a firehose sends when it opens, ms. */
const recentMs = { can: 2_000, syslog: 3_600_000 } as const
const recentRows = { can: 4_000, syslog: 200 } as const

/**
 * One vehicle: its state and latest signals, read again after events of it arrived, and after a gap on the bus (rule
 * MAP-10).
 */
export const vehicleLive = (
  db: Database,
  bus: Subscriber,
  onGap: (listen: () => void) => () => void,
  onError: (error: unknown) => void,
) =>
  liveChannel(vehicleChannel, async ({ caller: { org }, params, outlet }) => {
    const found = await vehicleNamed(db, org, params.vehicle)
    if (!found) throw new Failure('NOT_FOUND')
    const { id } = found
    let version = 1
    let fresh: string | undefined
    let dirty = false
    let readAt = 0

    /** News during the read cause one more read. */
    async function read(): Promise<string> {
      dirty = false
      readAt = Date.now()
      const { id: _, ...vehicle } = (await vehicleNamed(db, org, found!.uuid))!
      return JSON.stringify({ vehicle, signals: await latestSignals(db, org, id, new Date()) })
    }

    const note = () => void (dirty = true)
    const stops = [
      bus.subscribe(topics.vehicle(org.uuid, id), note),
      bus.subscribe(topics.health(org.uuid), (items) => {
        if ((items as HealthNews[]).some(([vehicle]) => vehicle === id)) note()
      }),
      onGap(note),
    ]
    const close = () => stops.forEach((stop) => stop())
    try {
      await bus.ready()
      outlet.snapshot(org.uuid, version, await read())
    } catch (error) {
      close()
      throw error
    }
    return {
      turn() {
        if (dirty && Date.now() - readAt >= readMs) {
          read().then(
            (text) => (fresh = text),
            (error: unknown) => {
              dirty = true
              onError(error)
            },
          )
        }
        if (fresh === undefined) return undefined
        const data = [fresh]
        fresh = undefined
        return { seq: ++version, data }
      },
      close,
    }
  })

/** The frames of one vehicle's buses, sent as they are stored. */
export const canLive = (db: Database, bus: Subscriber) =>
  liveChannel(canChannel, async ({ caller: { org }, params, outlet }) => {
    const found = await vehicleNamed(db, org, params.vehicle)
    if (!found) throw new Failure('NOT_FOUND')
    const now = Date.now()
    const { rows } = await canFramesOf(
      db,
      org,
      found.id,
      { from: new Date(now - recentMs.can), to: new Date(now + 60_000), limit: recentRows.can },
      { bus: params.bus },
    )
    outlet.snapshot(org.uuid, 0, JSON.stringify({ frames: rows }))
    return {
      close: bus.subscribe(topics.can(org.uuid, found.id), (items) => {
        const frames = (items as CanFrameRow[]).filter((frame) => params.bus === undefined || frame.bus === params.bus)
        outlet.offer(frames.map((frame) => JSON.stringify(frame)))
      }),
    }
  })

/** Log lines of one vehicle or of all, sent as they are stored. */
export const syslogLive = (db: Database, bus: Subscriber) =>
  liveChannel(syslogChannel, async ({ caller: { org }, params, outlet }) => {
    const found = params.vehicle === undefined ? undefined : await vehicleNamed(db, org, params.vehicle)
    if (params.vehicle !== undefined && !found) throw new Failure('NOT_FOUND')
    const now = Date.now()
    const { rows } = await syslogOf(db, org, found?.id, {
      from: new Date(now - recentMs.syslog),
      to: new Date(now + 60_000),
      limit: recentRows.syslog,
      order: 'newest',
    })
    outlet.snapshot(org.uuid, 0, JSON.stringify({ events: rows.reverse() }))
    return {
      close: bus.subscribe(topics.syslog(org.uuid), (items) => {
        const lines = (items as SyslogRow[]).filter((line) => !found || line.vin === found.vin)
        outlet.offer(lines.map((line) => JSON.stringify(line)))
      }),
    }
  })
