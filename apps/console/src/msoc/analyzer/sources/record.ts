import { readRecord } from '@carapace/shared/msoc/can/captures.contract'
import { getVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../../../core/call/call.ts'
import type { Sink } from './feed.ts'
import { readKnowledge, readMarks } from './knowledge.ts'
import { readPages } from './pages.ts'
import type { Source } from './source.ts'

/** Reads a window of a vehicle's record, with the alerts in it. */
export async function readRecordFrames(
  { vehicle: named, from, to }: Extract<Source, { kind: 'record' }>,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { vehicle } = await call(getVehicle, { uuid: named }, { signal })
  const { uuid, vin, model } = vehicle
  sink.subject({ title: vin, vehicle: { uuid, vin, model }, around: undefined, bus: undefined, ids: [] })
  const window = { vehicle: uuid, from: String(Math.floor(from)), to: String(Math.ceil(to)) }
  await Promise.all([
    readKnowledge(uuid, sink, signal),
    readMarks(uuid, from, to, signal).then((marks) => sink.alerts(marks)),
    readPages((cursor) => call(readRecord, { ...window, ...(cursor !== undefined && { cursor }) }, { signal }), sink),
  ])
}
