interface PendingRead<K, V> {
  readonly key: K
  readonly resolve: (value: V | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Maximum concurrent reads, and maximum keys per read: keys requested meanwhile wait and are read together. */
const readingsAtOnce = 2
const keysAtOnce = 500

/**
 * Reads keys one by one under low load and in batches under high load: a thousand sockets that reconnect in the same
 * second cause only a few queries. `read` returns a value for each key, in order; undefined where there is none.
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
