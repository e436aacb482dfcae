import { inArray } from 'drizzle-orm'
import { signalNames } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database } from '../../core/database.ts'

export type SignalIds = ReadonlyMap<string, number>

/** Maximum distinct signal names of an installation; the COVESA catalogue has under a thousand. */
const namesHeld = 50_000

/** The integer ids of signals: existing ones are read once, new ones are created. */
export function createSignalIds(db: Database) {
  const ids = new Map<string, number>()

  async function read(paths: string[]): Promise<void> {
    const rows = await db.select().from(signalNames).where(inArray(signalNames.path, paths))
    for (const { path, id } of rows) ids.set(path, id)
  }

  return {
    ids: ids as SignalIds,
    /** Makes sure that each path has an id; returns the paths for which there is no room. */
    async prepare(paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
      const unknown = [...paths].filter((path) => !ids.has(path))
      if (unknown.length === 0) return new Set()
      await read(unknown)
      const fresh = unknown.filter((path) => !ids.has(path))
      if (fresh.length > 0 && (await db.$count(signalNames)) + fresh.length <= namesHeld) {
        await db
          .insert(signalNames)
          .values(fresh.map((path) => ({ path })))
          .onConflictDoNothing()
        await read(fresh)
      }
      return new Set(fresh.filter((path) => !ids.has(path)))
    },
  }
}
