import { setTimeout } from 'node:timers/promises'

/** How long the first chunk of a batch waits for others, ms, and how many rows make a batch full. */
const lingerMs = 4
const fullRows = 20_000

interface Waiting<Chunk, Reply> {
  readonly chunk: Chunk
  readonly rows: number
  readonly answer: (reply: Reply) => void
  readonly fail: (error: unknown) => void
}

export interface Batcher<Chunk, Reply> {
  /** Adds a chunk to the next batch; resolves when that batch is committed. */
  submit(chunk: Chunk, rows: number): Promise<Reply>
  /** Resolves once everything submitted is answered. */
  drain(): Promise<void>
}

/**
 * Collects chunks of many requests into batches and commits one batch at a time, in order of arrival. While one batch
 * commits, the next one fills: under load batches grow by themselves; when idle no chunk waits longer than `lingerMs`.
 */
export function createBatcher<Chunk, Reply>(
  commit: (chunks: Chunk[]) => Promise<(Reply | Error)[]>,
): Batcher<Chunk, Reply> {
  let queue: Waiting<Chunk, Reply>[] = []
  let queuedRows = 0
  let running: Promise<void> | undefined

  function takeBatch(): Waiting<Chunk, Reply>[] {
    let rows = 0
    let end = 0
    while (end < queue.length && (end === 0 || rows + queue[end]!.rows <= fullRows)) rows += queue[end++]!.rows
    const batch = queue.slice(0, end)
    queue = queue.slice(end)
    queuedRows -= rows
    return batch
  }

  async function run(): Promise<void> {
    // only the first chunk after an idle time waits for others: chunks that came during a commit have waited already
    if (queuedRows < fullRows) await setTimeout(lingerMs)
    while (queue.length > 0) {
      const batch = takeBatch()
      try {
        const replies = await commit(batch.map(({ chunk: parcel }) => parcel))
        batch.forEach(({ answer, fail }, i) => {
          const reply = replies[i]!
          if (reply instanceof Error) fail(reply)
          else answer(reply)
        })
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
    }
    running = undefined
  }

  return {
    submit: (chunk, rows) =>
      new Promise((answer, fail) => {
        queue.push({ chunk, rows, answer, fail })
        queuedRows += rows
        running ??= run()
      }),
    async drain() {
      while (running) await running
    },
  }
}
