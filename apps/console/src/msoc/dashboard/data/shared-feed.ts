import { useSyncExternalStore } from 'react'

/**
 * One subscription shared by all components: opened by the first, closed after the last. `open` gets a function that
 * sends the newest value to all of them, and returns a function that closes the feed. After all have left, the next one
 * starts with `first` again.
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
