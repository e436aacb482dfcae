import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { org, person } from '../account/columns.table.ts'
import { at, bytea } from '../core/columns.table.ts'
import { programs } from '../graph/programs/programs.table.ts'
import type { BomComponent, BomFault, BomHead, ComponentType, DocumentFormat, Hash, Patch } from './documents/bom.ts'
import type { Vex } from './vex/vex.ts'
import type { DocumentOrigin, DocumentState, IdentityKind, ReleaseState, SoftwareKind } from './sbom.ts'

const number = (name: string) => bigint(name, { mode: 'number' })

/** What bills of materials are about: a control unit's image, a back end, an app. */
export const software = pgTable(
  'software',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** The program that it belongs to; null: the whole organisation's. */
    programUuid: uuid('program_uuid').references(() => programs.uuid, { onDelete: 'set null' }),
    /** The number in its code, such as 12 in SW-012. */
    number: integer().notNull(),
    name: text().notNull(),
    kind: text().$type<SoftwareKind>().notNull(),
    /** The control unit that runs it, such as BCM; empty: none. */
    ecu: text().notNull().default(''),
    /** The name or part number by which vehicles report it; unique in the organisation where it is not empty. */
    reportedAs: text('reported_as').notNull().default(''),
    supplier: text().notNull().default(''),
    description: text().notNull().default(''),
    createdByUuid: person('created_by_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('software_by_number').on(t.orgUuid, t.number),
    uniqueIndex('software_by_name').on(t.orgUuid, sql`lower(${t.name})`),
    uniqueIndex('software_by_reported_name')
      .on(t.orgUuid, sql`lower(${t.reportedAs})`)
      .where(sql`reported_as <> ''`),
    index('software_by_program').on(t.programUuid),
  ],
)

/** One version of a software. */
export const releases = pgTable(
  'releases',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    softwareUuid: uuid('software_uuid')
      .notNull()
      .references(() => software.uuid, { onDelete: 'cascade' }),
    version: text().notNull(),
    state: text().$type<ReleaseState>().notNull().default('DRAFT'),
    /** The R156 software identification number of the type approval that it changes; empty: none. */
    rxswin: text().notNull().default(''),
    partNumber: text('part_number').notNull().default(''),
    hashes: jsonb().$type<readonly Hash[]>().notNull().default([]),
    releasedAt: at('released_at'),
    note: text().notNull().default(''),
    /** The document whose components are matched against advisories; null: none is ready yet. */
    documentUuid: uuid('document_uuid'),
    approvedByUuid: person('approved_by_uuid'),
    approvedAt: at('approved_at'),
    createdByUuid: person('created_by_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('releases_by_version').on(t.softwareUuid, t.version),
    index('releases_by_time').on(t.orgUuid, t.createdAt, t.uuid),
    index('releases_by_document').on(t.documentUuid),
  ],
)

/** A document as it came. Its bytes are in `bom_document_parts`; all other tables are an index made from them. */
export const bomDocuments = pgTable(
  'bom_documents',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** Null: it was removed. Nobody sees it any more; what it holds is deleted in small steps. */
    releaseUuid: uuid('release_uuid').references(() => releases.uuid, { onDelete: 'set null' }),
    origin: text().$type<DocumentOrigin>().notNull(),
    fileName: text('file_name').notNull(),
    bytes: number('bytes').notNull(),
    sha256: text().notNull(),
    state: text().$type<DocumentState>().notNull().default('READING'),
    /** Why it could not be read. */
    faults: jsonb().$type<readonly BomFault[]>().notNull().default([]),
    format: text().$type<DocumentFormat>(),
    head: jsonb().$type<BomHead>(),
    components: integer().notNull().default(0),
    edges: integer().notNull().default(0),
    /** What the index does not hold. */
    ignored: jsonb().$type<readonly string[]>().notNull().default([]),
    quality: jsonb().$type<unknown>(),
    signature: jsonb().$type<unknown>(),
    /** The position of the component that it is about; null: it names none. */
    subject: integer(),
    /** The job that reads it; null: its bytes still arrive. */
    jobUuid: uuid('job_uuid'),
    /** When the process that receives its bytes was last alive. */
    aliveAt: at('alive_at').notNull().defaultNow(),
    /** From where it was fetched; empty: it was uploaded or merged. */
    source: text().notNull().default(''),
    addedBy: text('added_by').notNull(),
    addedByUuid: person('added_by_uuid'),
    addedAt: at('added_at').notNull().defaultNow(),
  },
  (t) => [
    index('bom_documents_by_release').on(t.releaseUuid, t.addedAt),
    index('bom_documents_by_time').on(t.orgUuid, t.addedAt, t.uuid),
    index('bom_documents_removed')
      .on(t.uuid)
      .where(sql`release_uuid IS NULL`),
  ],
)

/** The bytes of a document, in parts of at most 1 MiB. */
export const bomDocumentParts = pgTable(
  'bom_document_parts',
  {
    documentUuid: uuid('document_uuid')
      .notNull()
      .references(() => bomDocuments.uuid, { onDelete: 'cascade' }),
    part: integer().notNull(),
    orgUuid: org(),
    bytes: bytea().notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentUuid, t.part] })],
)

/** What a document states of vulnerabilities (VEX), as it was read. */
export const bomStatements = pgTable('bom_statements', {
  documentUuid: uuid('document_uuid')
    .primaryKey()
    .references(() => bomDocuments.uuid, { onDelete: 'cascade' }),
  orgUuid: org(),
  vex: jsonb().$type<Vex>().notNull(),
})

