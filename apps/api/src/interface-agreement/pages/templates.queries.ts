import { asc, count, eq, ne, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { agreementTemplates } from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { AgreementRow } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../../core/db.ts'
import { takeLock } from '../../core/locks.queries.ts'

/** The organisation's templates by name. */
export async function templatesOf(db: Database, org: Org) {
  return db
    .select({
      uuid: agreementTemplates.uuid,
      name: agreementTemplates.name,
      rows: sql<number>`jsonb_array_length(${agreementTemplates.rows})`,
      author: agreementTemplates.author,
      changedAt: agreementTemplates.changedAt,
      revision: agreementTemplates.revision,
    })
    .from(agreementTemplates)
    .where(ownedBy(org, agreementTemplates))
    .orderBy(asc(agreementTemplates.name))
    .limit(agreementLimits.templates)
}

interface TemplateFields {
  readonly name: string
  readonly rows: readonly AgreementRow[]
  readonly by: { readonly uuid: string; readonly name: string }
}

/** How many templates there are. Until this transaction ends, nobody else of the organisation writes one. */
export async function countTemplates(tx: Tx, org: Org): Promise<number> {
  await takeLock(tx, org, 'agreement templates')
  const [row] = await tx.select({ all: count() }).from(agreementTemplates).where(ownedBy(org, agreementTemplates))
  return row!.all
}

/** Whether another template than `uuid` has this name. */
export async function isNameTaken(tx: Tx, org: Org, name: string, uuid: string | undefined): Promise<boolean> {
  const other = uuid === undefined ? undefined : ne(agreementTemplates.uuid, uuid)
  const found = await tx
    .select({ uuid: agreementTemplates.uuid })
    .from(agreementTemplates)
    .where(ownedBy(org, agreementTemplates, eq(agreementTemplates.name, name), other))
  return found.length > 0
}

export async function insertTemplate(tx: Tx, org: Org, { name, rows, by }: TemplateFields): Promise<string> {
  const [row] = await tx
    .insert(agreementTemplates)
    .values({ orgUuid: org.uuid, name, rows: [...rows], author: by.name, authorUuid: by.uuid })
    .returning({ uuid: agreementTemplates.uuid })
  return row!.uuid
}

/** Replaces a template; the revision that is there, if it is another one, or undefined: there is none. */
export async function writeTemplate(
  tx: Tx,
  org: Org,
  { uuid, revision }: { readonly uuid: string; readonly revision: number },
  { name, rows, by }: TemplateFields,
): Promise<'written' | 'changed' | 'missing'> {
  const mine = ownedBy(org, agreementTemplates, eq(agreementTemplates.uuid, uuid))
  const [row] = await tx.select({ revision: agreementTemplates.revision }).from(agreementTemplates).where(mine)
  if (!row) return 'missing'
  if (row.revision !== revision) return 'changed'
  await tx
    .update(agreementTemplates)
    .set({ name, rows: [...rows], author: by.name, authorUuid: by.uuid, changedAt: new Date(), revision: revision + 1 })
    .where(mine)
  return 'written'
}

export async function deleteTemplate(tx: Tx, org: Org, uuid: string): Promise<string | undefined> {
  const [row] = await tx
    .delete(agreementTemplates)
    .where(ownedBy(org, agreementTemplates, eq(agreementTemplates.uuid, uuid)))
    .returning({ name: agreementTemplates.name })
  return row?.name
}
