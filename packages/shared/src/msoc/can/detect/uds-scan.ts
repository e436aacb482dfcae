import { nrc, udsServices } from '../../transport/uds-names.ts'
import { protocolFamily } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { readDiagnostic, udsSign, type Diagnostic } from './uds-requests.ts'

/**
 * Tries without a result within a minute: services that the standard does not define, or that the ECU refused as
 * unknown; identifiers, subfunctions and addresses without an answer or with a refusal. A workshop requests what
 * exists; rules CAN-UDS-2 to CAN-UDS-4 state why these numbers.
 */
const enough = { service: 5, identifier: 16, subfunction: 12, address: 16 } as const
type Kind = keyof typeof enough

const windowMs = 60_000
/** A tester that was silent for this long starts a new scan. */
const pauseMs = 5_000
const limits = { tries: 256, recent: 128, latest: 64, reported: 16 } as const

interface Try {
  readonly group: string
  readonly seq: number
  readonly ts: number
  isFruitless: boolean
}

interface Memory {
  readonly tries: Map<string, Try>
  /** Tries without a result by group: a kind and the addressed id. */
  readonly fruitless: Map<string, number>
  /** What the latest request to each id tried. */
  readonly latest: Map<number, { readonly sid: number; readonly seq: number; readonly names: readonly string[] }>
  lastFunctional: number | undefined
  readonly recent: { readonly requestKey: number; readonly seq: number; readonly ts: number }[]
  /** Groups that were reported, with the latest time of each. */
  readonly reportedAt: Map<string, number>
}

/**
 * Detects somebody who explores the ECUs: services, identifiers, subfunctions or addresses, one after the other (rules
 * CAN-UDS-1 to CAN-UDS-4).
 */
export const udsScan: BusDetector<Memory> = {
  name: 'uds-scan',
  family: protocolFamily,
  start: () => ({
    tries: new Map(),
    fruitless: new Map(),
    latest: new Map(),
    lastFunctional: undefined,
    recent: [],
    reportedAt: new Map(),
  }),
  step(memory, frame, facts, emit) {
    if (frame.answers !== undefined) redeem(memory, `address:${frame.answers}`)
    const message = readDiagnostic(frame, facts)
    if (!message) return
    forget(memory, frame.ts)
    const found = message.isAnswer ? answered(memory, message, frame) : requested(memory, message, frame)
    for (const kind of found) emit(scanSign(memory, kind, message, frame, facts))
  },
}

/**
 * Returns what a request tries, as kind and value. Identification (F180-F19F) is left out: every tester reads it,
 * whether an ECU has it or not.
 */
function triesOf({ requestKey: key, isFunctional, sid, payload }: Diagnostic): readonly (readonly [Kind, string])[] {
  const tries: (readonly [Kind, string])[] = isFunctional ? [] : [['address', `${key}`]]
  if (sid >= 0x01 && sid <= 0x0a) return tries
  if (!udsServices[sid]) return [...tries, ['service', `${key}:${sid}`]]
  if (sid === 0x22 || sid === 0x24 || sid === 0x2e || sid === 0x2f) {
    const id = ((payload[1] ?? 0) << 8) | (payload[2] ?? 0)
    if (id < 0xf180 || id > 0xf19f) tries.push(['identifier', `${key}:${sid}:${id}`])
  } else if (sid === 0x31) tries.push(['identifier', `${key}:${sid}:${payload[2]}:${payload[3]}`])
  else if (udsServices[sid].subfunctions) tries.push(['subfunction', `${key}:${sid}:${(payload[1] ?? 0) & 0x7f}`])
  return tries
}

const groupOf = (kind: Kind, key: number): string =>
  kind === 'address' ? `address:${key >= 0x20000000}` : `${kind}:${key}`

function requested(memory: Memory, message: Diagnostic, { seq, ts }: BusFrame): readonly Kind[] {
  memory.recent.push({ requestKey: message.requestKey, seq, ts })
  if (memory.recent.length > limits.recent) memory.recent.shift()
  if (message.isFunctional) memory.lastFunctional = message.requestKey
  const tries = triesOf(message)
  for (const [kind, value] of tries) attempt(memory, `${kind}:${value}`, groupOf(kind, message.requestKey), seq, ts)
  keep(
    memory.latest,
    message.requestKey,
    { sid: message.sid, seq, names: tries.map(([kind, value]) => `${kind}:${value}`) },
    limits.latest,
  )
  return kinds.filter((kind) => isScan(memory, kind, message, ts))
}

const kinds = ['service', 'identifier', 'subfunction', 'address'] as const

/**
 * Returns true if the tries are a scan. The latest try still waits for its answer, hence "more than". Each request of a
 * scan is reported, as long as the scan continues.
 */
