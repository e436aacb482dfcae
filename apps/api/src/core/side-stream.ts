import { once } from 'node:events'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { Failure, type FailureCode } from '@carapace/shared/core/failure'

interface Limits {
  /** The longest time that the thread takes for one item, ms. */
  readonly itemMs: number
  readonly heapMib: number
}

type Reply<Item> =
  | { readonly item: Item }
  | { readonly ended: true }
  | { readonly failure: { readonly code: FailureCode; readonly message: string } }
  | { readonly broke: string }

/**
 * Items that a thread of their own makes from the input, at most one ahead of who takes them. The thread ends with the
 * last item, or when no more are taken. `program` must end in `serveItems`; input and items are plain data.
 *
 * @throws {Failure} of the program; BUSY if an item takes too long, or the thread needs more memory than it may have
 */
export async function* itemsFrom<Item>(program: URL, input: unknown, { itemMs, heapMib }: Limits) {
  const thread = new Worker(program, {
    name: 'side',
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMib },
  })
  const next = async (): Promise<Reply<Item>> => {
    thread.postMessage('next')
    const [reply] = (await once(thread, 'message', { signal: AbortSignal.timeout(itemMs) }).catch((cause: unknown) => {
      throw new Failure('BUSY', { message: 'This takes too long or too much memory. Divide it.', cause })
    })) as [Reply<Item>]
    return reply
  }
  try {
    for (let ahead = next(); ;) {
      const reply = await ahead
      if ('ended' in reply) return
      if ('broke' in reply) throw new Error(reply.broke)
      if ('failure' in reply) throw new Failure(reply.failure.code, { message: reply.failure.message })
      ahead = next()
      // whoever takes the next item gets the error
      ahead.catch(() => undefined)
      yield reply.item
    }
  } finally {
    await thread.terminate()
  }
}

/** The thread's end: makes items from the input, each when it is asked for. */
export function serveItems<Input>(make: (input: Input) => AsyncIterable<unknown>): void {
  const items = make(workerData as Input)[Symbol.asyncIterator]()
  parentPort!.on('message', () => void answer(items))
}

async function answer(items: AsyncIterator<unknown>): Promise<void> {
  parentPort!.postMessage(await replyOf(items))
}

async function replyOf(items: AsyncIterator<unknown>): Promise<Reply<unknown>> {
  try {
    const next = await items.next()
    return next.done === true ? { ended: true } : { item: next.value }
  } catch (error) {
    if (error instanceof Failure) return { failure: { code: error.code, message: error.message } }
    return { broke: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