/**
 * Releases whose findings and statements are made again: written with the change itself, so that no end of a process
 * loses them.
 */
export const releasesToMatch = pgTable('releases_to_match', {
  releaseUuid: uuid('release_uuid')
    .primaryKey()
    .references(() => releases.uuid, { onDelete: 'cascade' }),
  orgUuid: org(),
  /** False: its components were compared already, and only statements are applied. */
  compares: boolean().notNull(),
  since: at('since').notNull().defaultNow(),
})

/** A component version: once in an organisation, however many releases have it. Advisories are matched with these. */
export const componentVersions = pgTable(
  'component_versions',
  {
    id: number('id').primaryKey().generatedAlwaysAsIdentity(),
    orgUuid: org(),
    /** By which of its names it is known, in the order of names/identity.ts. */
    identityKind: text('identity_kind').$type<IdentityKind>().notNull(),
    identity: text().notNull(),
    type: text().$type<ComponentType>().notNull(),
    group: text('group_name').notNull().default(''),
    name: text().notNull(),
    version: text().notNull().default(''),
    purl: text(),
    cpe: text(),
    supplier: text().notNull().default(''),
    /** Why no package key could be made, such as `no distro`; empty: there are keys. */
    unmatched: text().notNull().default(''),
    firstSeen: at('first_seen').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('component_versions_by_identity').on(t.orgUuid, sql`md5(${t.identity})`),
    index('component_versions_by_name').on(t.orgUuid, sql`lower(${t.name})`, t.id),
    index('component_versions_by_words').using('gin', sql`lower(name) gin_trgm_ops`),
  ],
)

/** The keys by which advisories find component versions; see names/package-key.ts. */
export const componentKeys = pgTable(
  'component_keys',
  {
    orgUuid: org(),
    componentId: number('component_id')
      .notNull()
      .references(() => componentVersions.id, { onDelete: 'cascade' }),
    /** OSV's name with the distribution's version; `CPE` for vendor:product of a CPE. */
    ecosystem: text().notNull(),
    name: text().notNull(),
    /** The version in the order of this ecosystem. */
    version: text().notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.componentId, t.ecosystem, t.name] }),
    index('component_keys_by_package').on(t.ecosystem, t.name, t.componentId),
    index('component_keys_by_organisation').on(t.orgUuid, t.ecosystem, t.name),
  ],
)

/** A component version in a document. */
export const occurrences = pgTable(
  'occurrences',
  {
    documentUuid: uuid('document_uuid')
      .notNull()
      .references(() => bomDocuments.uuid, { onDelete: 'cascade' }),
    /** Its place in the document, from 0. */
    position: integer().notNull(),
    orgUuid: org(),
    releaseUuid: uuid('release_uuid').notNull(),
    componentId: number('component_id')
      .notNull()
      .references(() => componentVersions.id),
    ref: text().notNull(),
    /** The position of the component that contains it. */
    parent: integer(),
    /** The fewest steps from the document's subject along dependencies; null: not reached. */
    depth: integer(),
    scope: text().notNull().default(''),
    licence: text().notNull().default(''),
    supplier: text().notNull().default(''),
    paths: jsonb().$type<readonly string[]>().notNull().default([]),
    hashes: jsonb().$type<readonly Hash[]>().notNull().default([]),
    patches: jsonb().$type<readonly Patch[]>().notNull().default([]),
    /** Fields without a column: description, evidence, references, properties, SWHIDs. */
    more: jsonb().$type<Partial<BomComponent>>().notNull().default({}),
    /** CycloneDX's crypto properties, where it is a cryptographic asset. */
    crypto: jsonb().$type<Readonly<Record<string, unknown>>>(),
  },
  (t) => [
    primaryKey({ columns: [t.documentUuid, t.position] }),
    index('occurrences_by_component').on(t.componentId, t.releaseUuid),
    index('occurrences_of_crypto')
      .on(t.orgUuid, t.releaseUuid)
      .where(sql`crypto IS NOT NULL`),
  ],
)

/** Which components of a document need or provide which, by their positions. */
export const bomDependencies = pgTable(
  'bom_dependencies',
  {
    documentUuid: uuid('document_uuid')
      .notNull()
      .references(() => bomDocuments.uuid, { onDelete: 'cascade' }),
    from: integer('from_position').notNull(),
    to: integer('to_position').notNull(),
    orgUuid: org(),
    /** It implements the other one, such as a cryptographic asset, instead of needing it. */
    provides: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.documentUuid, t.from, t.to] }),
    index('bom_dependencies_by_target').on(t.documentUuid, t.to),
  ],
)

/** The organisation's own names of components: what is listed as `name` is the given purl or CPE everywhere. */
export const componentAliases = pgTable(
  'component_aliases',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    name: text().notNull(),
    supplier: text().notNull().default(''),
    /** A purl without a version. */
    purl: text(),
    /** A CPE whose version is replaced by the component's. */
    cpe: text(),
    note: text().notNull().default(''),
    author: text().notNull(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [uniqueIndex('component_aliases_by_name').on(t.orgUuid, sql`lower(${t.name})`, sql`lower(${t.supplier})`)],
)

/** How an organisation judges licences, cryptography and quality. */
export const softwarePolicies = pgTable('software_policies', {
  orgUuid: org().primaryKey(),
  licences: jsonb().$type<unknown>().notNull().default({}),
  crypto: jsonb().$type<unknown>().notNull().default({}),
  quality: jsonb().$type<unknown>().notNull().default({}),
  updatedBy: text('updated_by').notNull().default(''),
  updatedAt: at('updated_at').notNull().defaultNow(),
  revision: integer().notNull().default(1),
})
