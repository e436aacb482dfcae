import { abortReasons, pgn } from './j1939-names.ts'
import { pgnAt, type J1939Id } from './j1939.ts'

/**
 * J1939's transport protocol (SAE J1939-21 5.10): 9 to 1,785 bytes in up to 255 packets, rules TRANSPORT-19 to
 * TRANSPORT-22. Bytes of a control message:
 *
 * - 10 RTS: size size packets most group group group; to one node: request to send
 * - 11 CTS: packets next FF FF group group group; back: send this number of packets from `next` on; 0 packets: wait
 * - 13 EndAck: size size packets FF group group group; back: all received
 * - 20 BAM: size size packets FF group group group; to all: announcement
 * - FF Abort: reason FF FF FF group group group; from either side
 *
 * Bytes of a data message: sequence (1..), seven bytes of data.
 */
export type TransferControl =
  | { readonly kind: 'rts' | 'bam' | 'end'; readonly size: number; readonly packets: number; readonly pgn: number }
  | { readonly kind: 'cts'; readonly packets: number; readonly next: number; readonly pgn: number }
  | { readonly kind: 'abort'; readonly reason: string; readonly pgn: number }

const announcing = { 0x10: 'rts', 0x13: 'end', 0x20: 'bam' } as const

/**
 * Reads a control message; undefined if these bytes are not one: another length, an unknown kind, or contradicting
 * sizes.
 */
export function readTransferControl(data: Uint8Array): TransferControl | undefined {
  if (data.length !== 8) return undefined
  const group = pgnAt(data, 5)
  if (data[0] === 0x11) return { kind: 'cts', packets: data[1]!, next: data[2]!, pgn: group }
  if (data[0] === 0xff) return { kind: 'abort', reason: abortReasons[data[1]!] ?? `reason ${data[1]}`, pgn: group }
  const kind = announcing[data[0] as keyof typeof announcing]
  const size = data[1]! | (data[2]! << 8)
  const packets = data[3]!
  return kind && size > 8 && Math.ceil(size / 7) === packets ? { kind, size, packets, pgn: group } : undefined
}

/** A message that was sent in packets, complete or as far as it arrived. */
export interface Transferred {
  readonly id: J1939Id
  /** Key of the id that announced it. */
  readonly key: number
  readonly ts: number
  readonly endTs: number
  readonly data: Uint8Array
  readonly frames: number
  /** Why it is not complete; undefined: it is complete. */
  readonly broken: string | undefined
}

interface Session {
  /** The id that the message would have had. */
  readonly id: J1939Id
  readonly key: number
  readonly ts: number
  readonly size: number
  readonly data: Uint8Array
  lastTs: number
  next: number
  frames: number
}

export const transferLimits = { sessions: 64, waitMs: 1_250 } as const

export interface Transfers {
  push(
    id: J1939Id,
    frame: { readonly key: number; readonly ts: number; readonly data: Uint8Array },
  ): readonly Transferred[]
  /** Returns messages whose next packet is overdue at this time. */
  overdue(ts: number): readonly Transferred[]
}

const nothing: readonly Transferred[] = []
const sessionOf = (from: number, to: number): number => (from << 8) | to

/** Reassembles transfers: one at a time between two addresses, as the standard requires (5.10.1.2). */
export function createTransfers(): Transfers {
  const sessions = new Map<number, Session>()

  const end = (at: number, session: Session, broken?: string): Transferred => {
    sessions.delete(at)
    const { id, key, ts, lastTs, data, frames } = session
    return {
      id,
      key,
      ts,
      endTs: lastTs,
      frames,
      broken,
      data: broken === undefined ? data : data.subarray(0, Math.min(data.length, 7 * (session.next - 1))),
    }
  }
  const touch = (at: number, session: Session, ts: number): void => {
    session.lastTs = ts
    session.frames += 1
    sessions.delete(at)
    sessions.set(at, session)
  }
  const begin = (id: J1939Id, key: number, ts: number, size: number, group: number): readonly Transferred[] => {
    const at = sessionOf(id.source, id.destination)
    const former = sessions.get(at)
    const ended = former ? [end(at, former, `broken off by a new message after ${former.next - 1} packets`)] : []
    if (sessions.size >= transferLimits.sessions) {
      const [stalest] = sessions
      ended.push(end(...stalest!, 'given up: too many messages at once'))
    }
    sessions.set(at, {
      id: { ...id, pgn: group },
      key,
      ts,
      size,
      data: new Uint8Array(size),
      lastTs: ts,
      next: 1,
      frames: 1,
    })
    return ended
  }
  const packet = (id: J1939Id, ts: number, data: Uint8Array): readonly Transferred[] => {
    const at = sessionOf(id.source, id.destination)
    const session = sessions.get(at)
    if (!session || data.length !== 8) return nothing
    touch(at, session, ts)
    if (data[0] !== session.next) return [end(at, session, `packet ${data[0]} came where ${session.next} was due`)]
    const from = 7 * (session.next - 1)
    session.data.set(data.subarray(1, 1 + Math.min(7, session.size - from)), from)
    session.next += 1
    return 7 * (session.next - 1) >= session.size ? [end(at, session)] : nothing
  }
  const cleared = (id: J1939Id, ts: number, next: number): readonly Transferred[] => {
    const at = sessionOf(id.destination, id.source)
    const session = sessions.get(at)
    if (!session) return nothing
    touch(at, session, ts)
    // a receiver may request lost packets again, but no packets that were not sent
    if (next >= 1 && next <= session.next) session.next = next
    return nothing
  }
  const aborted = (id: J1939Id, ts: number, reason: string): readonly Transferred[] => {
    for (const at of [sessionOf(id.source, id.destination), sessionOf(id.destination, id.source)]) {
      const session = sessions.get(at)
      if (!session) continue
      touch(at, session, ts)
      return [end(at, session, `aborted: ${reason}`)]
    }
    return nothing
  }

  return {
    push(id, { key, ts, data }) {
      if (id.pgn === pgn.transferData) return packet(id, ts, data)
      const control = readTransferControl(data)
      if (!control) return nothing
      switch (control.kind) {
        case 'bam':
          return id.destination === 255 ? begin(id, key, ts, control.size, control.pgn) : nothing
        case 'rts':
          return id.destination === 255 ? nothing : begin(id, key, ts, control.size, control.pgn)
        case 'cts':
          return cleared(id, ts, control.packets === 0 ? 0 : control.next)
        case 'abort':
          return aborted(id, ts, control.reason)
        // the last packet has ended it already
        case 'end':
          return nothing
      }
    },
    overdue(ts) {
      if (sessions.size === 0) return nothing
      const ended: Transferred[] = []
      for (const [at, session] of sessions) {
        // otherwise a clock that is set back would keep them for ever
        if (Math.abs(ts - session.lastTs) <= transferLimits.waitMs) break
        ended.push(end(at, session, `nothing for ${transferLimits.waitMs / 1000} s after ${session.next - 1} packets`))
      }
      return ended
    },
  }
}
