import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { cases } from '@carapace/shared/msoc/alerts/alerts.table'
import type { CaseField, CaseStatus, CaseTemplate } from '@carapace/shared/msoc/cases/case-settings.contract'
import {
  caseFields,
  caseStatuses,
  caseTemplates,
  type TemplateContent,
} from '@carapace/shared/msoc/cases/case-settings.table'
import type { FieldDefinition } from '@carapace/shared/msoc/cases/case-fields'
import type { NamedStatus } from '@carapace/shared/msoc/cases/cases'
import type { Database, Tx } from '../../core/db.ts'
import { takeLock } from '../../core/locks.queries.ts'
import { seenBy, type Viewer } from './seen.queries.ts'

/** How many cases refer to a row; with a viewer, of those that they may see (rule CASE-9). */
function countOf(column: 'status_uuid' | 'template_uuid', table: string, viewer?: Viewer) {
  const refers = sql`cases.${sql.identifier(column)} = ${sql.identifier(table)}.uuid`
  return sql<number>`(SELECT count(*)::int FROM cases WHERE ${and(refers, viewer && seenBy(viewer))})`
}

export async function statusRows(db: Database | Tx, org: Org, viewer?: Viewer): Promise<CaseStatus[]> {
  const rows = await db
    .select({ row: caseStatuses, cases: countOf('status_uuid', 'case_statuses', viewer) })
    .from(caseStatuses)
    .where(ownedBy(org, caseStatuses))
    .orderBy(asc(caseStatuses.order), asc(caseStatuses.name))
  return rows.map(({ row: { orgUuid: _org, ...row }, cases: held }) => ({ ...row, cases: held }))
}

export async function fieldRows(db: Database | Tx, org: Org): Promise<CaseField[]> {
  const rows = await db
    .select()
    .from(caseFields)
    .where(ownedBy(org, caseFields))
    .orderBy(asc(caseFields.order), asc(caseFields.name))
  return rows.map(({ orgUuid: _org, ...row }) => row)
}

export async function templateRows(db: Database | Tx, org: Org, viewer?: Viewer): Promise<CaseTemplate[]> {
  const rows = await db
    .select({ row: caseTemplates, cases: countOf('template_uuid', 'case_templates', viewer) })
    .from(caseTemplates)
    .where(ownedBy(org, caseTemplates))
    .orderBy(asc(caseTemplates.name))
  return rows.map(({ row, cases: opened }) => ({
    uuid: row.uuid,
    name: row.name,
    ...row.content,
    cases: opened,
    updated_at: row.updatedAt.toISOString(),
    updated_by: row.updatedBy,
    revision: row.revision,
  }))
}

/** A status to set. Until the transaction ends it is not deleted: call it before a case is locked. */
export async function statusNamed(tx: Tx, org: Org, uuid: string): Promise<NamedStatus | undefined> {
  const [row] = await tx
    .select({ uuid: caseStatuses.uuid, name: caseStatuses.name, stage: caseStatuses.stage })
    .from(caseStatuses)
    .where(ownedBy(org, caseStatuses, eq(caseStatuses.uuid, uuid)))
    .for('key share')
  return row
}

export async function fieldDefinitions(tx: Tx, org: Org): Promise<FieldDefinition[]> {
  return tx
    .select({ uuid: caseFields.uuid, name: caseFields.name, type: caseFields.type, options: caseFields.options })
    .from(caseFields)
    .where(ownedBy(org, caseFields))
}

/** A template to use. Until the transaction ends it is not deleted: call it before a case is locked. */
export async function templateNamed(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select()
    .from(caseTemplates)
    .where(ownedBy(org, caseTemplates, eq(caseTemplates.uuid, uuid)))
    .for('key share')
  return row
}

/** Keeps the template of a case, which is not locked yet, from being deleted until the transaction ends. */
export async function keepTemplateOf(tx: Tx, org: Org, caseUuid: string): Promise<void> {
  const named = tx
    .select({ uuid: cases.templateUuid })
    .from(cases)
    .where(ownedBy(org, cases, eq(cases.uuid, caseUuid)))
  await tx
    .select({ uuid: caseTemplates.uuid })
    .from(caseTemplates)
    .where(ownedBy(org, caseTemplates, inArray(caseTemplates.uuid, named)))
    .for('key share')
}

