import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { org, person } from '../../account/columns.table.ts'
import { at } from '../../core/columns.table.ts'
import { program } from '../columns.table.ts'

/** `Content`: what the versions of a kind consist of, which the kind's module parses. */
const versionsOf = <Content>() =>
  pgTable(
    'method_versions',
    {
      uuid: uuid().primaryKey().defaultRandom(),
      orgUuid: org(),
      /** What it is a method of: `tara`, `guidewords`, … */
      kind: text().notNull().default('tara'),
      name: text().notNull(),
      version: integer().notNull(),
      state: text().$type<'draft' | 'released'>().notNull().default('draft'),
      note: text().notNull().default(''),
      content: jsonb().$type<Content>().notNull(),
      createdAt: at('created_at').notNull().defaultNow(),
      createdByUuid: person('created_by_uuid'),
      releasedAt: at('released_at'),
      revision: integer().notNull().default(1),
    },
    (t) => [uniqueIndex().on(t.orgUuid, t.kind, t.name, t.version)],
  )

/** An organisation's methods of all kinds, version by version; a version that an analysis used never changes. */
export const methodVersions = versionsOf<unknown>()
export type MethodVersions<Content> = ReturnType<typeof versionsOf<Content>>

/** The version of a kind that a program uses; no row: the shipped one. That of its TARA is in `programs`. */
export const programMethods = pgTable(
  'program_methods',
  {
    programUuid: program(),
    kind: text().notNull(),
    orgUuid: org(),
    methodUuid: uuid('method_uuid')
      .notNull()
      .references(() => methodVersions.uuid),
  },
  (t) => [primaryKey({ columns: [t.programUuid, t.kind] }), index().on(t.orgUuid)],
)
