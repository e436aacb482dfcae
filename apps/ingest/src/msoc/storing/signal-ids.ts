import { inArray } from 'drizzle-orm'
import { signalNames } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database } from '../../core/database.ts'

export type SignalIds = ReadonlyMap<string, number>

/** Different signal names that an installation holds; the COVESA catalogue has under a thousand. */
const namesHeld = 50_000

/** The integer names of signals: read once, given to new ones. */
export function createSignalIds(db: Database) {
  const ids = new Map<string, number>()

  async function read(paths: string[]): Promise<void> {
    const rows = await db.select().from(signalNames).where(inArray(signalNames.path, paths))
    for (const { path, id } of rows) ids.set(path, id)
  }

  return {
    ids: ids as SignalIds,
    /** Makes sure that each path has a number; answers those for which there is no room any more. */
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
