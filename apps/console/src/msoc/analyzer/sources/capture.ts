import { type Capture, getCapture, readCapture } from '@carapace/shared/msoc/can/captures.contract'
import { Failure } from '@carapace/shared/core/failure'
import { call } from '../../../core/call/call.ts'
import type { Sink } from './feed.ts'
import { readKnowledge, readMarks } from './knowledge.ts'
import { readPages } from './pages.ts'
import type { Source } from './source.ts'

/** Reads a capture, with the databases and profiles of its vehicle if it has one. */
export async function readCaptureFrames(
  { uuid }: Extract<Source, { kind: 'capture' }>,
  sink: Sink,
  signal: AbortSignal,
): Promise<void> {
  const { capture } = await call(getCapture, { uuid }, { signal })
  const { name, vehicle, state, frames } = capture
  sink.subject({ title: name, vehicle: vehicle ?? undefined, around: undefined, bus: undefined, ids: [] })
  if (state !== 'READY')
    throw new Failure('BUSY', {
      message:
        state === 'FAILED'
          ? `The capture could not be read: ${capture.error ?? 'no reason is known'}.`
          : 'The capture is still being read.',
    })
  sink.expect(frames)
  await Promise.all([
    vehicle && readKnowledge(vehicle.uuid, sink, signal),
    readCaptureMarks(capture, signal).then((marks) => sink.alerts(marks)),
    readPages((cursor) => call(readCapture, { uuid, ...(cursor !== undefined && { cursor }) }, { signal }), sink),
  ])
}

async function readCaptureMarks({ vehicle, started_at: from, ended_at: to }: Capture, signal: AbortSignal) {
  return vehicle && from !== null && to !== null
    ? readMarks(vehicle.uuid, Date.parse(from), Date.parse(to), signal)
    : []
}
