import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { Failure } from '@carapace/shared/core/failure'

/**
 * What a side thread can do, by name: what is asked and what is answered go between threads, so they are plain data.
 */
type Tasks = Readonly<Record<string, (input: never) => unknown>>

/**
 * A thread for work that takes its time, one piece after the other: the main thread answers calls meanwhile. It starts
 * when it is first asked, and again after it was ended.
 */
export interface SideThread<T extends Tasks> {
  /**
   * Has the thread do a task for somebody, with what `prepare` answers when its turn comes. Those who ask have turns.
   * Fails with BUSY where too much waits already, or it takes too long.
   */
  readonly run: <Name extends keyof T & string>(
    owner: string,
    name: Name,
    prepare: () => Promise<Parameters<T[Name]>[0]>,
  ) => Promise<ReturnType<T[Name]>>
  readonly stop: () => Promise<void>
}

interface Limits {
  readonly workMs: number
  readonly waiting: number
  readonly waitingOfOne: number
  readonly heapMib: number
}

const usual: Limits = { workMs: 10_000, waiting: 16, waitingOfOne: 4, heapMib: 2_048 }

interface Turn {
  readonly owner: string
  readonly take: () => Promise<void>
}

type Reply = { readonly answer: unknown } | { readonly broke: string }

/** A thread that runs this program, which ends in `serveTasks`. */
export function createSideThread<T extends Tasks>(program: URL, limits: Partial<Limits> = {}): SideThread<T> {
  const { workMs, waiting, waitingOfOne, heapMib } = { ...usual, ...limits }
  const turns: Turn[] = []
  const stopping = new AbortController()
  let worker: Worker | undefined
  let last: string | undefined
  let working: Promise<void> | undefined

  /** The one that waits longest of those who were not served last. */
  function nextTurn(): Turn | undefined {
    const at = turns.findIndex(({ owner }) => owner !== last)
    const [turn] = turns.splice(Math.max(at, 0), 1)
    last = turn?.owner
    return turn
  }

  async function takeTurns(): Promise<void> {
    for (let turn = nextTurn(); turn; turn = nextTurn()) await turn.take()
    working = undefined
  }

  function started(): Worker {
    const thread = new Worker(program, { name: 'side', resourceLimits: { maxOldGenerationSizeMb: heapMib } })
    thread.unref()
    thread.on('error', () => {
      if (worker === thread) worker = undefined
    })
    return thread
  }

  async function work(name: string, input: unknown): Promise<unknown> {
    worker ??= started()
    const thread = worker
    thread.postMessage({ name, input })
    const replied = once(thread, 'message', {
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(workMs)]),
    }) as Promise<[Reply]>
    const [reply] = await replied.catch(async (cause: unknown) => {
      // it ended, or is at it still: the next task gets a thread of its own
      worker = undefined
      await thread.terminate()
      throw busy(cause)
    })
    if ('broke' in reply) throw new Error(reply.broke)
    return reply.answer
  }

  return {
    async run<Name extends keyof T & string>(
      owner: string,
      name: Name,
      prepare: () => Promise<Parameters<T[Name]>[0]>,
    ) {
      if (
        stopping.signal.aborted ||
        turns.length >= waiting ||
        turns.filter((turn) => turn.owner === owner).length >= waitingOfOne
      )
        throw busy()
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<T[Name]>>()
      turns.push({
        owner,
        take: () =>
          prepare()
            .then((input) => work(name, input))
            .then((answer) => resolve(answer as ReturnType<T[Name]>), reject),
      })
      working ??= takeTurns()
      return promise
    },
    async stop() {
      stopping.abort()
      await working
      await worker?.terminate()
    },
  }
}

function busy(cause?: unknown): Failure {
  return new Failure('BUSY', { retryAfter: 5, cause })
}

/** The side thread's end: does what it is asked, and answers. */
export function serveTasks(tasks: Tasks): void {
  parentPort!.on('message', ({ name, input }: { name: string; input: never }) =>
    parentPort!.postMessage(replyOf(() => tasks[name]!(input))),
  )
}

function replyOf(task: () => unknown): Reply {
  try {
    return { answer: task() }
  } catch (error) {
    return { broke: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
