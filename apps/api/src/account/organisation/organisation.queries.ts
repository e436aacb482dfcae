import { eq } from 'drizzle-orm'
import { organisations, plans } from '@carapace/shared/account/account.table'
import type { OrganisationSettings } from '@carapace/shared/account/organisation.contract'
import type { Org } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'

export async function settingsOf(db: Database | Tx, org: Org): Promise<OrganisationSettings> {
  const [row] = await db
    .select({ organisation: organisations, plan: plans.name })
    .from(organisations)
    .leftJoin(plans, eq(plans.uuid, organisations.planUuid))
    .where(eq(organisations.uuid, org.uuid))
  const { name, retentionDays, sessionDays, isDemoMode, licenceUntil, modules, createdAt, revision } = row!.organisation
  return {
    name,
    retention_days: retentionDays,
    session_days: sessionDays,
    plan: row!.plan,
    is_demo_mode: isDemoMode,
    licence_until: licenceUntil?.toISOString() ?? null,
    modules,
    created_at: createdAt.toISOString(),
    revision,
  }
}

/** Updates the settings. Returns false if their revision is a different one. */
export async function updateSettings(
  tx: Tx,
  org: Org,
  revision: number,
  fields: { name: string; retentionDays: number | null; sessionDays: number },
): Promise<boolean> {
  const [row] = await tx
    .select({ revision: organisations.revision })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))
    .for('no key update')
  if (row!.revision !== revision) return false
  await tx
    .update(organisations)
    .set({ ...fields, revision: revision + 1 })
    .where(eq(organisations.uuid, org.uuid))
  return true
}
