import { setTimeout } from 'node:timers/promises'

/** How long the first chunk of a batch waits for others, ms, and how many rows make a batch full. */
const lingerMs = 4
const fullRows = 20_000
/**
 * While chunks of several owners come, a batch has as many rows as are committed in this time, ms, within these bounds:
 * a smaller batch takes less of the next one's time, and costs a little more.
 */
const sharedMs = 50
const fewestSharedRows = 1_000
const mostSharedRows = 5_000
/** How long an owner counts as one that sends, ms. */
const sendsForMs = 1_000

interface Waiting<Chunk, Reply> {
  readonly chunk: Chunk
  readonly rows: number
  readonly answer: (reply: Reply) => void
  readonly fail: (error: unknown) => void
}

/** A batch on its way to its commit. */
export interface Batch<Chunk, Prepared> {
  readonly chunks: readonly Chunk[]
  /** What `prepare` made of it while the batch before it was committed; undefined if it could not. */
  readonly prepared: Prepared | undefined
  /** Prepares the next batch if it is full already. To be called when the commit waits for the database anyway. */
  readonly meanwhile: () => void
}

export interface Stages<Chunk, Reply, Prepared> {
  /** Prepares a batch while another one is committed; undefined if that has to wait. */
  prepare(chunks: readonly Chunk[]): Prepared | undefined
  /** Commits a batch; resolves with a reply or an error for each chunk. */
  commit(batch: Batch<Chunk, Prepared>): Promise<(Reply | Error)[]>
}

export interface Batcher<Chunk, Reply> {
  /** Adds a chunk to one of the next batches; resolves when that batch is committed. */
  submit(chunk: Chunk, rows: number): Promise<Reply>
  /** Resolves once everything submitted is answered. */
  drain(): Promise<void>
}

/** The next batch, taken from the queue because it was full. */
interface Ahead<Chunk, Reply, Prepared> {
  readonly batch: Waiting<Chunk, Reply>[]
  readonly prepared: Prepared | undefined
}

/** What waits in one order, and its rows in the batch that is being filled. */
interface Lane<Chunk, Reply> {
  readonly waiting: Waiting<Chunk, Reply>[]
  next: number
  rows: number
}

/** Whose a chunk is, and which chunks must keep their order: those of one lane. */
interface Order<Chunk> {
  readonly ownerOf: (chunk: Chunk) => string
  readonly laneOf: (chunk: Chunk) => string
}

/**
 * Collects chunks of many requests into batches and commits one batch at a time. While one batch commits, the next one
 * fills, and is prepared once it is full (rule BATCH-1): under load batches grow by themselves; when idle no chunk
 * waits longer than `lingerMs`. Of several lanes each gets its share of a batch, however much waits in another (rule
 * SHARE-13).
 */
