import { auditLog } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import type { Person } from './build.ts'

/** An action of a user, in the form of an audit log entry. */
export interface Recorded {
  readonly at: Date
  readonly by: Person
  readonly action: string
  readonly subject: string
  readonly subjectUuid: string
  readonly before?: object
  readonly after: object
}

const rowsAtOnce = 2_000

/** Writes actions into the audit log in order of time, the order in which the log is read. */
export async function seedRecord(
  db: AnyDatabase,
  org: Org,
  people: ReadonlyMap<string, string>,
  done: readonly Recorded[],
): Promise<void> {
  const rows = done
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ by, before = null, ...entry }) => ({
      ...entry,
      before,
      orgUuid: org.uuid,
      actorUuid: people.get(by)!,
      actor: by,
    }))
  for (let i = 0; i < rows.length; i += rowsAtOnce) await db.insert(auditLog).values(rows.slice(i, i + rowsAtOnce))
}