/** Until this transaction ends, no other changes the settings of the organisation's cases. */
export async function lockSettings(tx: Tx, org: Org): Promise<void> {
  await takeLock(tx, org, 'case settings')
}

/**
 * Deletes a status, which its cases lose. It is locked before its cases, and they in the order of their uuids, as every
 * writer does.
 */
export async function removeStatus(tx: Tx, org: Org, uuid: string): Promise<void> {
  const row = ownedBy(org, caseStatuses, eq(caseStatuses.uuid, uuid))
  await tx.select({ uuid: caseStatuses.uuid }).from(caseStatuses).where(row).for('update')
  await lockCases(tx, org, eq(cases.statusUuid, uuid))
  await tx.delete(caseStatuses).where(row)
}

/** Deletes a template, which its cases no longer name; locks as for a status. */
export async function removeTemplate(tx: Tx, org: Org, uuid: string): Promise<void> {
  const row = ownedBy(org, caseTemplates, eq(caseTemplates.uuid, uuid))
  await tx.select({ uuid: caseTemplates.uuid }).from(caseTemplates).where(row).for('update')
  await lockCases(tx, org, eq(cases.templateUuid, uuid))
  await tx.delete(caseTemplates).where(row)
}

/** Deletes a field with its values in the organisation's cases. */
export async function removeField(tx: Tx, org: Org, uuid: string): Promise<void> {
  const hasValue = sql`jsonb_exists(${cases.fields}, ${uuid}::text)`
  await lockCases(tx, org, hasValue)
  await tx
    .update(cases)
    .set({ fields: sql`${cases.fields} - ${uuid}::text` })
    .where(ownedBy(org, cases, hasValue))
  await tx.delete(caseFields).where(ownedBy(org, caseFields, eq(caseFields.uuid, uuid)))
}

async function lockCases(tx: Tx, org: Org, which: SQL): Promise<void> {
  await tx
    .select({ uuid: cases.uuid })
    .from(cases)
    .where(ownedBy(org, cases, which))
    .orderBy(cases.uuid)
    .for('update')
}

export async function writeStatus(
  tx: Tx,
  org: Org,
  uuid: string | undefined,
  fields: Pick<CaseStatus, 'name' | 'stage' | 'colour' | 'order'>,
): Promise<string> {
  if (uuid === undefined) {
    const [row] = await tx
      .insert(caseStatuses)
      .values({ ...fields, orgUuid: org.uuid })
      .returning({ uuid: caseStatuses.uuid })
    return row!.uuid
  }
  await tx
    .update(caseStatuses)
    .set({ ...fields, revision: sql`${caseStatuses.revision} + 1` })
    .where(ownedBy(org, caseStatuses, eq(caseStatuses.uuid, uuid)))
  return uuid
}

export async function writeField(
  tx: Tx,
  org: Org,
  uuid: string | undefined,
  fields: Pick<CaseField, 'name' | 'type' | 'options' | 'help' | 'order'>,
): Promise<string> {
  if (uuid === undefined) {
    const [row] = await tx
      .insert(caseFields)
      .values({ ...fields, orgUuid: org.uuid })
      .returning({ uuid: caseFields.uuid })
    return row!.uuid
  }
  await tx
    .update(caseFields)
    .set({ ...fields, revision: sql`${caseFields.revision} + 1` })
    .where(ownedBy(org, caseFields, eq(caseFields.uuid, uuid)))
  return uuid
}

export async function writeTemplate(
  tx: Tx,
  org: Org,
  uuid: string | undefined,
  fields: { name: string; content: TemplateContent; by: { uuid: string; name: string } },
): Promise<string> {
  const { name, content, by } = fields
  const row = { name, content, updatedAt: new Date(), updatedBy: by.name, updatedByUuid: by.uuid }
  if (uuid === undefined) {
    const [made] = await tx
      .insert(caseTemplates)
      .values({ ...row, orgUuid: org.uuid })
      .returning({ uuid: caseTemplates.uuid })
    return made!.uuid
  }
  await tx
    .update(caseTemplates)
    .set({ ...row, revision: sql`${caseTemplates.revision} + 1` })
    .where(ownedBy(org, caseTemplates, eq(caseTemplates.uuid, uuid)))
  return uuid
}
