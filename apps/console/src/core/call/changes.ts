import { hashKey } from '@tanstack/react-query'

type Change = (answer: unknown) => unknown

/** The changes since each pending request was sent, by the hash of its key. */
const pending = new Map<string, Set<Change[]>>()

/** Remembers a change for the answers of the pending requests with this key. */
export function remember<T>(key: readonly unknown[], change: (answer: T) => T): void {
  for (const changes of pending.get(hashKey(key)) ?? []) changes.push(change as Change)
}

/** The answer of a request, with the changes that were made while it was pending (rule REQUEST-4). */
export async function withChanges<T>(key: readonly unknown[], request: Promise<T>): Promise<T> {
  const changes: Change[] = []
  const hash = hashKey(key)
  const all = pending.get(hash) ?? new Set()
  pending.set(hash, all.add(changes))
  try {
    const answer: unknown = await request
    return changes.reduce((latest, change) => change(latest), answer) as T
  } finally {
    all.delete(changes)
    if (all.size === 0 && pending.get(hash) === all) pending.delete(hash)
  }
}
