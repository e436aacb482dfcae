import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import type { ProgramRole } from '../members/membership.ts'
import type { Method } from '../../lifecycle/methods/method.ts'
import type { LifecycleStatus, Phase } from './phases.ts'
import type { ProgramChoices, ProjectType } from '../../lifecycle/program/program-choices.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** An undertaking: a vehicle platform or an item through all of its life. */
export const programs = pgTable(
  'programs',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    description: text().notNull().default(''),
    status: text().$type<LifecycleStatus>().notNull().default('CREATED'),
    currentPhase: text('current_phase').$type<Phase>().notNull().default('CONCEPT'),
    /** Of the phases that were begun. */
    phaseStatuses: jsonb('phase_statuses')
      .$type<Partial<Record<Phase, LifecycleStatus>>>()
      .notNull()
      .default({ CONCEPT: 'CREATED' }),
    /** What is chosen of the lists that every program has. */
    choices: jsonb()
      .$type<ProgramChoices>()
      .notNull()
      .default({ propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] }),
    /** The version of the methods that its assessments are made with; null: the one that the product ships with. */
    methodUuid: uuid('method_uuid').references(() => methodVersions.uuid),
    createdByUuid: uuid('created_by_uuid').references(() => users.uuid),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
    /** The import that still writes it: until that is whole, the program is there for nobody else (rule EX6). */
    importUuid: uuid('import_uuid'),
  },
  (t) => [
    index().on(t.orgUuid, t.updatedAt),
    index()
      .on(t.importUuid)
      .where(sql`import_uuid IS NOT NULL`),
  ],
)

/** A part of a program with a life of its own: an item that is worked on. */
export const projects = pgTable(
  'projects',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    programUuid: uuid('program_uuid')
      .notNull()
      .references(() => programs.uuid, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text().$type<ProjectType>().notNull(),
    description: text().notNull().default(''),
    currentPhase: text('current_phase').$type<Phase>().notNull().default('CONCEPT'),
    phaseStatuses: jsonb('phase_statuses')
      .$type<Partial<Record<Phase, LifecycleStatus>>>()
      .notNull()
      .default({ CONCEPT: 'CREATED' }),
    leadUuid: uuid('lead_uuid').references(() => users.uuid),
    /** What it has to reach next, and the day of that; both, or neither. */
    milestone: text(),
    milestoneOn: date('milestone_on'),
    createdByUuid: uuid('created_by_uuid').references(() => users.uuid),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.programUuid), index().on(t.orgUuid, t.updatedAt)],
)

/** An organisation's methods, version by version; what an assessment was made with is never changed. */
export const methodVersions = pgTable(
  'method_versions',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    version: integer().notNull(),
    state: text().$type<'draft' | 'released'>().notNull().default('draft'),
    note: text().notNull().default(''),
    content: jsonb().$type<Method>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    createdByUuid: uuid('created_by_uuid').references(() => users.uuid),
    releasedAt: at('released_at'),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex().on(t.orgUuid, t.name, t.version)],
)

/** Who works on a program, and as what. */
export const programMembers = pgTable(
  'program_members',
  {
    programUuid: uuid('program_uuid')
      .notNull()
      .references(() => programs.uuid, { onDelete: 'cascade' }),
    userUuid: uuid('user_uuid')
      .notNull()
      .references(() => users.uuid, { onDelete: 'cascade' }),
    orgUuid: org(),
    role: text().$type<ProgramRole>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.programUuid, t.userUuid] }), index().on(t.orgUuid, t.userUuid)],
)
