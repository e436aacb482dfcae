import type { CanFrameRow } from '@carapace/shared/msoc/history/history.contract'

/** The latest frame of one arbitration id on one bus, with its statistics. */
export interface Latest {
  readonly key: string
  readonly frame: CanFrameRow
  /** Number of frames since the tail was opened. */
  readonly count: number
  /** Frames per second, smoothed over the last frames; 0 after the first. */
  readonly rate: number
  /** Which bytes differ from the previous frame. */
  readonly changed: readonly boolean[]
  /** The frame's time, epoch ms. */
  readonly at: number
}

/**
 * Maximum number of ids. A bus has at most a few hundred; a fuzzer makes millions, which must not fill the page (rule
 * VEHICLE-UI-9).
 */
export const mostIds = 2_000

export function frameKey({ bus, id, ext }: CanFrameRow): string {
  return `${bus} ${id}${ext ? 'x' : ''}`
}

/**
 * Adds frames in their order: the latest of each id overwrites the previous one. Returns the number of frames that had
 * no room (rules VEHICLE-UI-8, VEHICLE-UI-9).
 */
export function overwrite(table: Map<string, Latest>, frames: readonly CanFrameRow[]): number {
  let left = 0
  for (const frame of frames) {
    const key = frameKey(frame)
    const before = table.get(key)
    if (before === undefined && table.size >= mostIds) left += 1
    else table.set(key, latestOf(key, frame, before))
  }
  return left
}

function latestOf(key: string, frame: CanFrameRow, before: Latest | undefined): Latest {
  const at = Date.parse(frame.ts)
  if (before === undefined) return { key, frame, count: 1, rate: 0, changed: [], at }
  return {
    key,
    frame,
    count: before.count + 1,
    rate: rateAfter(before, at),
    changed: changedBytes(before.frame.data, frame.data),
    at,
  }
}

/** The weight of the newest interval: about the last ten frames count. */
const newest = 0.2

function rateAfter(before: Latest, at: number): number {
  const gap = Math.max(1, at - before.at)
  const now = 1_000 / gap
  return before.rate === 0 ? now : 1 / ((1 - newest) / before.rate + newest / now)
}

function changedBytes(before: string, now: string): boolean[] {
  return Array.from(
    { length: now.length / 2 },
    (_, index) => before.slice(index * 2, index * 2 + 2) !== now.slice(index * 2, index * 2 + 2),
  )
}

/** Rows ordered by bus, then by id. */
export function inOrder(table: ReadonlyMap<string, Latest>): Latest[] {
  return [...table.values()].sort((a, b) => a.frame.bus.localeCompare(b.frame.bus) || a.frame.id - b.frame.id)
}
