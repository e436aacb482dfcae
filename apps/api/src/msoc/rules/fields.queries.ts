import { and, count, ilike } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import { signalNames } from '@carapace/shared/msoc/ingest/ingest.table'
import { namedFor } from '@carapace/shared/msoc/history/signal-names.queries'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { Database } from '../../core/db.ts'

/**
 * Telemetry paths with these words that the organisation's vehicles have sent, by name, and how many there are. Across
 * organisations: those that all shared before names belonged to organisations.
 */
export async function telemetryPaths(db: Database, org: Org, words: readonly string[], limit: number) {
  const where = and(namedFor(org), ...words.map((word) => ilike(signalNames.path, `%${likeText(word)}%`)))
  const [rows, [counted]] = await Promise.all([
    db.selectDistinct({ path: signalNames.path }).from(signalNames).where(where).orderBy(signalNames.path).limit(limit),
    db.select({ paths: count() }).from(signalNames).where(where),
  ])
  return { paths: rows.map(({ path }) => path), total: counted!.paths }
}
