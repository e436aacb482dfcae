import { useSyncExternalStore } from 'react'

/**
 * One subscription for all who look: opened by the first, closed behind the last. `open` gets a function that tells all
 * of them the newest value, and answers how to close. Whoever comes after everybody left begins with `first` again.
 */
export function sharedFeed<T>(first: T, open: (update: (change: (before: T) => T) => void) => () => void): () => T {
  const listeners = new Set<() => void>()
  let value = first
  let close: (() => void) | undefined

  function update(change: (before: T) => T): void {
    value = change(value)
    for (const listener of listeners) listener()
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    close ??= open(update)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      close?.()
      close = undefined
      value = first
    }
  }

  return function useSharedFeed(): T {
    return useSyncExternalStore(subscribe, () => value)
  }
}
