/**
 * ISO-TP (ISO 15765-2:2016): messages longer than a frame are segmented and reassembled. Rules TRANSPORT-1 to
 * TRANSPORT-7 of ./SPEC.md.
 *
 * - single: 0L data | 00 LL data (CAN FD, more than 8 bytes)
 * - first: 1L LL data | 10 00 LLLLLLLL data (beyond 4,095 bytes)
 * - consecutive: 2N data; N counts 1..15, 0, 1 …
 * - flow control: 3S BB TT; S: 0 continue, 1 wait, 2 overflow; BB: frames until the next flow control; TT: minimum time
 *   between frames
 */
export type Pci =
  | { readonly kind: 'single' | 'first'; readonly from: number; readonly length: number }
  | { readonly kind: 'consecutive'; readonly from: number; readonly sequence: number }
  | { readonly kind: 'flow'; readonly status: 'continue' | 'wait' | 'overflow' }

const flowStatuses = ['continue', 'wait', 'overflow'] as const

/**
 * Reads the protocol control information that begins at byte `at`; undefined if these bytes are not an ISO-TP frame
 * (clause 9.6).
 */
export function readPci(data: Uint8Array, at: 0 | 1 = 0): Pci | undefined {
  const head = data[at]
  if (head === undefined) return undefined
  switch (head >> 4) {
    case 0:
      return single(data, at, head)
    case 1:
      return first(data, at, head)
    case 2:
      return data.length > at + 1 ? { kind: 'consecutive', from: at + 1, sequence: head & 15 } : undefined
    case 3:
      return flow(data, at, head)
    default:
      return undefined
  }
}

/** A length in the first byte is for 8 bytes and less, one in the second for CAN FD (9.6.2). */
function single(data: Uint8Array, at: number, head: number): Pci | undefined {
  const isEscaped = data.length > 8
  if (isEscaped && head !== 0) return undefined
  const length = isEscaped ? data[at + 1]! : head
  const from = at + (isEscaped ? 2 : 1)
  return length > 0 && from + length <= data.length ? { kind: 'single', from, length } : undefined
}

/** Only payloads that don't fit a single frame are segmented; the long length is for larger sizes (9.6.3). */
function first(data: Uint8Array, at: number, head: number): Pci | undefined {
  if (data.length < 8) return undefined
  const short = ((head & 15) << 8) | data[at + 1]!
  const least = data.length > 8 ? data.length - 1 - at : 8 - at
  if (short > 0) return short >= least ? { kind: 'first', from: at + 2, length: short } : undefined
  const long = data[at + 2]! * 0x1000000 + ((data[at + 3]! << 16) | (data[at + 4]! << 8) | data[at + 5]!)
  return long > 0xfff ? { kind: 'first', from: at + 6, length: long } : undefined
}

function flow(data: Uint8Array, at: number, head: number): Pci | undefined {
  const status = flowStatuses[head & 15]
  return status && data.length >= at + 3 ? { kind: 'flow', status } : undefined
}

/** A message, complete or as far as it arrived. */
export interface Reassembled {
  readonly key: number
  /** Epoch ms of its first and of its last frame. */
  readonly ts: number
  readonly endTs: number
  /** The payload, at most its first 64 KiB. */
  readonly data: Uint8Array
  /** The announced number of bytes. */
  readonly length: number
  readonly frames: number
  /** Why it is not complete; undefined: it is complete. */
  readonly broken: string | undefined
}

interface Session {
  readonly key: number
  readonly ts: number
  readonly length: number
  lastTs: number
  data: Uint8Array
  /** Number of received bytes; beyond the limit they are counted, not kept. */
  received: number
  sequence: number
  frames: number
  /** True once the receiver has sent a flow control to continue. */
  isAnswered: boolean
}

export const isoTpLimits = { sessions: 64, bytes: 65_536, waitMs: 1_000 } as const

export interface Reassembly {
  /** Returns messages that a frame completes or breaks; `channel` separates senders with one id by an address byte. */
  push(
    channel: number,
    frame: { readonly key: number; readonly ts: number; readonly data: Uint8Array },
    pci: Pci,
  ): readonly Reassembled[]
  /** Handles a flow control for the message of this channel; returns the message if it was refused for its size. */
  flow(channel: number, status: 'continue' | 'wait' | 'overflow', ts: number): Reassembled | undefined
  /** Returns messages whose next frame is overdue at this time. */
  overdue(ts: number): readonly Reassembled[]
}

