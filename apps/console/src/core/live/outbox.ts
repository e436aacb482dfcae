import type { ResumePoint } from '@carapace/shared/core/live/live-protocol'
import { columnBook, type ColumnBook } from './columns.ts'
import type { AnyMessage, LiveMessage, Wanted } from './messages.ts'
import { rowBatch, type RowPlan } from './rows.ts'

/** The minimum time between two posts to the page for a subscription, ms. */
export const batchMs = 50

/**
 * The maximum number of posts that the page has not taken. Beyond it, messages are kept here and merged: the queue of a
 * frozen tab has no limit.
 */
export const credit = 4

/** The maximum number of changes kept here for a page that does not take them. */
export const capacity = 20_000

type Snapshot = Extract<LiveMessage, { op: 'snapshot' }>
type LiveError = Extract<LiveMessage, { op: 'error' }>

/** The messages of one subscription for the page, in sending order: snapshot, gap, columns, changes or rows, error. */
interface Box {
  readonly wanted: Wanted
  readonly columns: ColumnBook | undefined
  snapshot: Snapshot | undefined
  gap: number
  seq: number
  changes: unknown[]
  error: LiveError | undefined
  untaken: number
  postedAt: number
  /** The position of the last message sent to the page, for resuming after an overflow. */
  resumePoint: ResumePoint | undefined
  parked: boolean
}

interface Outlets {
  readonly post: (id: number, messages: readonly AnyMessage[]) => void
  /** The page is too far behind: stop the subscription until `unpark`. */
  readonly park: (id: number, from: ResumePoint | undefined) => void
  readonly unpark: (id: number) => void
  /** This many changes of a firehose were left out here. */
  readonly shed: (dropped: number) => void
  readonly now: () => number
  /** Calls `flush` again after the given time, ms. */
  readonly wake: (afterMs: number) => void
}

export interface Outbox {
  open(id: number, wanted: Wanted): void
  close(id: number): void
  put(id: number, message: LiveMessage): void
  /** The page has taken one post. */
  taken(id: number): void
  flush(): void
}

/**
 * Batches messages between the socket and the page, with limited memory when the page is too slow (rules SOCKET-8 to
 * SOCKET-10, SOCKET-12).
 */
export function createOutbox(outlets: Outlets): Outbox {
  const boxes = new Map<number, Box>()
  return { open, close, put, taken, flush }

  function open(id: number, wanted: Wanted): void {
    const columns = wanted.columns && columnBook(wanted.columns)
    boxes.set(id, {
      wanted,
      columns,
      ...nothing(),
      seq: 0,
      untaken: 0,
      postedAt: Number.NEGATIVE_INFINITY,
      resumePoint: undefined,
      parked: false,
    })
  }

  function close(id: number): void {
    boxes.delete(id)
  }

  function put(id: number, message: LiveMessage): void {
    const box = boxes.get(id)
    if (!box || box.parked) return
    add(box, message)
    if (box.changes.length > capacity && box.untaken >= credit) overflow(id, box)
    offer(id, box)
  }

  function taken(id: number): void {
    const box = boxes.get(id)
    if (!box) return
    box.untaken = Math.max(0, box.untaken - 1)
    if (box.parked && box.untaken === 0) {
      box.parked = false
      outlets.unpark(id)
    }
    offer(id, box)
  }

  function flush(): void {
    for (const [id, box] of boxes) offer(id, box)
  }

  /** Posts the content of a box, if allowed: with credit left, and not before its delay has passed. */
  function offer(id: number, box: Box): void {
    if (isEmpty(box) || box.untaken >= credit) return
    const wait = box.wanted.raw ? 0 : box.postedAt + batchMs - outlets.now()
    if (wait > 0) return outlets.wake(wait)

    box.resumePoint = resumePointAfter(box)
    box.postedAt = outlets.now()
    box.untaken += 1
    const messages = messagesOf(box)
    Object.assign(box, nothing())
    outlets.post(id, messages)
    if (!isEmpty(box)) offer(id, box) // columns are posted in batches
  }

  /**
   * Too many changes are waiting. A firehose drops its oldest changes and reports it; other classes stop and later
   * resume from the page's position.
   */
  function overflow(id: number, box: Box): void {
    if (box.wanted.delivery === 'firehose') {
      const dropped = box.changes.length - capacity / 2
      box.changes = box.changes.slice(dropped)
      box.gap += dropped
      return outlets.shed(dropped)
    }
    Object.assign(box, nothing(), { parked: true })
    outlets.park(id, box.resumePoint)
  }
}

function nothing(): Pick<Box, 'snapshot' | 'gap' | 'changes' | 'error'> {
  return { snapshot: undefined, gap: 0, changes: [], error: undefined }
}

function isEmpty(box: Box): boolean {
  return (
    box.snapshot === undefined &&
    box.gap === 0 &&
    box.changes.length === 0 &&
    box.error === undefined &&
    hasNoColumns(box)
  )
}

function hasNoColumns({ columns }: Box): boolean {
  return columns === undefined || columns.isEmpty()
}

function add(box: Box, message: LiveMessage): void {
  switch (message.op) {
    case 'snapshot':
      // the snapshot includes the changes before it
      Object.assign(box, nothing(), {
        snapshot: box.columns ? { ...message, data: box.columns.begin(message.data) } : message,
        seq: message.seq,
      })
      return
    case 'changes':
      for (const change of box.columns?.apply(message.data) ?? message.data) box.changes.push(change)
      box.seq = message.seq
      return
    case 'gap':
      box.gap += message.dropped
      return
    case 'error':
      box.error = message
  }
}

function messagesOf(box: Box): AnyMessage[] {
  const { wanted, snapshot, gap, columns, seq, changes, error } = box
  return [
    ...(snapshot ? snapshotMessages(snapshot, wanted.rows) : []),
    ...(gap > 0 ? [{ op: 'gap', dropped: gap } as const] : []),
    ...(columns && !hasNoColumns(box) ? [columns.take()] : []),
    ...(changes.length > 0 ? [changesMessage(seq, changes, wanted.rows)] : []),
    ...(error ? [error] : []),
  ]
}

/** A snapshot in rows is the snapshot without its list, and the list as a batch. */
function snapshotMessages(snapshot: Snapshot, plan: RowPlan | undefined): AnyMessage[] {
  if (!plan) return [snapshot]
  const data = snapshot.data as Readonly<Record<string, unknown>>
  const rows = data[plan.list] as readonly unknown[]
  return [{ ...snapshot, data: { ...data, [plan.list]: [] } }, rowBatch(plan, 'snapshot', rows)]
}

function changesMessage(seq: number, changes: readonly unknown[], plan: RowPlan | undefined): AnyMessage {
  return plan ? rowBatch(plan, 'changes', changes) : { op: 'changes', seq, data: changes }
}

function resumePointAfter({ snapshot, changes, seq, resumePoint }: Box): ResumePoint | undefined {
  const epoch = snapshot?.epoch ?? resumePoint?.epoch
  if (epoch === undefined) return undefined
  return { epoch, seq: snapshot || changes.length > 0 ? seq : (resumePoint?.seq ?? seq) }
}
