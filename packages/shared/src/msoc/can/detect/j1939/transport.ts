import { pgn } from '../../../transport/j1939-names.ts'
import { readTransferControl, transferLimits, type TransferControl } from '../../../transport/j1939-transfer.ts'
import type { J1939Id } from '../../../transport/j1939.ts'
import { protocolFamily } from '../attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from '../bus-detector.ts'
import { j1939Sign, readGroup } from './frames.ts'

/**
 * Abuses within ten seconds that are reported. One or two happen normally: a node requests data of a unit that is
 * switched off and tries three times (5.10.3.4), or a frame is lost.
 */
const enough = 5
const windowMs = 10_000
const abusesKept = 64
/**
 * Times that a receiver may ask for the same packets: it requests a retransmission at most twice (5.10.2.3), and one
 * frame may be a copy.
 */
const sameMost = 4
/** Consecutive pauses (CTS for no packet): a busy receiver sends one every half second. */
const pausesEnough = 10

interface Session {
  readonly seq: number
  readonly packets: number
  /** Maximum number of packets that the sender accepts to be requested at once. */
  readonly most: number
  lastTs: number
  /** True if a packet of it arrived. A transfer that has begun can also break because of lost frames. */
  hasBegun: boolean
  pauses: number
  /** What the latest CTS asked for (packets * 256 + the first one), and how often in succession. */
  asked: number
  times: number
}

interface Abuse {
  readonly seq: number
  readonly ts: number
  readonly what: string
  /** True if no node can do it by accident: one is enough. */
  readonly isCertain?: boolean
}

interface Memory {
  readonly sessions: Map<number, Session>
  abuses: Abuse[]
  reportedAt: number
  /** When a session was last forgotten for lack of space: its receiver may still clear it to send. */
  evictedAt: number
}

/** Detects J1939's transport protocol used to occupy nodes (SAE J1939-21 5.10); rules CAN-J1939-8 to CAN-J1939-12. */
export const j1939Transport: BusDetector<Memory> = {
  name: 'j1939-transport',
  family: protocolFamily,
  start: () => ({ sessions: new Map(), abuses: [], reportedAt: -Infinity, evictedAt: -Infinity }),
  step(memory, frame, facts, emit) {
    const data = readGroup(frame, pgn.transferData)
    if (data) return begun(memory, data, frame.ts)
    const control = readGroup(frame, pgn.transferControl)
    if (!control) return
    const abuses = [...overdue(memory, frame.ts), ...controlled(memory, control, frame)]
    if (abuses.length === 0) return
    memory.abuses = [...memory.abuses.filter(({ ts }) => Math.abs(frame.ts - ts) <= windowMs), ...abuses].slice(
      -abusesKept,
    )
    if (memory.abuses.length >= enough || memory.abuses.some(({ isCertain }) => isCertain))
      emit(abuseSign(memory, abuses, frame, facts))
  },
}

const sessionOf = (from: number, to: number): number => (from << 8) | to

function begun(memory: Memory, { source, destination }: J1939Id, ts: number): void {
  const session = memory.sessions.get(sessionOf(source, destination))
  if (!session) return
  session.hasBegun = true
  session.lastTs = ts
}

/** Returns the announcements that nothing followed. */
function overdue(memory: Memory, ts: number): readonly Abuse[] {
  const abuses: Abuse[] = []
  for (const [at, session] of memory.sessions) {
    if (Math.abs(ts - session.lastTs) <= transferLimits.waitMs) continue
    memory.sessions.delete(at)
    if (!session.hasBegun) abuses.push({ seq: session.seq, ts, what: 'announced, and nothing followed' })
  }
  return abuses
}

