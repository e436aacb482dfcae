import type { Sink } from './feed.ts'
import { readAlert } from './alert.ts'
import { readCaptureFrames } from './capture.ts'
import { followLive } from './live.ts'
import { readRecordFrames } from './record.ts'
import type { Source } from './source.ts'

/**
 * Reads a source into a sink, completely or, if live, until the signal aborts (rules ANALYZER-50 to ANALYZER-55).
 * @throws {Failure} the refusal of a request
 */
export function readSource(source: Source, sink: Sink, signal: AbortSignal): Promise<void> {
  switch (source.kind) {
    case 'live':
      return followLive(source, sink, signal)
    case 'record':
      return readRecordFrames(source, sink, signal)
    case 'capture':
      return readCaptureFrames(source, sink, signal)
    case 'alert':
      return readAlert(source, sink, signal)
  }
}
