import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisations } from '../../account/account.table.ts'
import { at } from '../../core/columns.table.ts'
import type { OrgUuid } from '../../core/owned.ts'
import type { HandoverSnapshot } from './handovers.contract.ts'
import type { Rotation } from './rota.ts'
import type { WatchKind } from './watch.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const shift = () =>
  uuid('shift_uuid')
    .notNull()
    .references(() => shifts.uuid, { onDelete: 'cascade' })

/** The shifts of an organisation's rota. */
export const shifts = pgTable(
  'shifts',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    days: integer().array().notNull(),
    from: text().notNull(),
    to: text().notNull(),
    zone: text().notNull(),
    members: uuid().array().notNull(),
    rotation: text().$type<Rotation>().notNull(),
    startsOn: date('starts_on').notNull(),
    endsOn: date('ends_on'),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.orgUuid)],
)

/** Who is absent from a shift on a day, and who comes instead. */
export const shiftOverrides = pgTable(
  'shift_overrides',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    shiftUuid: shift(),
    date: date('date').notNull(),
    memberUuid: uuid('member_uuid').notNull(),
    substituteUuid: uuid('substitute_uuid'),
    note: text().notNull().default(''),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('shift_overrides_once').on(t.shiftUuid, t.date, t.memberUuid), index().on(t.orgUuid, t.date)],
)

/** What a shift writes down for the next one. */
export const shiftNotes = pgTable(
  'shift_notes',
  {
    orgUuid: org(),
    shiftUuid: shift(),
    /** The day on which the shift began. */
    date: date('date').notNull(),
    text: text().notNull(),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    changedAt: at('changed_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.shiftUuid, t.date] }), index().on(t.orgUuid)],
)

/** What the next shift should look at. */
export const watchItems = pgTable(
  'watch_items',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().$type<WatchKind>().notNull(),
    subjectUuid: uuid('subject_uuid').notNull(),
    note: text().notNull().default(''),
    authorUuid: uuid('author_uuid').notNull(),
    author: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('watch_items_once').on(t.orgUuid, t.kind, t.subjectUuid)],
)

/** A signed hand-over; accepted or not. */
export const handovers = pgTable(
  'handovers',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** Not a foreign key: it stays when the shift is deleted. */
    shiftUuid: uuid('shift_uuid').notNull(),
    shift: text().notNull(),
    date: date('date').notNull(),
    from: at('from').notNull(),
    to: at('to').notNull(),
    /** The figures and people at the time of the signature. */
    snapshot: jsonb().$type<HandoverSnapshot>().notNull(),
    notes: text().notNull().default(''),
    signedByUuid: uuid('signed_by_uuid').notNull(),
    signedBy: text('signed_by').notNull(),
    signedAt: at('signed_at').notNull().defaultNow(),
    acceptedByUuid: uuid('accepted_by_uuid'),
    acceptedBy: text('accepted_by'),
    acceptedAt: at('accepted_at'),
  },
  (t) => [uniqueIndex('handovers_once').on(t.orgUuid, t.shiftUuid, t.date), index().on(t.orgUuid, t.signedAt)],
)