function controlled(memory: Memory, id: J1939Id, { seq, ts, data }: BusFrame): readonly Abuse[] {
  const control = readTransferControl(data)
  if (!control)
    return isOversize(data) ? [{ seq, ts, what: 'sizes that contradict each other, or beyond 1,785 bytes' }] : []
  if (control.kind === 'bam' || control.kind === 'rts')
    return announced(memory, id, control.packets, seq, ts, control.kind === 'rts' ? data[4]! : 255)
  if (control.kind === 'cts')
    return cleared(memory, memory.sessions.get(sessionOf(id.destination, id.source)), control, seq, ts)
  memory.sessions.delete(sessionOf(id.source, id.destination))
  memory.sessions.delete(sessionOf(id.destination, id.source))
  return []
}

/** True for an RTS or BAM that `readTransferControl` refuses. */
const isOversize = (data: Uint8Array): boolean => data.length === 8 && (data[0] === 0x10 || data[0] === 0x20)

function announced(
  memory: Memory,
  { source, destination }: J1939Id,
  packets: number,
  seq: number,
  ts: number,
  most: number,
): readonly Abuse[] {
  const at = sessionOf(source, destination)
  const former = memory.sessions.get(at)
  memory.sessions.delete(at)
  const evicted = memory.sessions.size >= transferLimits.sessions ? evict(memory, ts) : []
  memory.sessions.set(at, { seq, packets, most, lastTs: ts, hasBegun: false, pauses: 0, asked: 0, times: 0 })
  return former && !former.hasBegun
    ? [...evicted, { seq: former.seq, ts, what: 'announced again before a packet came' }]
    : evicted
}

/** Forgets the oldest transfer. More at a time than a bus has nodes are an abuse, whether packets came or not. */
function evict(memory: Memory, ts: number): readonly Abuse[] {
  const [at, { seq }] = memory.sessions.entries().next().value!
  memory.sessions.delete(at)
  memory.evictedAt = ts
  return [{ seq, ts, what: `more than ${transferLimits.sessions} transfers at a time` }]
}

/** Checks a clear to send: for packets without an announcement, or not offered, or endlessly for no packet. */
function cleared(
  memory: Memory,
  session: Session | undefined,
  { packets, next }: TransferControl & { kind: 'cts' },
  seq: number,
  ts: number,
): readonly Abuse[] {
  if (!session)
    return Math.abs(ts - memory.evictedAt) <= windowMs
      ? []
      : [{ seq, ts, what: 'clear to send without an announcement' }]
  session.lastTs = ts
  session.pauses = packets === 0 ? session.pauses + 1 : 0
  if (session.pauses >= pausesEnough) return [{ seq, ts, what: 'pauses without end' }]
  if (packets === 0) return []
  if (next < 1 || next + packets - 1 > session.packets)
    return [{ seq, ts, what: 'clear to send for packets that do not exist', isCertain: true }]
  session.times = session.asked === packets * 256 + next ? session.times + 1 : 1
  session.asked = packets * 256 + next
  if (session.times > sameMost) return [{ seq, ts, what: 'the same clear to send again and again', isCertain: true }]
  const isTooMany = packets > session.most && session.most > 0
  return isTooMany ? [{ seq, ts, what: 'clear to send for more packets at once than were offered' }] : []
}

function abuseSign(memory: Memory, latest: readonly Abuse[], frame: BusFrame, facts: BusFacts): Sign {
  const isGoingOn = Math.abs(frame.ts - memory.reportedAt) <= windowMs
  const kinds = [...new Set(memory.abuses.map(({ what }) => what))].join('; ')
  memory.reportedAt = frame.ts
  const blamed = (isGoingOn ? latest : memory.abuses).map(({ seq }) => seq)
  return j1939Sign(
    'j1939-transport',
    'medium',
    'Abuse of the J1939 transport protocol',
    frame,
    facts,
    null,
    blamed,
    [
      {
        field: 'transfers',
        observed: `${memory.abuses.length} within ${windowMs / 1000} s: ${kinds}`,
        expected: `fewer than ${enough}`,
      },
    ],
    ['TA0040'],
  )
}
