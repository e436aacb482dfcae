import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import { Failure } from '@carapace/shared/core/failure'
import { onThisAccount, unaccounted } from './account-of-work.ts'

/**
 * The tasks of a side thread, by name. Inputs and results are passed between threads, so they are plain data.
 */
type Tasks = Readonly<Record<string, (input: never) => unknown>>

/**
 * A thread for time-consuming work, one task after the other: the main thread answers calls meanwhile. It starts with
 * the first task, and again after it was ended.
 */
export interface SideThread<T extends Tasks> {
  /**
   * Runs a task for an owner, with the input that `prepare` returns when its turn comes. Owners take turns.
   *
   * @throws {Failure} BUSY when too many tasks wait already, or the task takes too long
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

/** A side thread that runs this program, which must end in `serveTasks`. */
export function createSideThread<T extends Tasks>(program: URL, limits: Partial<Limits> = {}): SideThread<T> {
  const { workMs, waiting, waitingOfOne, heapMib } = { ...usual, ...limits }
  const turns: Turn[] = []
  const stopping = new AbortController()
  let worker: Worker | undefined
  let last: string | undefined
  let working: Promise<void> | undefined

  /** The longest waiting task of an owner that was not served last, if there is one. */
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
      // it ended, or is still busy: the next task gets a new thread
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
      // whoever's turn it is: the input is read on the account of the one who needs it
      const prepareFor = onThisAccount(prepare)
      const { promise, resolve, reject } = Promise.withResolvers<ReturnType<T[Name]>>()
      turns.push({
        owner,
        take: () =>
          prepareFor()
            .then((input) => work(name, input))
            .then((answer) => resolve(answer as ReturnType<T[Name]>), reject),
      })
      working ??= unaccounted(takeTurns)
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

/** The side thread's end: runs the requested tasks and posts their results. */
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
