interface PendingRead<K, V> {
  readonly key: K
  readonly resolve: (value: V | undefined) => void
  readonly reject: (error: unknown) => void
}

/** So many readings at a time; what is asked for meanwhile waits and is read together, so many at most. */
const readingsAtOnce = 2
const keysAtOnce = 500

/**
 * Reads one by one while little is asked for, and many at once when much is: a thousand sockets that come back in the
 * same second are a few queries. `read` answers a value for each key, in their order, undefined where there is none.
 */
export function gathered<K, V>(
  read: (keys: readonly K[]) => Promise<readonly (V | undefined)[]>,
): (key: K) => Promise<V | undefined> {
  const waiting: PendingRead<K, V>[] = []
  let reading = 0

  async function next(): Promise<void> {
    if (reading >= readingsAtOnce || waiting.length === 0) return
    const batch = waiting.splice(0, keysAtOnce)
    reading += 1
    try {
      const values = await read(batch.map(({ key }) => key))
      batch.forEach(({ resolve }, i) => resolve(values[i]))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    reading -= 1
    void next()
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      void next()
    })
}
