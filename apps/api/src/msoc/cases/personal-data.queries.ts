import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { caseChanges, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import { caseTemplates } from '@carapace/shared/msoc/cases/case-settings.table'
import {
  caseCustody,
  caseEvidence,
  caseLinks,
  caseMembers,
  caseMerges,
  caseStory,
  caseTasks,
} from '@carapace/shared/msoc/cases/cases.table'
import type { Database, Tx } from '../../core/db.ts'
import { formerMember, type Person } from '../../core/personal-data.queries.ts'

/** How much a person did in cases, for the export of personal data. */
export async function caseWorkOf(db: Database, org: Org, { uuid }: Person) {
  const [tasks, memberships, evidence, custody] = await Promise.all([
    db.$count(caseTasks, ownedBy(org, caseTasks, eq(caseTasks.ownerUuid, uuid))),
    db.$count(caseMembers, ownedBy(org, caseMembers, eq(caseMembers.userUuid, uuid))),
    db.$count(caseEvidence, ownedBy(org, caseEvidence, eq(caseEvidence.addedByUuid, uuid))),
    db.$count(caseCustody, ownedBy(org, caseCustody, eq(caseCustody.actorUuid, uuid))),
  ])
  return {
    owned_case_tasks: tasks,
    memberships_of_cases: memberships,
    added_case_evidence: evidence,
    accesses_to_case_evidence: custody,
  }
}

/** Removes the person's name from what they added to cases, and the person from the members. */
export async function forgetCaseWork(tx: Tx, org: Org, { uuid }: Person): Promise<void> {
  await tx.delete(caseMembers).where(ownedBy(org, caseMembers, eq(caseMembers.userUuid, uuid)))
  for (const table of [caseEvidence, caseLinks, caseStory])
    await tx
      .update(table)
      .set({ addedBy: formerMember })
      .where(ownedBy(org, table, eq(table.addedByUuid, uuid)))
  for (const table of [caseCustody, caseMerges])
    await tx
      .update(table)
      .set({ actor: formerMember })
      .where(ownedBy(org, table, eq(table.actorUuid, uuid)))
  await forgetMentions(tx, org, uuid)
  await tx
    .update(caseTemplates)
    .set({ updatedBy: formerMember })
    .where(ownedBy(org, caseTemplates, eq(caseTemplates.updatedByUuid, uuid)))
}

/** Replaces the person's name where comments and texts of cases mention them: `@[Name](user:uuid)`. */
async function forgetMentions(tx: Tx, org: Org, uuid: string): Promise<void> {
  const mention = `@\\[[^\\]]*\\]\\(user:${uuid}\\)`
  const nameless = (column: PgColumn | SQL): SQL =>
    sql`regexp_replace(${column}, ${mention}::text, ${`@[${formerMember}](user:${uuid})`}::text, 'gi')`
  const isMentionedIn = (column: PgColumn | SQL): SQL =>
    sql`position(${`(user:${uuid})`}::text IN lower(${column})) > 0`
  const detail = sql`${caseChanges.detail}::text`
  await tx
    .update(caseChanges)
    .set({ detail: sql`${nameless(detail)}::jsonb` })
    .where(and(ownedBy(org, caseChanges, eq(caseChanges.kind, 'comment')), isMentionedIn(detail)))
  const { description, impact, causes, lessons } = cases
  const texts = sql`${description} || ${impact} || ${causes} || ${lessons}`
  await tx
    .update(cases)
    .set({
      description: nameless(description),
      impact: nameless(impact),
      causes: nameless(causes),
      lessons: nameless(lessons),
    })
    .where(and(ownedBy(org, cases), isMentionedIn(texts)))
}
