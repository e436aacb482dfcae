import { canChannel, type CanFrameRow } from '@carapace/shared/msoc/history/history.contract'
import { Failure } from '@carapace/shared/core/failure'
import { readRecord } from '@carapace/shared/msoc/can/captures.contract'
import { getVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../../../core/call/call.ts'
import { live } from '../../../core/live/live.ts'
import { preciseMs } from '../../alert-management/evidence/evidence.ts'
import type { Sink } from './feed.ts'
import { readKnowledge, readMarks } from './knowledge.ts'
import { readPages } from './pages.ts'
import { columnsOfRows } from './rows.ts'
import type { Source } from './source.ts'

/** What a live window holds besides, ms: alerts of so long ago are marked. */
const marksMs = 120_000
/** How often the alerts are asked for, ms. */
const marksEveryMs = 10_000

/** So much of the record comes before the live frames, ms: what the window holds. */
const beforeMs = 60_000

/** The last minute, then frames as they come, until the signal. What was left out on the way is told. */
export async function followLive(
  { vehicle: named }: Extract<Source, { kind: 'live' }>,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { vehicle } = await call(getVehicle, { uuid: named }, { signal })
  const { uuid, vin, model } = vehicle
  sink.subject({ title: vin, vehicle: { uuid, vin, model }, around: undefined, bus: undefined, ids: [] })
  await readKnowledge(uuid, sink, signal)
  const now = Date.now()
  const window = { vehicle: uuid, from: String(now - beforeMs), to: String(now + beforeMs) }
  const readTo = await readPages(
    (cursor) => call(readRecord, { ...window, ...(cursor !== undefined && { cursor }) }, { signal }),
    sink,
  )
  await Promise.all([followFrames(uuid, readTo, sink, signal), followMarks(uuid, sink, signal)])
}

/** From `toldTo` on, epoch ms: what lies before it was read. */
function followFrames(vehicle: string, receivedTo: number, sink: Sink, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const take = (rows: readonly CanFrameRow[]) => {
    const frames = columnsOfRows(rows)
    receivedTo = frames.ts.reduce((latest, ts) => Math.max(latest, ts), receivedTo)
    sink.frames(frames)
  }
  const feed = live(canChannel, { vehicle }).subscribe((message) => {
    if (message.op === 'gap') sink.dropped(message.dropped)
    if (message.op === 'error') reject(new Failure('BUSY', { message: message.message }))
    if (message.op === 'snapshot') sink.live()
    // after a lost connection the snapshot tells again what was told before it
    if (message.op === 'snapshot') take(message.data.frames.filter(({ ts }) => preciseMs(ts) > receivedTo))
    if (message.op === 'changes') take(message.data)
  })
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => feed.unsubscribe())
}

/**
 * Alerts are marks beside the frames: where asking for them fails, those that are known stay, and it is asked again.
 */
async function followMarks(vehicle: string, sink: Sink, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = Date.now()
    await readMarks(vehicle, now - marksMs, now + marksMs, signal).then(
      (marks) => sink.alerts(marks),
      () => undefined,
    )
    await pause(marksEveryMs, signal)
  }
}

/** Ends early when the signal comes. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, ms)
  signal.addEventListener('abort', end, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  })
}
