/**
 * Calls `run` when scheduled, but at most once in `everyMs`: further calls within that time are combined at its end.
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
