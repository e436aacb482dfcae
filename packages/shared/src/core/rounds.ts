export interface Rounds {
  /** Begins the first round. */
  readonly start: () => void
  /** No further round; resolves once the one under way is over. */
  readonly stop: () => Promise<void>
}

/**
 * Does work again and again, `pauseMs` after it was done. A round that fails is told, and the next one comes all the
 * same.
 */
export function inRounds(
  pauseMs: number,
  work: (stopping: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Rounds {
  const stopping = new AbortController()
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function start(): void {
    round = work(stopping.signal)
      .catch(onError)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(start, pauseMs).unref()
      })
  }

  return {
    start,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}
