import { isUtf8 } from 'node:buffer'
import { decodeEvent, requestLimits } from './decode-event.ts'
import type { Arrival } from './event-time.ts'
import type { VehicleEvent } from './events.ts'

/** A fault of a request as a whole; the caller answers 400 or 413 with it. */
export type RequestFault = { readonly status: 400 | 413; readonly reason: string }

/** Lines that are decoded in one slice: some milliseconds. */
const linesPerSlice = 500

/**
 * Decodes a request's body, NDJSON or a JSON array, line by line; invalid lines do not affect valid ones (rules
 * EVENT-1, EVENT-2). `take` receives each event, with its line if it has one; `reject` receives each line that is not
 * an event. It yields after each slice, so that the process can do something else before the next one (rule SHARE-20),
 * and returns the fault of the request, if it has one.
 */
export function decodeBody(
  body: Buffer,
  type: 'ndjson' | 'json',
  arrival: Arrival,
  take: Take,
  reject: (line: number, reason: string, text: string, vehicle: string | null) => void,
): Generator<void, RequestFault | undefined> {
  return type === 'ndjson' ? decodeLines(body, arrival, take, reject) : decodeArray(body, arrival, take, reject)
}

function* decodeLines(
  body: Buffer,
  arrival: Arrival,
  take: Take,
  reject: Reject,
): Generator<void, RequestFault | undefined> {
  const text = body.toString('utf8')
  const sound = isUtf8(body)
  const lines = text.split('\n')
  let events = 0
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    if (line.length === 0 || line === '\r') continue
    if (++events > requestLimits.events)
      return { status: 413, reason: `at most ${requestLimits.events} events a request` }
  }
  for (let i = 0; i < lines.length; i++) {
    if (i > 0 && i % linesPerSlice === 0) yield
    const line = lines[i]!
    if (line.length === 0 || line === '\r') continue
    // a replacement character may be the sender's own: a line with one is refused only if the body is not valid UTF-8
    if (!sound && line.includes('\ufffd')) reject(i + 1, 'not valid UTF-8', line, null)
    else decodeLine(line, i + 1, arrival, take, reject)
  }
  return undefined
}

type Take = (event: VehicleEvent, line: number, text?: string) => void
type Reject = (line: number, reason: string, text: string, vehicle: string | null) => void

function decodeLine(line: string, number: number, arrival: Arrival, take: Take, reject: Reject): void {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return reject(number, `not JSON: ${wordsOf(error)}`, line, null)
  }
  const event = decodeEvent(value, arrival)
  if (event.ok) take(event.value, number, line)
  else reject(number, event.reason, line, statedVehicle(value))
}

function* decodeArray(
  body: Buffer,
  arrival: Arrival,
  take: Take,
  reject: Reject,
): Generator<void, RequestFault | undefined> {
  if (!isUtf8(body)) return { status: 400, reason: 'the body is not valid UTF-8' }
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch (error) {
    return { status: 400, reason: `the body is not JSON: ${wordsOf(error)}` }
  }
  const list: unknown[] = Array.isArray(value) ? value : [value]
  if (list.length > requestLimits.events)
    return { status: 413, reason: `at most ${requestLimits.events} events a request` }
  for (const [i, one] of list.entries()) {
    if (i > 0 && i % linesPerSlice === 0) yield
    const event = decodeEvent(one, arrival)
    if (event.ok) take(event.value, i + 1)
    else reject(i + 1, event.reason, textOf(one), statedVehicle(one))
  }
  return undefined
}

/**
 * Returns the message of the parser. It quotes the input: a NUL or half of a surrogate pair must not get from there
 * into a stored reply.
 */
function wordsOf(error: unknown): string {
  return (error as Error).message
    .slice(0, 120)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd')
}

/** Returns an element of an array as text, cut. JSON.parse accepts any depth of nesting, JSON.stringify does not. */
function textOf(one: unknown): string {
  try {
    return JSON.stringify(one).slice(0, 4096)
  } catch {
    return '(nested too deeply to show)'
  }
}

function statedVehicle(value: unknown): string | null {
  const vehicle = typeof value === 'object' && value !== null ? (value as { vehicle?: unknown }).vehicle : undefined
  return typeof vehicle === 'string' ? vehicle.slice(0, 64).replaceAll('\0', '') : null
}
