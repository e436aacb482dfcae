import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from '../account/account.table.ts'
import { at } from '../core/columns.table.ts'
import type { OrgUuid } from '../core/owned.ts'
import type { ProgramRole } from './membership.ts'
import type { LifecycleStatus, Phase } from './phases.ts'

const org = () => uuid('org_uuid').$type<OrgUuid>().notNull().references(() => organisations.uuid)

/** An undertaking: a vehicle platform or an item through all of its life. */
export const programs = pgTable('programs', {
  uuid: uuid().primaryKey().defaultRandom(),
  orgUuid: org(),
  name: text().notNull(),
  description: text().notNull().default(''),
  status: text().$type<LifecycleStatus>().notNull().default('CREATED'),
  currentPhase: text('current_phase').$type<Phase>().notNull().default('CONCEPT'),
  /** Of the phases that were begun. */
  phaseStatuses: jsonb('phase_statuses').$type<Partial<Record<Phase, LifecycleStatus>>>().notNull().default({ CONCEPT: 'CREATED' }),
  createdByUuid: uuid('created_by_uuid').references(() => users.uuid),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  revision: integer().notNull().default(1),
}, (t) => [index().on(t.orgUuid, t.updatedAt)])

/** Who works on a program, and as what. */
export const programMembers = pgTable('program_members', {
  programUuid: uuid('program_uuid').notNull().references(() => programs.uuid, { onDelete: 'cascade' }),
  userUuid: uuid('user_uuid').notNull().references(() => users.uuid, { onDelete: 'cascade' }),
  orgUuid: org(),
  role: text().$type<ProgramRole>().notNull(),
}, (t) => [primaryKey({ columns: [t.programUuid, t.userUuid] }), index().on(t.orgUuid, t.userUuid)])
