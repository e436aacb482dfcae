import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { organisations } from '../account/account.table.ts'
import { at, bytea } from '../core/columns.table.ts'
import type { OrgUuid } from '../core/owned.ts'
import type { Access } from './access.ts'
import type { Cover, Term } from './cover.ts'
import type { EvidenceItem } from './exchange.ts'
import type { NegotiationFigures, Step, StoredNegotiation } from './negotiation.ts'
import type { AgreementRow, DeliverableType, RowField, Side } from './row.ts'
import type { Signature } from './seals.ts'

/**
 * The organisation that wrote a row and whose account it is on. An agreement belongs to two organisations: who may read
 * its rows is a question of its parties, see `sharedBy` in the api.
 */
const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)
const ofAgreement = () =>
  uuid('agreement_uuid')
    .notNull()
    .references(() => agreements.uuid, { onDelete: 'cascade' })
const side = () => text().$type<Side>().notNull()

/** An agreement as it is now: what its steps lead to, and its pages beside the table. */
export const agreements = pgTable(
  'agreements',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    /** Of the author. */
    orgUuid: org(),
    /** In the author's organisation, from 1: CIA-0031. */
    number: integer().notNull(),
    /** Of the author. */
    side: side(),
    title: text().notNull(),
    cover: jsonb().$type<Cover>().notNull(),
    coverRevision: integer('cover_revision').notNull().default(1),
    glossary: jsonb().$type<Term[]>().notNull(),
    glossaryRevision: integer('glossary_revision').notNull().default(1),
    /** What the steps lead to: computed from them, and written in the same transaction (rule AGREEMENT-12). */
    negotiation: jsonb().$type<StoredNegotiation>().notNull(),
    /** What lists show of it, so that they need not read it. */
    figures: jsonb().$type<NegotiationFigures>().notNull(),
    /** The number of steps. */
    seq: integer().notNull().default(0),
    sentAt: at('sent_at'),
    createdBy: text('created_by').notNull(),
    createdByUuid: uuid('created_by_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [uniqueIndex('agreements_by_number').on(t.orgUuid, t.number)],
)

/** The organisations of an agreement. The second one joins by accepting the invitation. */
export const agreementParties = pgTable(
  'agreement_parties',
  {
    agreementUuid: ofAgreement(),
    side: side(),
    orgUuid: org(),
    /** The organisation's program whose artefacts are its evidence. Not a foreign key: the agreement outlives it. */
    programUuid: uuid('program_uuid'),
    joinedAt: at('joined_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.agreementUuid, t.side] }),
    uniqueIndex('agreement_parties_once').on(t.agreementUuid, t.orgUuid),
    index('agreement_parties_by_org').on(t.orgUuid, t.agreementUuid),
    index('agreement_parties_by_program').on(t.programUuid),
  ],
)

/** The mail address that was invited to be the other side; whoever signs in with it accepts or declines. */
export const agreementInvitations = pgTable(
  'agreement_invitations',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    /** In lower case. */
    email: text().notNull(),
    name: text().notNull(),
    message: text().notNull().default(''),
    invitedBy: text('invited_by').notNull(),
    invitedByUuid: uuid('invited_by_uuid'),
    state: text().$type<'open' | 'accepted' | 'declined' | 'withdrawn'>().notNull().default('open'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    answeredAt: at('answered_at'),
  },
  (t) => [index().on(t.agreementUuid), index('agreement_invitations_by_email').on(t.email)],
)

/** The steps of a negotiation, in one order for both sides. Written once, never changed: the audit trail. */
export const agreementSteps = pgTable(
  'agreement_steps',
  {
    agreementUuid: ofAgreement(),
    seq: integer().notNull(),
    orgUuid: org(),
    side: side(),
    actor: text().notNull(),
    actorUuid: uuid('actor_uuid'),
    at: at('at').notNull().defaultNow(),
    /** The row that it is about; null: the whole agreement. */
    row: integer(),
    step: jsonb().$type<Step>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.agreementUuid, t.seq] }), index().on(t.agreementUuid, t.row, t.seq)],
)

/** Values that a side has typed and not sent yet. The other side never sees them. */
export const agreementDrafts = pgTable(
  'agreement_drafts',
  {
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    row: integer().notNull(),
    field: text().$type<RowField>().notNull(),
    value: jsonb().$type<string | boolean>().notNull(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agreementUuid, t.orgUuid, t.row, t.field] })],
)

/** The cybersecurity team: people of both sides, with what they may see and do here. */
export const agreementTeam = pgTable(
  'agreement_team',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    /** Null: a contact without an account in the organisation. */
    userUuid: uuid('user_uuid'),
    name: text().notNull(),
    /** In the team, such as cybersecurity manager. */
    role: text().notNull(),
    email: text().notNull().default(''),
    phone: text().notNull().default(''),
    access: text().$type<Access>().notNull(),
    /** The rows that a third party is invited for. */
    rows: integer().array().notNull(),
    isSignatory: boolean('is_signatory').notNull().default(false),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [index().on(t.agreementUuid), uniqueIndex('agreement_team_once').on(t.agreementUuid, t.userUuid)],
)

