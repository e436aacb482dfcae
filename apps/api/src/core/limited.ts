/** At most `most` of these at a time; the others wait their turn, in the order in which they came. */
export function limited<A extends unknown[], R>(
  most: number,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (...args) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work(...args)
    } finally {
      // the place goes to whoever waits, before anybody who comes just now can take it
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
