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
  const take = (rows: readonly CanFrameRow[]) => {
    const frames = columnsOfRows(rows)
    receivedTo = frames.ts.reduce((latest, ts) => Math.max(latest, ts), receivedTo)
    sink.frames(frames)
  }
  const feed = live(canChannel, { vehicle }).subscribe((message) => {
    if (message.op === 'gap') sink.dropped(message.dropped)
    if (message.op === 'error') reject(new Failure('BUSY', { message: message.message }))
    if (message.op === 'snapshot') sink.live()
    // after a lost connection the snapshot repeats frames that were received already
    if (message.op === 'snapshot') take(message.data.frames.filter(({ ts }) => preciseMs(ts) > receivedTo))
    if (message.op === 'changes') take(message.data)
  })
  if (signal.aborted) resolve()
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => feed.unsubscribe())
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
