/** Reads data under a name, or joins a read of the same name. */
export type SharedReads = <T>(name: string, read: () => Promise<T>) => Promise<T>

/**
 * A request during a read of the same name gets the answer of that read. An answer is never older than the read that
 * it came from.
 */
export function readsUnderWay(): SharedReads {
  const underWay = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>) => {
    const known = underWay.get(name) ?? read().finally(() => underWay.delete(name))
    underWay.set(name, known)
    return known as Promise<T>
  }
}

/**
 * All requests get the first answer: for readers that all begin after the same time, and need only the state at that
 * time.
 */
export function readsOnce(): SharedReads {
  const answers = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>) => {
    const known = answers.get(name) ?? read()
    answers.set(name, known)
    return known as Promise<T>
  }
}
