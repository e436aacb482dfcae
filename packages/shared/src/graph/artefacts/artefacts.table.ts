import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { org, person } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import type { Origin } from './origin.ts'
import type { ArtefactStatus } from './statuses.ts'
import { importedName, program } from '../columns.table.ts'
import { projects } from '../programs/programs.table.ts'

type Fields = Record<string, unknown>

/**
 * One row per program's graph. A change locks this row, takes the next number, and writes it to each changed row. This
 * number is a graph version, which history, baselines and live pages use (rules GRAPH-3, GRAPH-11, GRAPH-13).
 */
export const programGraphs = pgTable('program_graphs', {
  programUuid: program().primaryKey(),
  orgUuid: org(),
  seq: integer().notNull().default(0),
  /** The highest artefact number that was ever assigned, by kind: no number is assigned twice. */
  numbers: jsonb().$type<Record<string, number>>().notNull().default({}),
})

/** The artefacts of all kinds, in their current state. */
export const artefacts = pgTable(
  'artefacts',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    programUuid: program(),
    projectUuid: uuid('project_uuid').references(() => projects.uuid, { onDelete: 'set null' }),
    kind: text().notNull(),
    number: integer().notNull(),
    title: text().notNull(),
    status: text().$type<ArtefactStatus>().notNull(),
    fields: jsonb().$type<Fields>().notNull(),
    origin: jsonb().$type<Origin>().notNull(),
    /** The graph version of the last change of the artefact; and of its comments, 0: there was no comment. */
    seq: integer().notNull(),
    commentsSeq: integer('comments_seq').notNull().default(0),
    revision: integer().notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    createdByUuid: person('created_by_uuid'),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedByUuid: person('updated_by_uuid'),
  },
  (t) => [
    uniqueIndex().on(t.programUuid, t.kind, t.number),
    index().on(t.orgUuid, t.kind),
    index('artefacts_commented')
      .on(t.programUuid, t.commentsSeq)
      .where(sql`comments_seq > 0`),
  ],
)

/** Every state of each artefact, including its removal; rows never change. */
export const artefactVersions = pgTable(
  'artefact_versions',
  {
    artefactUuid: uuid('artefact_uuid').notNull(),
    revision: integer().notNull(),
    orgUuid: org(),
    programUuid: program(),
    seq: integer().notNull(),
    action: text().$type<'made' | 'changed' | 'removed'>().notNull(),
    kind: text().notNull(),
    number: integer().notNull(),
    projectUuid: uuid('project_uuid'),
    title: text().notNull(),
    status: text().$type<ArtefactStatus>().notNull(),
    fields: jsonb().$type<Fields>().notNull(),
    at: at('at').notNull().defaultNow(),
    byUuid: person('by_uuid'),
    byName: importedName('by_name'),
  },
  (t) => [primaryKey({ columns: [t.artefactUuid, t.revision] }), index().on(t.programUuid, t.seq)],
)

/** Links, including removed ones: a link existed from `addedSeq` until before `removedSeq`. */
export const artefactLinks = pgTable(
  'artefact_links',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    programUuid: program(),
    kind: text().notNull(),
    fromUuid: uuid('from_uuid').notNull(),
    toUuid: uuid('to_uuid').notNull(),
    addedSeq: integer('added_seq').notNull(),
    removedSeq: integer('removed_seq'),
    /** The graph version of its last change. */
    seq: integer().notNull(),
    /** The upstream changes that no user has confirmed yet; null: none. */
    suspect: text(),
    suspectAt: at('suspect_at'),
    /** Who last confirmed that the link is still correct. */
    confirmedByUuid: person('confirmed_by_uuid'),
    confirmedAt: at('confirmed_at'),
  },
  (t) => [
    uniqueIndex('artefact_links_standing')
      .on(t.fromUuid, t.toUuid, t.kind)
      .where(sql`removed_seq IS NULL`),
    index().on(t.programUuid, t.seq),
    index('artefact_links_to')
      .on(t.toUuid)
      .where(sql`removed_seq IS NULL`),
    index().on(t.orgUuid),
  ],
)

/**
 * The current values that modules compute for artefacts: one value of a kind (`risk`, …) for each artefact. After-write
 * hooks write them in the transaction of the change that causes them (rule GRAPH-22).
 */
export const computedValues = pgTable(
  'computed_values',
  {
    kind: text().notNull(),
    artefactUuid: uuid('artefact_uuid')
      .notNull()
      .references(() => artefacts.uuid, { onDelete: 'cascade' }),
    orgUuid: org(),
    programUuid: program(),
    /** The numbers by which lists sort, filter and sum, by name; null: unknown. They are read without `value`. */
    figures: jsonb().$type<Readonly<Record<string, number | null>>>().notNull().default({}),
    value: jsonb().$type<unknown>().notNull(),
    /** The version of the graph in which it last changed. */
    graphVersion: integer('graph_version').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.artefactUuid, t.kind] }),
    index().on(t.programUuid, t.graphVersion),
    index().on(t.orgUuid),
  ],
)

/** A name for a graph version. */
export const baselines = pgTable(
  'baselines',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    programUuid: program(),
    name: text().notNull(),
    note: text().notNull().default(''),
    seq: integer().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    createdByUuid: person('created_by_uuid'),
  },
  (t) => [uniqueIndex().on(t.programUuid, t.name), index().on(t.orgUuid)],
)

/** A user requests approval for an artefact at a revision; another user decides. */
export const reviews = pgTable(
  'reviews',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    programUuid: program(),
    artefactUuid: uuid('artefact_uuid')
      .notNull()
      .references(() => artefacts.uuid, { onDelete: 'cascade' }),
    revision: integer().notNull(),
    /** Null: any user with the permission. */
    reviewerUuid: person('reviewer_uuid'),
    note: text().notNull().default(''),
    requestedAt: at('requested_at').notNull().defaultNow(),
    requestedByUuid: person('requested_by_uuid'),
    decision: text().$type<'approved' | 'rejected' | 'withdrawn'>(),
    decidedAt: at('decided_at'),
    decidedByUuid: person('decided_by_uuid'),
    requestedByName: importedName('requested_by_name'),
    decidedByName: importedName('decided_by_name'),
    reason: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('reviews_open')
      .on(t.artefactUuid)
      .where(sql`decision IS NULL`),
    index().on(t.programUuid),
    index().on(t.artefactUuid),
    index().on(t.orgUuid),
  ],
)

export const comments = pgTable(
  'artefact_comments',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    programUuid: program(),
    artefactUuid: uuid('artefact_uuid')
      .notNull()
      .references(() => artefacts.uuid, { onDelete: 'cascade' }),
    text: text().notNull(),
    isResolved: boolean('is_resolved').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    createdByUuid: person('created_by_uuid'),
    createdByName: importedName('created_by_name'),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.artefactUuid), index().on(t.orgUuid)],
)
