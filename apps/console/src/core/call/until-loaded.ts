const firstPauseMs = 1_000
const mostPauseMs = 30_000

/**
 * Loads a file from the server, however long the server is away: nobody can reload a wall display (rule MAP-UI-62).
 * Each failure is reported to `onFailed`.
 */
export async function untilLoaded<T>(load: () => Promise<T>, onFailed: (problem: unknown) => void): Promise<T> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, mostPauseMs)) {
    try {
      return await load()
    } catch (problem) {
      onFailed(problem)
      await new Promise((goOn) => setTimeout(goOn, pause))
    }
  }
}

/** Loads a script into memory and returns a URL for it, so that starting it does not need the server. */
export async function scriptInMemory(url: string): Promise<string> {
  const script = await untilLoaded(async () => {
    const reply = await fetch(url)
    if (!reply.ok) throw new Error(`${url} did not load (${reply.status}).`)
    return reply.blob()
  }, console.warn)
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}
