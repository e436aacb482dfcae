import { and, count, desc, eq, type SQL } from 'drizzle-orm'
import { ingestKeys } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { alertSteps } from '@carapace/shared/msoc/alerts/pipeline/alert-steps.table'
import { declinedProposals, standingSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.table'
import { alertChanges, alerts, caseChanges, cases } from '@carapace/shared/msoc/alerts/alerts.table'
import {
  canNotes,
  canProfiles,
  captureReplays,
  captures,
  dbcAssignments,
  dbcVersions,
} from '@carapace/shared/msoc/can/can.table'
import { ingestRejects } from '@carapace/shared/msoc/ingest/ingest.table'
import { observableAnalyzers, observableLists, observables } from '@carapace/shared/msoc/observables/observables.table'
import { ruleVersions } from '@carapace/shared/msoc/rules/rules.table'
import { forgetShifts, shiftsData } from './shifts/personal-data.queries.ts'
import { deviceTokens } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Database, Tx } from '../core/db.ts'
import { caseWorkOf, forgetCaseWork } from './cases/personal-data.queries.ts'
import {
  formerMember,
  isNameOf,
  type PersonalData,
  mentions,
  type Person,
  withoutPerson,
} from '../core/personal-data.queries.ts'
import { lockObservables } from './observables/writes.queries.ts'
import { countPlaybooksOf, forgetPlaybooks } from './playbooks/personal-data.queries.ts'

/** Maximum exported rows per kind, the latest ones; the counts include all. */
const mostExported = 5_000

/** Personal data in security operations: what people own, changed and wrote. */
export const msocPersonalData: PersonalData = {
  async exportData(db, org, person) {
    const [counts, caseWork, ofPlaybooks, comments, notes, shifts] = await Promise.all([
      countsOf(db, org, person),
      caseWorkOf(db, org, person),
      countPlaybooksOf(db, org, person),
      commentsOf(db, org, person),
      notesOf(db, org, person),
      shiftsData(db, org, person),
    ])
    return { ...counts, ...caseWork, ...ofPlaybooks, case_comments: comments, can_notes: notes, ...shifts }
  },
  async forget(tx, org, person) {
    await forgetChanges(tx, org, person)
    await forgetMakers(tx, org, person)
    await forgetAnalysts(tx, org, person)
    await forgetRuleAuthors(tx, org, person)
    await forgetCaseWork(tx, org, person)
    await forgetObservableAuthors(tx, org, person)
    await forgetPlaybooks(tx, org, person)
    await forgetShifts(tx, org, person)
  },
}

type Counted =
  typeof alerts | typeof cases | typeof alertChanges | typeof caseChanges | typeof ruleVersions | typeof observables

async function countsOf(db: Database, org: Org, { uuid }: Person) {
  const counted = async (table: Counted, mine: SQL) => {
    const [row] = await db
      .select({ rows: count() })
      .from(table)
      .where(ownedBy(org, table, mine))
    return row!.rows
  }
  const [owned, acknowledged, ownedCases, openedCases, changes, changesOfCases, versions, entered] = await Promise.all([
    counted(alerts, eq(alerts.ownerUuid, uuid)),
    counted(alerts, eq(alerts.acknowledgedBy, uuid)),
    counted(cases, eq(cases.ownerUuid, uuid)),
    counted(cases, eq(cases.createdBy, uuid)),
    counted(alertChanges, eq(alertChanges.actorUuid, uuid)),
    counted(caseChanges, eq(caseChanges.actorUuid, uuid)),
    counted(ruleVersions, eq(ruleVersions.authorUuid, uuid)),
    counted(observables, eq(observables.authorUuid, uuid)),
  ])
  return {
    owned_alerts: owned,
    acknowledged_alerts: acknowledged,
    owned_cases: ownedCases,
    opened_cases: openedCases,
    changes_of_alerts: changes,
    changes_of_cases: changesOfCases,
    versions_of_rules: versions,
    entered_observables: entered,
  }
}

async function commentsOf(db: Database, org: Org, { uuid }: Person) {
  const rows = await db
    .select({ at: caseChanges.at, caseUuid: caseChanges.caseUuid, detail: caseChanges.detail })
    .from(caseChanges)
    .where(ownedBy(org, caseChanges, eq(caseChanges.actorUuid, uuid), eq(caseChanges.kind, 'comment')))
    .orderBy(desc(caseChanges.seq))
    .limit(mostExported)
  return rows.map(({ at, caseUuid, detail }) => ({ at: at.toISOString(), case_uuid: caseUuid, text: detail.text }))
}

