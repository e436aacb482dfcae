import { canFlags } from '@carapace/shared/msoc/can/frame'
import type { LabelledFrame } from './labelled.ts'

/** The maximum number of frames that the attacker's controller queues while the bus is full. */
const queueMost = 64

/**
 * The time that a frame occupies the bus, ms: ISO 11898-1 frame fields, three bits between frames, and a stuff bit for
 * every tenth bit.
 */
export function durationOf(frame: Pick<LabelledFrame, 'flags' | 'data'>, bitsPerSecond: number): number {
  const overhead = (frame.flags & canFlags.ext) !== 0 ? 67 : 47
  return ((overhead + frame.data.length * 8) * 1.1 * 1000) / bitsPerSecond
}

/**
 * The frames as one bus transmits them: one at a time, the lowest waiting id first, with the time at their end. A newer
 * frame of a node overwrites its older one that still waits. Frames without delay keep their time.
 */
export function* arbitrate(frames: Iterable<LabelledFrame>, bitsPerSecond: number): Generator<LabelledFrame> {
  const waiting: LabelledFrame[] = []
  let freeAt = -Infinity
  for (const frame of byRequest(frames, bitsPerSecond)) {
    const duration = durationOf(frame, bitsPerSecond)
    // what waited began as soon as the bus was free: a frame that is requested later does not interrupt it
    while (waiting.length > 0 && freeAt < frame.ts - duration) yield send()
    if (waiting.length === 0 && freeAt + duration <= frame.ts) {
      freeAt = frame.ts
      yield frame
    } else queue(waiting, frame)
  }
  while (waiting.length > 0) yield send()

  function send(): LabelledFrame {
    const frame = waiting.shift()!
    freeAt = Math.max(freeAt + durationOf(frame, bitsPerSecond), frame.ts)
    return { ...frame, ts: freeAt }
  }
}

/** 64 bytes of CAN FD. */
const longestFrame = { flags: canFlags.ext | canFlags.fd, data: new Uint8Array(64) }

/** The frames in the order in which their nodes want to send them: a frame's time is that of its end. */
function* byRequest(frames: Iterable<LabelledFrame>, bitsPerSecond: number): Generator<LabelledFrame> {
  const longest = durationOf(longestFrame, bitsPerSecond)
  const early: LabelledFrame[] = []
  const requestedAt = (frame: LabelledFrame) => frame.ts - durationOf(frame, bitsPerSecond)
  for (const frame of frames) {
    while (early.length > 0 && requestedAt(early[0]!) <= frame.ts - longest) yield early.shift()!
    const before = early.findIndex((other) => requestedAt(other) > requestedAt(frame))
    early.splice(before < 0 ? early.length : before, 0, frame)
  }
  yield* early
}

function queue(waiting: LabelledFrame[], frame: LabelledFrame): void {
  const held = waiting.findIndex(
    (other) => other.id === frame.id && other.flags === frame.flags && other.truth === frame.truth,
  )
  if (held >= 0) waiting.splice(held, 1)
  else if (waiting.length >= queueMost) return
  const rank = rankOf(frame)
  const before = waiting.findIndex((other) => rankOf(other) > rank)
  waiting.splice(before < 0 ? waiting.length : before, 0, frame)
}

/** The priority; lower wins: the first eleven bits decide, then the short format, then the rest (ISO 11898-1). */
function rankOf({ id, flags }: LabelledFrame): number {
  const isExtended = (flags & canFlags.ext) !== 0
  return isExtended ? (id >>> 18) * 0x80000 + 1 + (id & 0x3ffff) : id * 0x80000
}
