/** Does work of one owner at most `atOnce` at a time, in order; other owners do not wait for it. */
export function createTurns(atOnce: number) {
  const running = new Map<string, number>()
  const waiting = new Map<string, (() => void)[]>()

  async function begin(owner: string): Promise<void> {
    const count = running.get(owner) ?? 0
    if (count < atOnce) return void running.set(owner, count + 1)
    await new Promise<void>((resolve) => waiting.set(owner, [...(waiting.get(owner) ?? []), resolve]))
  }

  /** The next one takes the place over. */
  function end(owner: string): void {
    const [next, ...others] = waiting.get(owner) ?? []
    if (others.length > 0) waiting.set(owner, others)
    else waiting.delete(owner)
    if (next) return next()
    const left = running.get(owner)! - 1
    if (left > 0) running.set(owner, left)
    else running.delete(owner)
  }

  return async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await begin(owner)
    try {
      return await work()
    } finally {
      end(owner)
    }
  }
}
