/** Reads something under a name, or takes part in the reading of that name. */
export type SharedReads = <T>(name: string, read: () => Promise<T>) => Promise<T>

/**
 * Whoever asks while the same is being read gets that answer. An answer is never older than the reading that it came
 * from.
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
 * Everybody gets the first one's answer: for readers who all begin after the same moment, and need to know no more than
 * what was so then.
 */
export function readsOnce(): SharedReads {
  const answers = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>) => {
    const known = answers.get(name) ?? read()
    answers.set(name, known)
    return known as Promise<T>
  }
}