async function notesOf(db: Database, org: Org, { uuid }: Person) {
  const rows = await db
    .select({
      subject: canNotes.subject,
      subjectUuid: canNotes.subjectUuid,
      atMs: canNotes.atMs,
      text: canNotes.text,
      createdAt: canNotes.createdAt,
    })
    .from(canNotes)
    .where(ownedBy(org, canNotes, eq(canNotes.authorUuid, uuid)))
    .orderBy(desc(canNotes.createdAt))
    .limit(mostExported)
  return rows.map(({ subject, subjectUuid, atMs, text, createdAt }) => ({
    subject,
    subject_uuid: subjectUuid,
    at_ms: atMs,
    text,
    created_at: createdAt.toISOString(),
  }))
}

/** Removes the person as the author of changes of alerts and cases, and as a recorded owner. */
async function forgetChanges(tx: Tx, org: Org, person: Person): Promise<void> {
  for (const table of [alertChanges, caseChanges]) {
    await tx
      .update(table)
      .set({ actor: formerMember })
      .where(ownedBy(org, table, eq(table.actorUuid, person.uuid)))
    await tx
      .update(table)
      .set({ detail: withoutPerson(person, table.detail) })
      .where(ownedBy(org, table, mentions(person, table.detail)))
  }
}

/** Removes the person as the creator of keys and tokens and of retries: these rows only have names. */
async function forgetMakers(tx: Tx, org: Org, person: Person): Promise<void> {
  for (const table of [ingestKeys, deviceTokens])
    await tx
      .update(table)
      .set({ createdBy: formerMember })
      .where(and(ownedBy(org, table), isNameOf(person, table.createdBy)))
  await tx
    .update(ingestRejects)
    .set({ retriedBy: formerMember })
    .where(and(ownedBy(org, ingestRejects), isNameOf(person, ingestRejects.retriedBy)))
}

/** Removes the person as the author of versions of rules, and as who approved them (rule RULE-57). */
async function forgetRuleAuthors(tx: Tx, org: Org, person: Person): Promise<void> {
  await tx
    .update(ruleVersions)
    .set({ author: formerMember })
    .where(ownedBy(org, ruleVersions, eq(ruleVersions.authorUuid, person.uuid)))
  await tx
    .update(ruleVersions)
    .set({ approvedBy: formerMember })
    .where(ownedBy(org, ruleVersions, isNameOf(person, ruleVersions.approvedBy)))
}

/** Removes the person as the author of observables, lists and analyzers. */
async function forgetObservableAuthors(tx: Tx, org: Org, person: Person): Promise<void> {
  await lockObservables(tx, org)
  for (const table of [observables, observableLists, observableAnalyzers])
    await tx
      .update(table)
      .set({ author: formerMember })
      .where(ownedBy(org, table, eq(table.authorUuid, person.uuid)))
}

/**
 * Removes the person as the author of notes and of steps of the alert pipeline, and as the uploader of databases,
 * captures and profiles.
 */
async function forgetAnalysts(tx: Tx, org: Org, person: Person): Promise<void> {
  await tx
    .update(canNotes)
    .set({ author: formerMember })
    .where(ownedBy(org, canNotes, eq(canNotes.authorUuid, person.uuid)))
  await tx
    .update(alertSteps)
    .set({ author: formerMember })
    .where(ownedBy(org, alertSteps, eq(alertSteps.authorUuid, person.uuid)))
  for (const table of [standingSteps, declinedProposals])
    await tx
      .update(table)
      .set({ author: formerMember })
      .where(ownedBy(org, table, eq(table.authorUuid, person.uuid)))
  for (const table of [canProfiles, captures, captureReplays])
    await tx
      .update(table)
      .set({ createdBy: formerMember })
      .where(ownedBy(org, table, isNameOf(person, table.createdBy)))
  await tx
    .update(canProfiles)
    .set({ activatedBy: formerMember })
    .where(ownedBy(org, canProfiles, isNameOf(person, canProfiles.activatedBy)))
  await tx
    .update(dbcVersions)
    .set({ uploadedBy: formerMember })
    .where(ownedBy(org, dbcVersions, isNameOf(person, dbcVersions.uploadedBy)))
  await tx
    .update(dbcAssignments)
    .set({ assignedBy: formerMember })
    .where(ownedBy(org, dbcAssignments, isNameOf(person, dbcAssignments.assignedBy)))
}
