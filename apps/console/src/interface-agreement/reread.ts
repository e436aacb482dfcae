/**
 * Runs `read` at most once at a time: what is reported while it runs leads to one more run after it, so that no report
 * is lost and none piles up.
 */
export function rereader(read: () => Promise<unknown>): () => void {
  let state: 'idle' | 'reading' | 'outdated' = 'idle'
  async function run(): Promise<void> {
    do {
      state = 'reading'
      await read()
    } while (isOutdated())
    state = 'idle'
  }
  // a function: the state changes while `read` is awaited
  const isOutdated = () => state === 'outdated'
  return () => {
    if (state === 'idle') void run()
    else state = 'outdated'
  }
}
