/**
 * Does long work slice by slice, and resolves with its result: what waits in the process comes before the next slice
 * (rules SHARE-20, MAP-9).
 */
export async function inSlices<Result>(slices: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const slice = slices.next()
    if (slice.done) return slice.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}
