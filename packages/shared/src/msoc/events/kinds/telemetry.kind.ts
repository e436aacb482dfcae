import { type Parsed, parsed, refused } from '../../../core/parsed.ts'
import { type Fields, isText, quoted } from '../event-fields.ts'
import type { EventKindSpec } from '../event-kind.ts'
import type { EventCommon, TelemetryEvent } from '../events.ts'
import { signalsOverTime } from '../events.series.ts'

/** Values of a vehicle's signals, each a separate row (rule EVENT-6). */
export const telemetryKind: EventKindSpec<TelemetryEvent> = {
  kinds: ['telemetry'],
  decode: decodeTelemetry,
  fieldsOf: (event) => ({ signals: Object.fromEntries(event.signals) }),
  series: signalsOverTime,
  columns: ['signal_id', 'value', 'text'],
  encode(event, beginRow, { signalIds }) {
    for (const [path, value] of event.signals) {
      const row = beginRow(event.ts)
      row.int4(signalIds.get(path)!)
      row.float8(typeof value === 'number' ? value : null)
      row.text(typeof value === 'string' ? value : null)
    }
  },
  rowsOf: ({ signals }) => signals.length,
  weightOf: () => 1,
  lastTsOf: ({ ts }) => ts,
  arrivalField: 'telemetryAt',
}

const signalsPerEvent = 500
const pathPattern = /^[A-Za-z][\w.]{0,199}$/

function decodeTelemetry(fields: Fields, common: EventCommon): Parsed<TelemetryEvent> {
  const { signals } = fields
  if (typeof signals !== 'object' || signals === null || Array.isArray(signals))
    return refused('signals: an object of signal paths and values is needed')
  const entries = Object.entries(signals)
  if (entries.length === 0 || entries.length > signalsPerEvent)
    return refused(`signals: 1 to ${signalsPerEvent} are needed, ${entries.length} came`)
  const read: [string, number | string][] = []
  for (const [path, value] of entries) {
    if (!pathPattern.test(path)) return refused(`signals: ${quoted(path)} is not a signal path`)
    if (typeof value === 'boolean') read.push([path, Number(value)])
    else if (typeof value === 'number' && Number.isFinite(value)) read.push([path, value])
    else if (typeof value === 'string' && isText(value, 1024)) read.push([path, value])
    else return refused(`signals.${path}: a finite number, a boolean or a text of at most 1024 characters is needed`)
  }
  return parsed({ kind: 'telemetry', ...common, signals: read })
}
