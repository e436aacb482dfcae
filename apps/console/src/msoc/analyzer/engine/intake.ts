/**
 * Takes what comes of one source in its order, though parts of it take time (blocks are inflated). What is still under
 * way of a source that was replaced is not taken.
 */
export function createIntake(onFailed: (message: string) => void) {
  let opening = 0
  let last = Promise.resolve()

  return {
    /** Another source begins. */
    open(): void {
      opening += 1
      last = Promise.resolve()
    },
    enqueue(run: () => void | Promise<void>): void {
      const own = opening
      const isCurrent = () => own === opening
      last = last
        .then(() => (isCurrent() ? run() : undefined))
        .catch((problem: unknown) => {
          if (isCurrent()) onFailed(problem instanceof Error ? problem.message : String(problem))
        })
    },
  }
}
