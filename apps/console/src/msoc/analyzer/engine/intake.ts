/**
 * Processes the data of one source in order, although parts of it take time (blocks are inflated). Pending data of a
 * replaced source is ignored.
 */
export function createIntake(onFailed: (message: string) => void) {
  let opening = 0
  let last = Promise.resolve()

  return {
    /** Begins another source. */
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
