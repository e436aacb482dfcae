import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { wallClock } from '../../fleet/clock.ts'
import { deliver, newTally } from '../../fleet/sending/deliver.ts'
import { timesIn } from '../../fleet/sending/events.ts'
import { poster } from '../../fleet/sending/post.ts'
import { chance } from '../../fleet/random.ts'
import { positionReport } from '../../fleet/vehicles/reports.ts'
import { fleetOf, type Vehicle } from '../../fleet/vehicles/vehicles.ts'
import { openRecordLog, type RecordLog } from './record-log.ts'

/** The task of the sending process. */
export interface PositionSending {
  readonly url: string
  readonly key: string
  readonly seed: number
  readonly vehicles: number
  /**
   * The positions of one vehicle in this many are logged: vehicle index, ts, time of sending, time of the response (all
   * epoch ms).
   */
  readonly sampleEvery: number
  readonly log: string
}

const periodMs = 1_000
const tickMs = 200
const laneCount = 10

/** Drives a fleet that reports only its positions, once a second, until it is stopped. */
export async function sendPositions(
  request: PositionSending,
  stop: AbortSignal,
): Promise<{ accepted: number; rejected: number; retries: number }> {
  const { post, close } = poster({ url: request.url, key: request.key })
  const log = openRecordLog(request.log)
  const tally = newTally()
  const fleet = fleetOf(request.seed, request.vehicles)
  const began = Date.now()
  await Promise.all(
    Array.from({ length: laneCount }, async (_, lane) => {
      const mine = fleet.filter(({ index }) => index % laneCount === lane)
      await driveLane(mine, began + (lane * tickMs) / laneCount, request.sampleEvery, log, stop, (body, events) =>
        deliver({ post, clock: wallClock, tally }, { body, events }, randomUUID()),
      )
    }),
  )
  log.close()
  close()
  return tally
}

/** One connection's vehicles: each tick sends one request with their reports since the last tick. */
async function driveLane(
  vehicles: readonly Vehicle[],
  began: number,
  sampleEvery: number,
  log: RecordLog,
  stop: AbortSignal,
  send: (body: string, events: number) => Promise<boolean>,
): Promise<void> {
  for (let from = began; !stop.aborted;) {
    await sleep(Math.max(0, from + tickMs - Date.now()))
    const to = Math.max(Date.now(), from + 1)
    const reports = vehicles.flatMap((vehicle) =>
      timesIn(from, to, periodMs, Math.floor(chance(vehicle.index, 81) * periodMs)).map((ts) => ({
        vehicle,
        report: positionReport(vehicle, ts),
      })),
    )
    from = to
    if (reports.length === 0) continue
    const sentAt = Date.now()
    await send(`${reports.map(({ report }) => JSON.stringify(report)).join('\n')}\n`, reports.length)
    const answeredAt = Date.now()
    for (const {
      vehicle: { index },
      report,
    } of reports)
      if (index % sampleEvery === 0) log.add(index, report.ts, sentAt, answeredAt)
  }
}

// a separate process that takes requests from its parent: so its cycles are not counted as the server's
const stop = new AbortController()
process.on('disconnect', () => process.exit())
process.on('message', (request: PositionSending | 'stop') => {
  if (request === 'stop') stop.abort()
  else void sendPositions(request, stop.signal).then((tally) => process.send!(tally, () => process.disconnect()))
})
