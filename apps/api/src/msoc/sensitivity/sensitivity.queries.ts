import { eq } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { detectionSettings } from '@carapace/shared/msoc/sensitivity/sensitivity.table'
import type { Database, Tx } from '../../core/db.ts'

export interface StoredSensitivity {
  readonly falseAlertsAtMost: number | null
  readonly revision: number
}

/** What the organisation accepts; everything is raised where nothing was chosen. */
export async function sensitivityOf(db: Database | Tx, org: Org): Promise<StoredSensitivity> {
  const [row] = await db
    .select({ falseAlertsAtMost: detectionSettings.falseAlertsAtMost, revision: detectionSettings.revision })
    .from(detectionSettings)
    .where(ownedBy(org, detectionSettings))
  return row ?? { falseAlertsAtMost: null, revision: 0 }
}

/** Stores the setting if it still has this revision; undefined: somebody has changed it since. */
export async function writeSensitivity(
  tx: Tx,
  org: Org,
  { falseAlertsAtMost, revision }: StoredSensitivity,
): Promise<StoredSensitivity | undefined> {
  const stored =
    revision === 0
      ? await tx
          .insert(detectionSettings)
          .values({ orgUuid: org.uuid, falseAlertsAtMost })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(detectionSettings)
          .set({ falseAlertsAtMost, revision: revision + 1 })
          .where(ownedBy(org, detectionSettings, eq(detectionSettings.revision, revision)))
          .returning()
  return stored[0]
}
