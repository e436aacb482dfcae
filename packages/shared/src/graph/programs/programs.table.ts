import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../account/account.table.ts'
import { org, person } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import type { ProgramRole } from '../members/membership.ts'
import type { ArtefactStatus } from '../artefacts/statuses.ts'
import type { Phase } from './phases.ts'
import type { ProjectType } from './projects.ts'

/** A program: a vehicle platform or an item through its whole life cycle. */
export const programs = pgTable(
  'programs',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    description: text().notNull().default(''),
    status: text().$type<ArtefactStatus>().notNull().default('CREATED'),
    currentPhase: text('current_phase').$type<Phase>().notNull().default('CONCEPT'),
    /** The status of each phase that was begun. */
    phaseStatuses: jsonb('phase_statuses')
      .$type<Partial<Record<Phase, ArtefactStatus>>>()
      .notNull()
      .default({ CONCEPT: 'CREATED' }),
    /** The choices that modules offer for a program; each module parses its own. */
    choices: jsonb()
      .$type<Readonly<Record<string, unknown>>>()
      .notNull()
      .default({ propulsion_types: [], design_type: null, regulation_types: [], rating_types: [] }),
    /** The version of the methods of its assessments; null: the version that the product ships with. */
    methodUuid: uuid('method_uuid'),
    createdByUuid: person('created_by_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
    /** The running import that writes it: until the import ends, nobody else sees the program (rule EXCHANGE-6). */
    importUuid: uuid('import_uuid'),
  },
  (t) => [
    index().on(t.orgUuid, t.updatedAt),
    index()
      .on(t.importUuid)
      .where(sql`import_uuid IS NOT NULL`),
  ],
)

/** A part of a program with its own life cycle: an item that is worked on. */
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
      .$type<Partial<Record<Phase, ArtefactStatus>>>()
      .notNull()
      .default({ CONCEPT: 'CREATED' }),
    leadUuid: person('lead_uuid'),
    /** The next milestone and its date; both, or neither. */
    milestone: text(),
    milestoneOn: date('milestone_on'),
    createdByUuid: person('created_by_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.programUuid), index().on(t.orgUuid, t.updatedAt)],
)

/** The members of a program, with their roles. */
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
