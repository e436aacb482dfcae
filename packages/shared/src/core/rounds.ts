export interface Rounds {
  /** Begins the first round. */
  readonly start: () => void
  /** Has a round begin soon, or right after the one under way; nothing before `start`. */
  readonly wake: () => void
  /** No further round; resolves once the one under way is over. */
  readonly stop: () => Promise<void>
}

/** From a wake, or the end of the round before it, to the round that it causes: many wakes are one round, ms. */
const restMs = 100

/**
 * Does work again and again, `pauseMs` after it was done, or sooner when it is woken. A round that fails is reported,
 * and the next one comes all the same.
 */
export function inRounds(
  pauseMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Rounds {
  const stopping = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let state: 'idle' | 'working' | 'waiting' | 'woken' = 'idle'
  /** Woken while a round was under way: it may have looked before what it was woken for. */
  let isDue = false
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    state = 'working'
    isDue = false
    round = work(stopping.signal).catch(onError).finally(goOn)
  }

  function goOn(): void {
    if (stopping.signal.aborted) return
    state = isDue ? 'woken' : 'waiting'
    after(isDue ? restMs : pauseMs)
  }

  function after(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(start, ms).unref()
  }

  function wake(): void {
    if (state === 'working') isDue = true
    if (state !== 'waiting' || stopping.signal.aborted) return
    state = 'woken'
    after(restMs)
  }

  return {
    start,
    wake,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}
