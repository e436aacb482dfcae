import { asc, eq, inArray } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Seal } from '@carapace/shared/core/sealed'
import type { Secret } from '@carapace/shared/msoc/playbooks/masking'
import type { PlaybookSecret } from '@carapace/shared/msoc/playbooks/playbooks.contract'
import { bounds } from '@carapace/shared/msoc/playbooks/playbook'
import { playbookSecrets } from '@carapace/shared/msoc/playbooks/playbooks.table'
import type { Database, Tx } from '../../core/db.ts'

type Row = typeof playbookSecrets.$inferSelect

const wire = ({
  name,
  description,
  changedBy,
  changedAt,
}: Pick<Row, 'name' | 'description' | 'changedBy' | 'changedAt'>) =>
  ({ name, description, changed_by: changedBy, changed_at: changedAt.toISOString() }) satisfies PlaybookSecret

/** The secrets without their values. */
export async function secretsOf(db: Database, org: Org): Promise<PlaybookSecret[]> {
  const rows = await db
    .select({
      name: playbookSecrets.name,
      description: playbookSecrets.description,
      changedBy: playbookSecrets.changedBy,
      changedAt: playbookSecrets.changedAt,
    })
    .from(playbookSecrets)
    .where(ownedBy(org, playbookSecrets))
    .orderBy(asc(playbookSecrets.name))
    .limit(bounds.secrets)
  return rows.map(wire)
}

/** The values of these secrets; those that do not exist are left out. */
export async function secretsNamed(tx: Tx, org: Org, seal: Seal, names: readonly string[]): Promise<Secret[]> {
  const rows = await tx
    .select({ name: playbookSecrets.name, sealed: playbookSecrets.sealed })
    .from(playbookSecrets)
    .where(ownedBy(org, playbookSecrets, inArray(playbookSecrets.name, [...names])))
  return rows.map(({ name, sealed }) => ({ name, value: seal.open(sealed) }))
}

export async function secretNames(tx: Tx | Database, org: Org): Promise<Set<string>> {
  const rows = await tx
    .select({ name: playbookSecrets.name })
    .from(playbookSecrets)
    .where(ownedBy(org, playbookSecrets))
  return new Set(rows.map(({ name }) => name))
}

/** Writes a secret; without a value, only its description. Returns undefined if it does not exist and has no value. */
export async function writeSecret(
  tx: Tx,
  org: Org,
  secret: { name: string; description: string; sealed: Uint8Array | undefined; by: { uuid: string; name: string } },
): Promise<PlaybookSecret | undefined> {
  const { name, description, sealed, by } = secret
  const set = { description, changedBy: by.name, changedByUuid: by.uuid, changedAt: new Date() }
  const rows =
    sealed === undefined
      ? await tx
          .update(playbookSecrets)
          .set(set)
          .where(ownedBy(org, playbookSecrets, eq(playbookSecrets.name, name)))
          .returning()
      : await tx
          .insert(playbookSecrets)
          .values({ orgUuid: org.uuid, name, sealed, ...set })
          .onConflictDoUpdate({ target: [playbookSecrets.orgUuid, playbookSecrets.name], set: { sealed, ...set } })
          .returning()
  return rows[0] && wire(rows[0])
}

export async function removeSecret(tx: Tx, org: Org, name: string): Promise<boolean> {
  const rows = await tx
    .delete(playbookSecrets)
    .where(ownedBy(org, playbookSecrets, eq(playbookSecrets.name, name)))
    .returning({ name: playbookSecrets.name })
  return rows.length > 0
}
