import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import type { CaseStage, FieldType, StatusColour } from './cases.ts'
import type { CaseTemplate } from './case-settings.contract.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

/** A status of an organisation's cases, under one of the three stages. */
export const caseStatuses = pgTable(
  'case_statuses',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    stage: text().$type<CaseStage>().notNull(),
    colour: text().$type<StatusColour>().notNull(),
    order: integer('position').notNull().default(0),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('case_statuses_by_name').on(t.orgUuid, t.name)],
)

/** A field that an organisation adds to its cases; the values are in the cases. */
export const caseFields = pgTable(
  'case_fields',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    type: text().$type<FieldType>().notNull(),
    options: jsonb().$type<string[]>().notNull().default([]),
    help: text().notNull().default(''),
    order: integer('position').notNull().default(0),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('case_fields_by_name').on(t.orgUuid, t.name)],
)

/** What a template gives to the cases that are opened with it. */
export type TemplateContent = Omit<CaseTemplate, 'uuid' | 'name' | 'cases' | 'updated_at' | 'updated_by' | 'revision'>

export const caseTemplates = pgTable(
  'case_templates',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    content: jsonb().$type<TemplateContent>().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    updatedBy: text('updated_by').notNull(),
    updatedByUuid: uuid('updated_by_uuid'),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('case_templates_by_name').on(t.orgUuid, t.name)],
)
