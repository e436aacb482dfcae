import { and, sql } from 'drizzle-orm'
import { type Org, type OrgUuid, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { namedFor } from '@carapace/shared/msoc/history/signal-names.queries'
import { signalNames } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'

export type SignalIds = ReadonlyMap<string, number>

/** Maximum distinct signal names of an organisation; the COVESA catalogue has under a thousand. */
export const namesHeld = 10_000
/** How long an organisation that has its limit is not looked up again, ms. */
const fullMs = 5_000

interface Known {
  readonly ids: Map<string, number>
  /** Until then new names are refused without a query. */
  fullUntil: number
}

/** The integer ids of signals by organisation: existing ones are read once, new ones are created (rule SHARE-11). */
export function createSignalIds(db: Database, limit = namesHeld) {
  const known = new Map<OrgUuid, Known>()

  function knownOf(org: Org): Known {
    const mine = known.get(org.uuid) ?? { ids: new Map<string, number>(), fullUntil: 0 }
    known.set(org.uuid, mine)
    return mine
  }

  async function read(org: Org, { ids }: Known, paths: readonly string[]): Promise<void> {
    const rows = await rowsOf<{ path: string; id: number }>(
      db,
      sql`SELECT path, id FROM ${signalNames}
        WHERE ${and(namedFor(org), sql`${signalNames.path} = ANY(${sqlArray(paths, 'text')})`)}
        ORDER BY org_id`,
    )
    for (const { path, id } of rows) ids.set(path, id)
  }

  async function create(org: Org, mine: Known, paths: readonly string[]): Promise<void> {
    const room = limit - (await db.$count(signalNames, ownedBy(org, signalNames)))
    if (room < paths.length) mine.fullUntil = Date.now() + fullMs
    if (room <= 0) return
    const some = paths.slice(0, room)
    await db.execute(sql`INSERT INTO ${signalNames} (org_id, path)
      SELECT ${org.id}::int4, path FROM unnest(${sqlArray(some, 'text')}) AS path ON CONFLICT DO NOTHING`)
    await read(org, mine, some)
  }

  return {
    of: (org: Org): SignalIds => knownOf(org).ids,
    /** Whether the id of each path is known. */
    hasAll(org: Org, paths: ReadonlySet<string>): boolean {
      const { ids } = knownOf(org)
      return [...paths].every((path) => ids.has(path))
    },
    /** Makes sure that each path has an id; returns the paths for which the organisation has no room. */
    async prepare(org: Org, paths: ReadonlySet<string>): Promise<ReadonlySet<string>> {
      const mine = knownOf(org)
      const unknown = [...paths].filter((path) => !mine.ids.has(path))
      if (unknown.length === 0) return new Set()
      // no request needs more than the limit: what is beyond it is not even looked up
      const looked = unknown.slice(0, limit)
      if (Date.now() >= mine.fullUntil) {
        await read(org, mine, looked)
        const fresh = looked.filter((path) => !mine.ids.has(path))
        if (fresh.length > 0) await create(org, mine, fresh)
      }
      return new Set(unknown.filter((path) => !mine.ids.has(path)))
    },
  }
}
