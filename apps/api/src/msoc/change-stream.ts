import type { Org } from '@carapace/shared/core/owned'
import type { ResumePoint } from '@carapace/shared/core/live-protocol'
import type { Opened, Outlet } from '../core/viewer.ts'
import type { ChangeFeed } from './change-feed.ts'

/** Resuming further back than this costs more than a new snapshot. */
const resumable = 5_000
const changesAtOnce = 500

interface Source {
  readonly org: Org
  readonly feed: ChangeFeed
  /** Names the history, and its seq now. */
  readonly position: () => Promise<{ epoch: string; seq: number }>
  /** What a viewer starts from, as JSON. */
  readonly snapshot: () => Promise<string>
  /** The changes after `seq` as JSON, in order, and the seq that they reach; fewer than `limit` read means all were. */
  readonly after: (seq: number, limit: number) => Promise<{ data: string[]; seq: number; complete: boolean }>
}

/**
 * One viewer's ordered, complete stream of changes: the position first, then the snapshot, then the changes after it; or,
 * resumed, exactly the changes it missed (rules C2-C4).
 */
export async function openChangeStream({ org, feed, position, snapshot, after }: Source, from: ResumePoint | undefined, outlet: Outlet): Promise<Opened> {
  const start = await position()
  let { seq } = start
  if (from && from.epoch === start.epoch && from.seq <= seq && seq - from.seq <= resumable) seq = from.seq
  else outlet.snapshot(start.epoch, seq, await snapshot())

  let reading: Promise<void> = Promise.resolve()
  const read = async (): Promise<void> => {
    for (let complete = false; !complete;) {
      const next = await after(seq, changesAtOnce)
      if (next.seq > seq) outlet.changes(next.seq, next.data)
      seq = next.seq
      complete = next.complete
    }
  }
  const stop = feed.follow(org, () => (reading = reading.then(read, read)))
  // after following, so that nothing committed in between waits for the next change
  await (reading = reading.then(read, read))
  return { close: stop }
}