const nothing: readonly Reassembled[] = []

/** Reassembles messages, many at a time, on as many channels (TRANSPORT-4 to TRANSPORT-7). */
export function createReassembly(sessionLimit: number = isoTpLimits.sessions): Reassembly {
  // in the order of their latest frames: the first one was idle longest
  const sessions = new Map<number, Session>()

  const end = (channel: number, session: Session, broken?: string): Reassembled => {
    sessions.delete(channel)
    const { key, ts, lastTs, length, frames } = session
    return {
      key,
      ts,
      endTs: lastTs,
      data: session.data.slice(0, Math.min(session.received, session.data.length)),
      length,
      frames,
      broken,
    }
  }
  const touch = (channel: number, session: Session, ts: number): void => {
    session.lastTs = ts
    sessions.delete(channel)
    sessions.set(channel, session)
  }
  const interrupted = (channel: number): Reassembled[] => {
    const session = sessions.get(channel)
    return session
      ? [end(channel, session, `broken off after ${session.received} of ${session.length} bytes by a new message`)]
      : []
  }
  const begin: Reassembly['push'] = (channel, { key, ts, data }, pci) => {
    const ended = interrupted(channel)
    if (pci.kind === 'single') {
      ended.push({
        key,
        ts,
        endTs: ts,
        data: data.slice(pci.from, pci.from + pci.length),
        length: pci.length,
        frames: 1,
        broken: undefined,
      })
      return ended
    }
    if (pci.kind !== 'first') return ended
    if (sessions.size >= sessionLimit) {
      const [stalest] = sessions
      ended.push(end(...stalest!, 'given up: too many messages at once'))
    }
    const session: Session = {
      key,
      ts,
      length: pci.length,
      lastTs: ts,
      data: new Uint8Array(64),
      received: 0,
      sequence: 1,
      frames: 1,
      isAnswered: false,
    }
    take(session, data, pci.from)
    sessions.set(channel, session)
    return ended
  }
  const go: Reassembly['push'] = (channel, { ts, data }, pci) => {
    const session = sessions.get(channel)
    if (!session || pci.kind !== 'consecutive') return nothing
    session.frames += 1
    session.isAnswered = true
    touch(channel, session, ts)
    if (pci.sequence !== session.sequence)
      return [end(channel, session, `sequence number ${pci.sequence} came where ${session.sequence} was due`)]
    session.sequence = (session.sequence + 1) & 15
    take(session, data, pci.from)
    return session.received === session.length ? [end(channel, session)] : nothing
  }

  return {
    push: (channel, frame, pci) =>
      pci.kind === 'consecutive' ? go(channel, frame, pci) : pci.kind === 'flow' ? nothing : begin(channel, frame, pci),
    flow(channel, status, ts) {
      const session = sessions.get(channel)
      if (!session) return undefined
      if (status === 'overflow')
        return end(channel, session, `the receiver can't take ${session.length} bytes (overflow)`)
      session.isAnswered = true
      touch(channel, session, ts)
      return undefined
    },
    overdue(ts) {
      if (sessions.size === 0) return nothing
      const ended: Reassembled[] = []
      for (const [channel, session] of sessions) {
        // otherwise a clock that is set back would keep them for ever
        if (Math.abs(ts - session.lastTs) <= isoTpLimits.waitMs) break
        const missing = session.isAnswered ? 'consecutive frame' : 'flow control'
        ended.push(
          end(channel, session, `no ${missing} within 1 s, after ${session.received} of ${session.length} bytes`),
        )
      }
      return ended
    },
  }
}

/** Appends the data of a frame. The buffer grows with the received data, not with the announced length. */
function take(session: Session, data: Uint8Array, from: number): void {
  const bytes = data.subarray(from, from + Math.min(data.length - from, session.length - session.received))
  const kept = bytes.subarray(0, Math.max(0, isoTpLimits.bytes - session.received))
  if (session.received + kept.length > session.data.length) {
    const larger = new Uint8Array(Math.min(isoTpLimits.bytes, 2 * session.data.length))
    larger.set(session.data)
    session.data = larger
  }
  session.data.set(kept, Math.min(session.received, isoTpLimits.bytes))
  session.received += bytes.length
}