export function createBatcher<Chunk, Reply, Prepared>(
  stages: Stages<Chunk, Reply, Prepared>,
  { ownerOf, laneOf }: Order<Chunk>,
): Batcher<Chunk, Reply> {
  const lanes = new Map<string, Lane<Chunk, Reply>>()
  /** When each owner's last chunk came, in that order. */
  const lastOf = new Map<string, number>()
  let sharedRows = mostSharedRows
  let queuedRows = 0
  let ahead: Ahead<Chunk, Reply, Prepared> | undefined
  let running: Promise<void> | undefined

  /** Called when a chunk comes, and when it leaves: an owner whose chunks wait is one that sends. */
  function noteOwner(chunk: Chunk): void {
    const owner = ownerOf(chunk)
    lastOf.delete(owner)
    lastOf.set(owner, performance.now())
  }

  function mostRows(): number {
    const since = performance.now() - sendsForMs
    for (const [owner, at] of lastOf) {
      if (at >= since) break
      lastOf.delete(owner)
    }
    return lastOf.size > 1 ? sharedRows : fullRows
  }

  /** Fills a batch: the next chunk is that of the lane with the fewest rows in it, if it fits. */
  function takeBatch(): Waiting<Chunk, Reply>[] {
    const most = mostRows()
    const batch: Waiting<Chunk, Reply>[] = []
    const open = new Set(lanes.values())
    let rows = 0
    for (const lane of open) lane.rows = 0
    while (open.size > 0) {
      const lane = fewestRows(open)
      const next = lane.waiting[lane.next]
      if (!next || (batch.length > 0 && rows + next.rows > most)) {
        open.delete(lane)
        continue
      }
      batch.push(next)
      noteOwner(next.chunk)
      rows += next.rows
      lane.rows += next.rows
      lane.next += 1
    }
    queuedRows -= rows
    for (const [name, lane] of lanes.entries().toArray()) if (lane.next > 0) goBehind(name, lane)
    return batch
  }

  /** A lane that had its share of a batch comes last in the next one. */
  function goBehind(name: string, lane: Lane<Chunk, Reply>): void {
    lane.next -= lane.waiting.splice(0, lane.next).length
    lanes.delete(name)
    if (lane.waiting.length > 0) lanes.set(name, lane)
  }

  /** Takes the next batch if it would not grow any more. */
  function prepareNext(): void {
    if (ahead || queuedRows < mostRows()) return
    const batch = takeBatch()
    ahead = { batch, prepared: prepared(batch) }
  }

  /** A fault of the preparation shows again, and is handled, when the batch is committed. */
  function prepared(batch: Waiting<Chunk, Reply>[]): Prepared | undefined {
    try {
      return stages.prepare(batch.map(({ chunk }) => chunk))
    } catch {
      return undefined
    }
  }

  /** Halves the shared batches when one took too long; one that was full and did not lets them grow again. */
  function adapt(batch: readonly Waiting<Chunk, Reply>[], tookMs: number): void {
    const rows = batch.reduce((sum, one) => sum + one.rows, 0)
    if (rows > fullRows / 2) return // it was not a shared one
    if (tookMs > sharedMs && rows >= fewestSharedRows) sharedRows = Math.max(fewestSharedRows, sharedRows / 2)
    else if (tookMs <= sharedMs && 2 * rows >= sharedRows) sharedRows = Math.min(mostSharedRows, sharedRows * 1.25)
  }

  async function commit({ batch, prepared: made }: Ahead<Chunk, Reply, Prepared>): Promise<void> {
    const begun = performance.now()
    try {
      const chunks = batch.map(({ chunk }) => chunk)
      answerAll(batch, await stages.commit({ chunks, prepared: made, meanwhile: prepareNext }))
    } catch (error) {
      for (const { fail } of batch) fail(error)
    }
    adapt(batch, performance.now() - begun)
  }

  async function run(): Promise<void> {
    // only the first chunk after an idle time waits for others: chunks that came during a commit have waited already
    if (queuedRows < fullRows) await setTimeout(lingerMs)
    while (ahead || lanes.size > 0) {
      const next = ahead ?? { batch: takeBatch(), prepared: undefined }
      ahead = undefined
      await commit(next)
    }
    running = undefined
  }

  return {
    submit: (chunk, rows) =>
      new Promise((answer, fail) => {
        const name = laneOf(chunk)
        const lane = lanes.get(name) ?? { waiting: [], next: 0, rows: 0 }
        lanes.set(name, lane)
        noteOwner(chunk)
        lane.waiting.push({ chunk, rows, answer, fail })
        queuedRows += rows
        running ??= run()
      }),
    async drain() {
      while (running) await running
    },
  }
}

function answerAll<Chunk, Reply>(batch: readonly Waiting<Chunk, Reply>[], replies: readonly (Reply | Error)[]): void {
  for (const [i, { answer, fail }] of batch.entries()) {
    const reply = replies[i]!
    if (reply instanceof Error) fail(reply)
    else answer(reply)
  }
}

function fewestRows<Chunk, Reply>(lanes: ReadonlySet<Lane<Chunk, Reply>>): Lane<Chunk, Reply> {
  let found: Lane<Chunk, Reply> | undefined
  for (const lane of lanes) if (!found || lane.rows < found.rows) found = lane
  return found!
}
