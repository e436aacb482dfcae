import type { Sink } from './feed.ts'
import { readAlert } from './alert.ts'
import { readCaptureFrames } from './capture.ts'
import { followLive } from './live.ts'
import { readRecordFrames } from './record.ts'
import type { Source } from './source.ts'

/**
 * Reads a source into a sink until it is read whole, or, live, until the signal. Throws the `Failure` of what was
 * refused (rules ANALYZER-50 to ANALYZER-55).
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
