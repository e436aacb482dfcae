/** Something that waits for its turn, and who it is accounted to. */
interface Waiting {
  readonly owner: string
  readonly begin: () => void
}

export interface FairTurns {
  /**
   * Runs `work` when it is its turn: of what waits, the owner that has the least under way comes first.
   *
   * @throws what `refusal` returns, when too much of this owner waits already
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

/**
 * Shares places among owners: all of them have `atOnce` places, one owner at most `perOwner` of them, and at most
 * `waitingPerOwner` of one owner wait. What one owner does slowly delays itself only.
 */
export function fairTurns(
  limits: { readonly atOnce: number; readonly perOwner: number; readonly waitingPerOwner: number },
  refusal: () => Error,
): FairTurns {
  const running = new Map<string, number>()
  const waiting: Waiting[] = []
  let total = 0

  const runningOf = (owner: string) => running.get(owner) ?? 0
  const mayBegin = (owner: string) => total < limits.atOnce && runningOf(owner) < limits.perOwner

  /** The first that waits of the owner that has the least under way. */
  function nextAt(): number {
    let best = -1
    for (let at = 0; at < waiting.length; at++) {
      const { owner } = waiting[at]!
      if (mayBegin(owner) && (best < 0 || runningOf(owner) < runningOf(waiting[best]!.owner))) best = at
    }
    return best
  }

  function count(owner: string, by: 1 | -1): void {
    total += by
    const now = runningOf(owner) + by
    if (now > 0) running.set(owner, now)
    else running.delete(owner)
  }

  function end(owner: string): void {
    count(owner, -1)
    const at = nextAt()
    if (at < 0) return
    const [next] = waiting.splice(at, 1)
    count(next!.owner, 1)
    next!.begin()
  }

  function turnOf(owner: string): Promise<void> | undefined {
    if (mayBegin(owner)) {
      count(owner, 1)
      return undefined
    }
    if (waiting.filter((one) => one.owner === owner).length >= limits.waitingPerOwner) throw refusal()
    return new Promise((begin) => waiting.push({ owner, begin }))
  }

  return {
    async run(owner, work) {
      await turnOf(owner)
      try {
        return await work()
      } finally {
        end(owner)
      }
    },
  }
}
