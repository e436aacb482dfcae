import type { Explanation, Observable } from '../../alerts/alerts.ts'
import { isStandardLine, standardLine } from '../../transport/addresses.ts'
import { readPci } from '../../transport/iso-tp.ts'
import { idOfKey, idText } from '../frame.ts'
import type { BusFacts, BusFrame, Sign } from './bus-detector.ts'

/** Returns an arbitration id, given by its key, in the form that alerts use. */
export function textOfKey(key: number): string {
  const { id, ext } = idOfKey(key)
  return idText(id, ext)
}

/** Returns a sign about one id. */
export function signOf(
  detector: string,
  severity: Sign['severity'],
  what: string,
  frame: BusFrame,
  facts: BusFacts,
  blamed: readonly number[],
  explanation: readonly Explanation[],
  key = frame.key,
): Sign {
  return {
    detector,
    key,
    title: `${what} ${textOfKey(key)} on ${facts.bus}`,
    severity,
    ts: frame.ts,
    blamed,
    explanation,
    observables: [...placeOf(facts), { kind: 'arbitration_id', value: textOfKey(key) }],
  }
}

/** Returns a sign about the bus as a whole. */
export function busSignOf(
  detector: string,
  severity: Sign['severity'],
  what: string,
  ts: number,
  facts: Pick<BusFacts, 'vin' | 'bus'>,
  blamed: readonly number[],
  explanation: readonly Explanation[],
): Sign {
  return {
    detector,
    key: null,
    title: `${what} on ${facts.bus}`,
    severity,
    ts,
    blamed,
    explanation,
    observables: placeOf(facts),
  }
}

function placeOf({ vin, bus }: Pick<BusFacts, 'vin' | 'bus'>): Observable[] {
  return [
    { kind: 'vin', value: vin },
    { kind: 'bus', value: bus },
  ]
}

/**
 * Returns true if it may be diagnostics of any tester, on an id that carries diagnostics by the standards or as was
 * found, or answers a request. The UDS detectors evaluate such frames.
 */
export function isTalk({ key, data, answers }: BusFrame, { pairs }: BusFacts): boolean {
  if (answers !== undefined) return true
  const line = isStandardLine(key) ? standardLine(key) : pairs?.lineOf(key)
  return line !== undefined && readPci(data, line.at) !== undefined
}

/**
 * Returns true if little was learned for the time that is watched: what T seconds showed describes about the next T
 * seconds, since the chance that something new comes within a further time t is t / (T + t) (rule WATCH-8).
 */
export function isOutgrown({ model, watchedMs = 0 }: BusFacts): boolean {
  return model !== undefined && model.seconds > 0 && model.seconds < hoursBegin && watchedMs > 10_000 * model.seconds
}

/** With this much learning, s, a profile holds for hours. */
const hoursBegin = 600

/** Returns milliseconds as readable text. */
export function msText(ms: number): string {
  return ms >= 10_000 ? `${(ms / 1000).toFixed(0)} s` : ms >= 100 ? `${ms.toFixed(0)} ms` : `${ms.toFixed(1)} ms`
}
