import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { labelled, type Attack, type LabelledFrame } from './labelled.ts'

/**
 * The frames with these attacks applied, in order of time: genuine frames outside an attack are unchanged, within an
 * attack it may alter them. Both inputs must be in order of time; attacks do not overlap.
 */
export function* inject(frames: Iterable<CanFrame>, attacks: readonly Attack[]): Generator<LabelledFrame> {
  const added = attacks.flatMap((attack) => attack.frames)
  const behind: LabelledFrame[] = []
  let next = 0
  let at = 0
  for (const frame of frames) {
    yield* earlier(frame.ts)
    while (at < attacks.length && frame.ts >= attacks[at]!.to) at++
    const { from = Infinity, alter } = attacks[at] ?? {}
    if (alter === undefined || frame.ts < from) yield labelled(frame, 'genuine')
    else {
      behind.push(...alter(frame))
      behind.sort((a, b) => a.ts - b.ts)
    }
  }
  yield* earlier(Infinity)

  function* earlier(ts: number): Generator<LabelledFrame> {
    for (;;) {
      const followsFirst = behind.length > 0 && (next >= added.length || behind[0]!.ts <= added[next]!.ts)
      const first = followsFirst ? behind[0] : added[next]
      if (first === undefined || first.ts > ts) return
      if (followsFirst) behind.shift()
      else next += 1
      yield first
    }
  }
}

/** The same frames with the times of a recorder with a coarse clock: each at the last tick of `tickMs`. */
export function* stamped(frames: Iterable<LabelledFrame>, tickMs: number): Generator<LabelledFrame> {
  for (const frame of frames) yield { ...frame, ts: Math.floor(frame.ts / tickMs) * tickMs }
}
