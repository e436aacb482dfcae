import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadDocument } from './tasks.ts'

/** Readings that a process keeps at a time. */
const mostKept = 6
/** A reading that nobody has used for so long is forgotten, ms: its job was cancelled, or another process has it. */
const idleMs = 10 * 60_000

interface Kept {
  readonly result: Promise<ReadDocument>
  readonly path: Promise<string>
  usedAt: number
}

/** What was read of documents whose index is being stored; their files are in one folder. */
export function createReadings(most = mostKept, now: () => number = Date.now) {
  const kept = new Map<string, Kept>()
  let folder: Promise<string> | undefined

  function forget(document: string): void {
    const known = kept.get(document)
    kept.delete(document)
    const remove = async () => rm(await known!.path, { force: true })
    known?.result.then(remove, remove)
  }

  return {
    forget,
    /**
     * The reading of a document; it is started if there is none. Undefined: as many as are kept are in use, and none of
     * them is given up for another, which would be given up in turn.
     */
    of(document: string, start: (path: Promise<string>) => Promise<ReadDocument>): Promise<ReadDocument> | undefined {
      const known = kept.get(document)
      if (known) {
        known.usedAt = now()
        return known.result
      }
      for (const [other, { usedAt }] of kept) if (now() - usedAt > idleMs) forget(other)
      if (kept.size >= most) return undefined
      folder ??= mkdtemp(join(tmpdir(), 'carapace-index-'))
      const path = folder.then((folder) => join(folder, `${document}-${now()}`))
      const result = start(path)
      // whoever asks for it gets the error
      result.catch(() => undefined)
      kept.set(document, { result, path, usedAt: now() })
      return result
    },
    /** Forgets all. */
    async stop(): Promise<void> {
      kept.clear()
      const path = await folder
      if (path !== undefined) await rm(path, { recursive: true, force: true })
    },
  }
}

export type Readings = ReturnType<typeof createReadings>
