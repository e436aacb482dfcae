import { watch } from 'node:fs'

import type { Thread } from './threads.ts'

/** Saving a file or checking out a branch causes several events in a row; this many ms without events end them. */
const SETTLED_AFTER_MS = 150

/** Changes of the sources in some folders. */
export interface Changes {
  /** Resolves at the next change, or when `close` is called. */
  next: () => Promise<void>
  close: () => void
}

/**
 * An app in development: it restarts at every change. A broken app is reported and restarts at the next change, so
 * `ended` resolves only after `stop`.
 */
export function restartOnChange(
  name: string,
  start: () => Thread,
  changes: Changes,
  log: (line: string) => void,
): Thread {
  const serving = Promise.withResolvers<Awaited<Thread['serving']>>()
  let stopped = false

  async function run(): Promise<string> {
    while (!stopped) {
      const changed = changes.next()
      const thread = start()
      let replaced = false
      thread.serving.then(serving.resolve, () => {})
      void thread.ended.then((reason) => replaced || log(`${reason} It starts again when a source file changes.`))
      await changed
      replaced = true
      if (!stopped) log(`A source file changed: restarting ${name}.`)
      await thread.stop()
    }
    return `${name} ended with status 0.`
  }
  const ended = run()

  return {
    serving: serving.promise,
    ended,
    stop: async () => {
      stopped = true
      changes.close()
      await ended
    },
  }
}

/** Watches the TypeScript files in these folders, except tests. */
export function watchSources(folders: readonly string[]): Changes {
  let change = Promise.withResolvers<void>()
  let settling: NodeJS.Timeout | undefined
  const emit = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  const watchers = folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, file) => {
      if (file === null || !/(?<!\.test|\.fixture)\.ts$/.test(file)) return
      clearTimeout(settling)
      settling = setTimeout(emit, SETTLED_AFTER_MS)
    }),
  )
  return {
    next: () => change.promise,
    close: () => {
      clearTimeout(settling)
      for (const watcher of watchers) watcher.close()
      emit()
    },
  }
}
