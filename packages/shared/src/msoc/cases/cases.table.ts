import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from '../../account/account.table.ts'
import { at, bytea } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import { cases } from '../alerts/alerts.table.ts'
import type { MovedItems } from './case-merge.ts'
import type { CustodyAction, EvidenceKind, LinkKind, TaskState } from './cases.ts'
import type { StoryReference } from './case-story.contract.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const ofCase = () =>
  uuid('case_uuid')
    .notNull()
    .references(() => cases.uuid, { onDelete: 'cascade' })

/** Who works on a case, besides its owner. They see it if it is need-to-know (rule CASE-9). */
export const caseMembers = pgTable(
  'case_members',
  {
    orgUuid: org(),
    caseUuid: ofCase(),
    userUuid: uuid('user_uuid')
      .notNull()
      .references(() => users.uuid, { onDelete: 'cascade' }),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.caseUuid, t.userUuid] }), index().on(t.userUuid)],
)

export const caseTasks = pgTable(
  'case_tasks',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    caseUuid: ofCase(),
    title: text().notNull(),
    description: text().notNull().default(''),
    ownerUuid: uuid('owner_uuid'),
    dueAt: at('due_at'),
    state: text().$type<TaskState>().notNull().default('OPEN'),
    order: integer('position').notNull().default(0),
    checklist: jsonb().$type<{ text: string; done: boolean }[]>().notNull().default([]),
    createdAt: at('created_at').notNull().defaultNow(),
    doneAt: at('done_at'),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index().on(t.caseUuid, t.order),
    index('case_tasks_unfinished')
      .on(t.orgUuid, t.dueAt)
      .where(sql`state IN ('OPEN', 'IN_PROGRESS')`),
  ],
)

/** An item of evidence. Its row stays when it is removed (rule CASE-31). */
export const caseEvidence = pgTable(
  'case_evidence',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    caseUuid: ofCase(),
    kind: text().$type<EvidenceKind>().notNull(),
    name: text().notNull(),
    note: text().notNull().default(''),
    /** Of a file: until it has arrived, the hash is null and nobody sees it. */
    fileName: text('file_name'),
    contentType: text('content_type'),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    sha256: bytea(),
    /** An alert, a capture or a vehicle. Not a foreign key: the item outlives what it refers to. */
    targetUuid: uuid('target_uuid'),
    bus: text(),
    fromAt: at('from_at'),
    toAt: at('to_at'),
    addedBy: text('added_by').notNull(),
    addedByUuid: uuid('added_by_uuid'),
    addedAt: at('added_at').notNull().defaultNow(),
    removedAt: at('removed_at'),
  },
  (t) => [
    index().on(t.caseUuid, t.addedAt),
    index('case_evidence_stored')
      .on(t.orgUuid)
      .where(sql`bytes > 0 AND removed_at IS NULL`),
    index('case_evidence_by_target')
      .on(t.targetUuid)
      .where(sql`target_uuid IS NOT NULL`),
  ],
)

/** The bytes of a file of evidence, one MiB a row. */
export const caseEvidenceFiles = pgTable(
  'case_evidence_files',
  {
    evidenceUuid: uuid('evidence_uuid')
      .notNull()
      .references(() => caseEvidence.uuid, { onDelete: 'cascade' }),
    part: integer().notNull(),
    orgUuid: org(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.evidenceUuid, t.part] })],
)

/** The chain of custody: who did what with an item of evidence. Written once, never changed. */
export const caseCustody = pgTable(
  'case_custody',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orgUuid: org(),
    evidenceUuid: uuid('evidence_uuid')
      .notNull()
      .references(() => caseEvidence.uuid, { onDelete: 'cascade' }),
    at: at('at').notNull().defaultNow(),
    action: text().$type<CustodyAction>().notNull(),
    actorUuid: uuid('actor_uuid'),
    actor: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [index().on(t.evidenceUuid, t.id)],
)

/** What a case refers to. Only cases and vehicles are known here; other modules know the rest. */
export const caseLinks = pgTable(
  'case_links',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    caseUuid: ofCase(),
    kind: text().$type<LinkKind>().notNull(),
    targetUuid: uuid('target_uuid'),
    target: text().notNull().default(''),
    title: text().notNull().default(''),
    note: text().notNull().default(''),
    addedBy: text('added_by').notNull(),
    addedByUuid: uuid('added_by_uuid'),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [
    index().on(t.caseUuid),
    index('case_links_by_target')
      .on(t.targetUuid)
      .where(sql`target_uuid IS NOT NULL`),
  ],
)

/** The attack as the analyst arranged it, step by step. */
export const caseStory = pgTable(
  'case_story',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    caseUuid: ofCase(),
    at: at('at').notNull(),
    title: text().notNull(),
    note: text().notNull().default(''),
    tactic: text().notNull().default(''),
    reference: jsonb().$type<StoryReference>().notNull(),
    order: integer('position').notNull().default(0),
    addedBy: text('added_by').notNull(),
    addedByUuid: uuid('added_by_uuid'),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.caseUuid, t.order)],
)

/** One merge of a case into another, with what it moved, so that it can be undone (rule CASE-14). */
export const caseMerges = pgTable(
  'case_merges',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    sourceUuid: uuid('source_uuid')
      .notNull()
      .references(() => cases.uuid, { onDelete: 'cascade' }),
    targetUuid: uuid('target_uuid')
      .notNull()
      .references(() => cases.uuid, { onDelete: 'cascade' }),
    moved: jsonb().$type<MovedItems>().notNull(),
    at: at('at').notNull().defaultNow(),
    actorUuid: uuid('actor_uuid'),
    actor: text().notNull(),
    undoneAt: at('undone_at'),
  },
  (t) => [index().on(t.targetUuid), index().on(t.sourceUuid)],
)
