const firstPauseMs = 1_000
const mostPauseMs = 30_000

/**
 * Loads what comes from the server, however long that is away: nobody stands before a wall display to reload it (rule
 * MAP-UI-62). Each failure is told.
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

/**
 * Loads a script into memory and answers an address of its own for it: what starts from there has no server to miss.
 */
export async function scriptInMemory(url: string): Promise<string> {
  const script = await untilLoaded(async () => {
    const reply = await fetch(url)
    if (!reply.ok) throw new Error(`${url} did not load (${reply.status}).`)
    return reply.blob()
  }, console.warn)
  return URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
}
