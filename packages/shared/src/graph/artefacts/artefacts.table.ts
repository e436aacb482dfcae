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
 * A program's graph as one thing: whoever changes it locks this row, takes the next number, and writes it beside what
 * changed. So a number is a moment of the whole graph: history, baselines and live pages go by it (rules GRAPH-3,
 * GRAPH-11, GRAPH-13).
 */
export const programGraphs = pgTable('program_graphs', {
  programUuid: program().primaryKey(),
  orgUuid: org(),
  seq: integer().notNull().default(0),
  /** The highest number of each kind that was ever given: none is given twice. */
  numbers: jsonb().$type<Record<string, number>>().notNull().default({}),
})

/** Everything that engineering makes, of whatever kind, as it is now. */
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
    /**
     * When it last changed, as a moment of the graph; and when what people say about it last did, 0 where nobody said
     * anything.
     */
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

/** Every state that an artefact was in, its end among them; never changed. */
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

/** Links, those that were taken away too: one stood from `addedSeq` until before `removedSeq`. */
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
    /** When anything of it last changed, as a moment of the graph. */
    seq: integer().notNull(),
    /** What changed upstream that nobody has confirmed yet; null: nothing. */
    suspect: text(),
    suspectAt: at('suspect_at'),
    /** Who looked last and found that it holds. */
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
 * What modules compute of artefacts, as it is now: one value of a kind (`risk`, …) for each artefact. After-write hooks
 * write it in the transaction of the change that it follows from (rule GRAPH-22).
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
    /** The numbers that lists sort, filter and sum up by, by name; null: not known. They are read without `value`. */
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

/** A name for a moment of a graph. */
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

/** Somebody asks for an artefact's approval, as it was then; somebody else decides. */
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
    /** Null: whoever may. */
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