/** What a side notes for itself about a row. The other side never sees it. */
export const agreementNotes = pgTable(
  'agreement_notes',
  {
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    row: integer().notNull(),
    text: text().notNull(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    at: at('at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.agreementUuid, t.orgUuid, t.row] })],
)

/** What both sides write to each other about a row, or about the whole (row 0). */
export const agreementComments = pgTable(
  'agreement_comments',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    row: integer().notNull(),
    text: text().notNull(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    at: at('at').notNull().defaultNow(),
    removedAt: at('removed_at'),
  },
  (t) => [index().on(t.agreementUuid, t.row, t.at)],
)

/** What one side handed over, or opened for inspection, and the other side's receipt. */
export const agreementDeliveries = pgTable(
  'agreement_deliveries',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    row: integer().notNull(),
    kind: text().$type<DeliverableType>().notNull(),
    /** Of the document, as its author names it. */
    version: text().notNull().default(''),
    note: text().notNull().default(''),
    /** The artefacts that were handed over, as they were then. */
    evidence: jsonb().$type<EvidenceItem[]>().notNull(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    at: at('at').notNull().defaultNow(),
    receipt: text().$type<'received' | 'returned'>(),
    receiptReason: text('receipt_reason').notNull().default(''),
    receiver: text(),
    receiverUuid: uuid('receiver_uuid'),
    receivedAt: at('received_at'),
  },
  (t) => [index().on(t.agreementUuid, t.row, t.at)],
)

/** A file of a row: an attachment, or part of a delivery. */
export const agreementFiles = pgTable(
  'agreement_files',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    row: integer().notNull(),
    deliveryUuid: uuid('delivery_uuid').references(() => agreementDeliveries.uuid),
    name: text().notNull(),
    contentType: text('content_type').notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Until the file has arrived, the hash is null and nobody sees it. */
    sha256: bytea(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    at: at('at').notNull().defaultNow(),
    removedAt: at('removed_at'),
  },
  (t) => [index().on(t.agreementUuid, t.row), index('agreement_files_by_org').on(t.orgUuid)],
)

/** The bytes of a file, one MiB a row. */
export const agreementFileParts = pgTable(
  'agreement_file_parts',
  {
    fileUuid: uuid('file_uuid')
      .notNull()
      .references(() => agreementFiles.uuid, { onDelete: 'cascade' }),
    part: integer().notNull(),
    orgUuid: org(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileUuid, t.part] })],
)

/** Something happened that calls for an update of a row's work product. */
export const agreementEvents = pgTable(
  'agreement_events',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    row: integer().notNull(),
    day: date('day').notNull(),
    reason: text().notNull(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [index().on(t.agreementUuid, t.row)],
)

/** Signatures under the agreement as it is now. They end when its content changes, or when it is sealed. */
export const agreementSignatures = pgTable(
  'agreement_signatures',
  {
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    userUuid: uuid('user_uuid').notNull(),
    name: text().notNull(),
    role: text().notNull(),
    /** How the person proved who they are. */
    proof: text().$type<Signature['proof']>().notNull(),
    /** SHA-256 of the signed content, hexadecimal. */
    contentHash: text('content_hash').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agreementUuid, t.userUuid] })],
)

/** Signed versions. Written once, never changed: each one's hash covers the one before (rule AGREEMENT-11). */
export const agreementVersions = pgTable(
  'agreement_versions',
  {
    agreementUuid: ofAgreement(),
    number: integer().notNull(),
    orgUuid: org(),
    /** The number of steps that led to it. */
    seq: integer().notNull(),
    content: jsonb().notNull(),
    signatures: jsonb().$type<Signature[]>().notNull(),
    hash: text().notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.agreementUuid, t.number] })],
)

/**
 * Changes of cover, glossary and team, deliveries, and who read which file: with the steps and versions they tell the
 * whole story. Written once, never changed.
 */
export const agreementLog = pgTable(
  'agreement_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    agreementUuid: ofAgreement(),
    orgUuid: org(),
    side: side(),
    row: integer(),
    actor: text().notNull(),
    actorUuid: uuid('actor_uuid'),
    at: at('at').notNull().defaultNow(),
    action: text().notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [index().on(t.agreementUuid, t.id)],
)

/** An organisation's own templates. */
export const agreementTemplates = pgTable(
  'agreement_templates',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    rows: jsonb().$type<AgreementRow[]>().notNull(),
    author: text().notNull(),
    authorUuid: uuid('author_uuid'),
    changedAt: at('changed_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('agreement_templates_by_name').on(t.orgUuid, t.name)],
)
