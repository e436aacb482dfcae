/**
 * Calls `run` when asked to, but at most once in `everyMs`: what is asked in between is done together, at the end of
 * that time.
 */
export function paced(everyMs: number, run: () => void): { schedule: () => void; stop: () => void } {
  let ranAt = -Infinity
  let coming: ReturnType<typeof setTimeout> | undefined

  function now(): void {
    coming = undefined
    ranAt = performance.now()
    run()
  }

  return {
    schedule() {
      if (coming !== undefined) return
      const wait = ranAt + everyMs - performance.now()
      if (wait <= 0) now()
      else coming = setTimeout(now, wait)
    },
    stop: () => clearTimeout(coming),
  }
}