function isScan(memory: Memory, kind: Kind, { requestKey: key }: Diagnostic, ts: number): boolean {
  const group = groupOf(kind, key)
  const isReported = ts - (memory.reportedAt.get(group) ?? -Infinity) < pauseMs
  if (kind === 'address' && memory.tries.get(`address:${key}`)?.isFruitless !== true) return false
  return isReported || (memory.fruitless.get(group) ?? 0) > enough[kind]
}

/**
 * Handles an answer. It gives its try a result, unless it reports that nothing is there; a service refused as unknown
 * counts as a separate try.
 */
function answered(memory: Memory, message: Diagnostic, { ts }: BusFrame): readonly Kind[] {
  redeem(memory, `address:${message.requestKey}`)
  for (const key of [message.requestKey, memory.lastFunctional]) {
    const latest = key === undefined ? undefined : memory.latest.get(key)
    if (latest?.sid !== message.sid) continue
    if (message.refusal === nrc.serviceNotSupported && message.sid >= 0x10)
      attempt(
        memory,
        `service:${message.requestKey}:${message.sid}`,
        groupOf('service', message.requestKey),
        latest.seq,
        ts,
      )
    else if (message.refusal === undefined || !isNothing(message.refusal))
      for (const name of latest.names) redeem(memory, name)
  }
  return (memory.fruitless.get(groupOf('service', message.requestKey)) ?? 0) > enough.service &&
    message.refusal === nrc.serviceNotSupported
    ? ['service']
    : []
}

const nothings = new Set<number>([
  nrc.serviceNotSupported,
  nrc.subfunctionNotSupported,
  nrc.outOfRange,
  nrc.subfunctionNotInSession,
  nrc.serviceNotInSession,
])
const isNothing = (refusal: number): boolean => nothings.has(refusal)

function attempt(memory: Memory, name: string, group: string, seq: number, ts: number): void {
  if (memory.tries.has(name)) return
  if (memory.tries.size >= limits.tries) drop(memory, memory.tries.keys().next().value!)
  memory.tries.set(name, { group, seq, ts, isFruitless: true })
  memory.fruitless.set(group, (memory.fruitless.get(group) ?? 0) + 1)
}

function redeem(memory: Memory, name: string): void {
  const attempted = memory.tries.get(name)
  if (!attempted?.isFruitless) return
  attempted.isFruitless = false
  uncount(memory, attempted.group)
}

function drop(memory: Memory, name: string): void {
  const { isFruitless, group } = memory.tries.get(name)!
  memory.tries.delete(name)
  if (isFruitless) uncount(memory, group)
}

function uncount(memory: Memory, group: string): void {
  const left = memory.fruitless.get(group)! - 1
  if (left > 0) memory.fruitless.set(group, left)
  else memory.fruitless.delete(group)
}

function forget(memory: Memory, ts: number): void {
  for (const [name, attempted] of memory.tries) {
    if (Math.abs(ts - attempted.ts) <= windowMs) return
    drop(memory, name)
  }
}

const titles: Record<Kind, string> = {
  service: 'Scan of UDS services of',
  identifier: 'Scan of UDS identifiers of',
  subfunction: 'Scan of UDS subfunctions of',
  address: 'Scan for ECUs, now at',
}

function scanSign(memory: Memory, kind: Kind, message: Diagnostic, frame: BusFrame, facts: BusFacts): Sign {
  const group = groupOf(kind, message.requestKey)
  const isReported = frame.ts - (memory.reportedAt.get(group) ?? -Infinity) < pauseMs
  const blamed = isReported ? (message.isAnswer ? [] : [frame.seq]) : earlier(memory, kind, group, message.requestKey)
  keep(memory.reportedAt, group, frame.ts, limits.reported)
  const sign = udsSign(
    'uds-scan',
    'high',
    titles[kind],
    frame,
    facts,
    message,
    blamed,
    `at most ${enough[kind]} a minute`,
    `${memory.fruitless.get(group) ?? 0} without a result`,
    ['TA0007'],
  )
  // a search for ECUs concerns the bus: it is one attack, whatever the current address
  return kind === 'address' ? { ...sign, key: null, title: `Scan for ECUs on ${facts.bus}` } : sign
}

/** Returns what the scan sent before it was noticed: its tries, and other requests to the same id without a pause. */
function earlier(memory: Memory, kind: Kind, group: string, key: number): readonly number[] {
  const tried = [...memory.tries.values()]
    .filter((each) => each.group === group && each.isFruitless)
    .map(({ seq }) => seq)
  if (kind === 'address') return tried
  const blamed = new Set(tried)
  let later = Infinity
  for (const request of memory.recent.filter(({ requestKey: to }) => to === key).toReversed()) {
    if (later - request.ts > pauseMs && later !== Infinity) break
    blamed.add(request.seq)
    later = request.ts
  }
  return [...blamed].toSorted((a, b) => a - b)
}

/** Sets an entry and keeps the newest `most` entries. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  map.delete(key)
  if (map.size >= most) map.delete(map.keys().next().value!)
  map.set(key, value)
}
