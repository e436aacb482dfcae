import { canChannel } from '@carapace/shared/msoc/history/history.contract'
import { Failure } from '@carapace/shared/core/failure'
import { readRecord } from '@carapace/shared/msoc/can/captures.contract'
import { getVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../../../core/call/call.ts'
import type { FrameColumns } from '@carapace/shared/msoc/can/frame-columns'
import { liveRows } from '../../../core/live/live.ts'
import { picked } from '../engine/in-order.ts'
import type { Sink } from './feed.ts'
import { readKnowledge, readMarks } from './knowledge.ts'
import { readPages } from './pages.ts'
import { framePlan, framesOf } from './rows.ts'
import type { Source } from './source.ts'

/** Alerts of this period before now are marked too, ms. */
const marksMs = 120_000
/** Interval of the alert requests, ms. */
const marksEveryMs = 10_000

/** The part of the record that is read before the live frames, ms: the length of the window. */
const beforeMs = 60_000

/** Reads the last minute, then live frames until the signal aborts. Dropped frames are reported. */
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

/** Follows the live frames after `receivedTo`, epoch ms: earlier frames were read already. */
function followFrames(vehicle: string, receivedTo: number, sink: Sink, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const take = (frames: FrameColumns) => {
    receivedTo = frames.ts.reduce((latest, ts) => Math.max(latest, ts), receivedTo)
    sink.frames(frames)
  }
  const feed = liveRows(canChannel, { vehicle }, framePlan).subscribe((message) => {
    if (message.op === 'gap') sink.dropped(message.dropped)
    if (message.op === 'error') reject(new Failure('BUSY', { message: message.message }))
    if (message.op === 'snapshot') sink.live()
    // after a lost connection the snapshot repeats frames that were received already
    if (message.op === 'rows')
      take(message.of === 'snapshot' ? after(framesOf(message), receivedTo) : framesOf(message))
  })
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => feed.unsubscribe())
}

/** The frames that are later than a time, epoch ms. */
function after(frames: FrameColumns, time: number): FrameColumns {
  const later = Array.from(frames.ts.keys()).filter((i) => frames.ts[i]! > time)
  return picked(frames, later)
}

/** Polls the alerts, which are marks beside the frames: if a request fails, the known ones stay, and it is repeated. */
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

/** Waits for `ms`, or until the signal aborts. */
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
