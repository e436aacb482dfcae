import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { ResumePoint } from '@carapace/shared/core/live/live-protocol'
import type { SharedReads } from './shared-reads.ts'
import type { Opened, Outlet } from './viewer.ts'
import type { ChangeFeed } from './change-feed.ts'

/** Resuming further back than this costs more than a new snapshot. */
const resumable = 5_000
const changesAtOnce = 500

interface Position {
  readonly epoch: string
  readonly seq: number
}

interface Source {
  readonly org: Org
  readonly feed: ChangeFeed
  /** The name of the history, and its current seq. */
  readonly position: () => Promise<Position>
  /** The snapshot that a viewer starts from, as JSON, and the position that was read before it. */
  readonly beginning: () => Promise<Position & { readonly data: string }>
  /**
   * The changes after `seq` as JSON, in order, and the seq of the last one; `complete` if fewer than `limit` were read.
   * A Failure ends the stream.
   */
  readonly after: (
    seq: number,
    limit: number,
    round: SharedReads,
  ) => Promise<{ data: string[]; seq: number; complete: boolean }>
}

/**
 * One viewer's ordered, complete stream of changes: the position first, then the snapshot, then the changes after it;
 * when resumed, exactly the changes that the viewer missed (rules CHANGE-2 to CHANGE-4).
 */
export async function openChangeStream(
  { org, feed, position, beginning, after }: Source,
  from: ResumePoint | undefined,
  outlet: Outlet,
): Promise<Opened> {
  let seq = from && resumes(from, await position()) ? from.seq : await begin()

  async function begin(): Promise<number> {
    const { epoch, seq: start, data } = await beginning()
    outlet.snapshot(epoch, start, data)
    return start
  }

  async function read(round: SharedReads): Promise<void> {
    for (let complete = false; !complete;) {
      const next = await after(seq, changesAtOnce, round)
      if (next.seq > seq) outlet.changes(next.seq, next.data)
      seq = next.seq
      complete = next.complete
    }
  }

  const stop = feed.follow(org, untilRefused(outlet, read))
  // after following, so that nothing committed in between has to wait for the next change
  await feed.catchUp(org)
  return { close: stop }
}

function resumes(from: ResumePoint, { epoch, seq }: Position): boolean {
  return from.epoch === epoch && from.seq <= seq && seq - from.seq <= resumable
}

/** A reader whose subscription ends on a Failure: its viewer no longer has access to what it reads. */
export function untilRefused(
  outlet: Outlet,
  read: (round: SharedReads) => Promise<void>,
): (round: SharedReads) => Promise<void> {
  return async (round) => {
    try {
      await read(round)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      outlet.refuse(error)
    }
  }
}
