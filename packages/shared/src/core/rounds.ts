export interface Rounds {
  /** Begins the first round. */
  readonly start: () => void
  /** Starts a round soon, or right after the current one; does nothing before `start`. */
  readonly wake: () => void
  /** Starts no further round; resolves when the current one is over. */
  readonly stop: () => Promise<void>
}

/** The time from a wake, or from the end of the round before it, to the round that it causes, in ms. */
const restMs = 100

/**
 * Repeats work: `pauseMs` after the work ended, or sooner when it is woken. A failed round is reported, and the next
 * one follows in any case.
 */
export function inRounds(
  pauseMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Rounds {
  const stopping = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let state: 'idle' | 'working' | 'waiting' | 'woken' = 'idle'
  /** Woken during a round: that round may have read its data before the change. */
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
