import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { cursor, dateTime, limit, oneOrMore } from '../core/wire.ts'
import { cryptoAssetTypes } from './cbom/crypto-asset.ts'
import { cryptoClasses, cryptoRuleIds, cryptoSeverities } from './cbom/crypto-rules.ts'

const access = 'LIFECYCLE_SBOM'
const line = (most: number) => z.string().trim().max(most)

/** What one call reads and answers at most. */
export const cryptoListLimits = {
  /** Assets in documents; of more, the rest is left out and the answer states `is_cut`. */
  occurrences: 100_000,
  migration: 500,
  expiries: 1_000,
  places: 500,
  programs: 500,
  secureStorage: 100,
} as const

/** The releases whose assets are meant; without any field those of the whole organisation. */
const scope = {
  release_uuid: z.uuid().optional(),
  software_uuid: z.uuid().optional(),
  program_uuid: z.uuid().optional(),
}

const day = z.iso.date()
const severity = z.enum(cryptoSeverities)

const CryptoHit = z.object({
  rule: z.enum(cryptoRuleIds),
  class: z.enum(cryptoClasses),
  severity,
  reason: z.string(),
  /** What to use instead; null: nothing replaces it, the asset itself must change. */
  replacement: z.string().nullable(),
  /** The last day on which it is allowed. */
  until: day.nullable(),
  source: z.string(),
})
export type CryptoHitWire = z.infer<typeof CryptoHit>

/** A distinct cryptographic asset, however many releases have it. */
export const CryptoAssetRow = z.object({
  /** The same for the same asset in any document. */
  id: z.string(),
  type: z.enum(cryptoAssetTypes),
  name: z.string(),
  /** The algorithm that it is or uses, such as RSA-2048; null: none or not known. */
  algorithm: z.string().nullable(),
  /** Null: it is no algorithm, or not known. */
  is_quantum_safe: z.boolean().nullable(),
  /** The last moment of a certificate or key. */
  ends_at: dateTime.nullable(),
  releases: z.int(),
  /** The most severe first. */
  hits: z.array(CryptoHit),
})
export type CryptoAssetRow = z.infer<typeof CryptoAssetRow>

const filter = {
  ...scope,
  /** Part of a name or of an algorithm's name. */
  q: line(100).optional(),
  type: oneOrMore(cryptoAssetTypes).optional(),
  class: oneOrMore(cryptoClasses).optional(),
  rule: oneOrMore(cryptoRuleIds).optional(),
  severity: oneOrMore(cryptoSeverities).optional(),
}

export const listCryptoAssets = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/assets',
  summary: 'Cryptographic assets of releases with the rules that they break, the most severe first, page by page',
  access,
  input: z.object({ ...filter, cursor: cursor.optional(), limit: limit(1_000, 200) }),
  output: z.object({
    assets: z.array(CryptoAssetRow),
    total: z.int(),
    next_cursor: z.string().nullable(),
    /** Documents have more assets than are read at once. */
    is_cut: z.boolean(),
  }),
})

export const exportCryptoAssets = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/assets/export',
  summary: 'Cryptographic assets of releases with the rules that they break, as CSV',
  access,
  input: z.object(filter),
  output: z.string(),
  produces: 'text/csv',
})

const Place = z.object({
  release_uuid: z.uuid(),
  software: z.string(),
  version: z.string(),
  /** Its place in the release's document. */
  position: z.int(),
  /** Components that implement it, and components that need it. */
  provided_by: z.array(z.string()),
  used_by: z.array(z.string()),
})

export const getCryptoAsset = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/assets/get',
  summary: 'One cryptographic asset: its properties, the rules that it breaks, where it is and what implements it',
  access,
  input: z.object({ ...scope, id: z.string().regex(/^[0-9a-f]{32}$/, 'This is not the id of an asset.') }),
  output: z.object({
    asset: CryptoAssetRow,
    /** Its properties as names and values; the value of a secret is not among them. */
    properties: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Assets that it refers to, such as the algorithm of a certificate's signature. */
    refers_to: z.array(z.object({ role: z.string(), id: z.string(), name: z.string() })),
    /** At most 500. */
    places: z.array(Place),
  }),
})

const counts = <K extends readonly [string, ...string[]]>(keys: K) => z.record(z.enum(keys), z.int())

const Posture = z.object({
  assets: counts(cryptoAssetTypes),
  /** Assets that break a rule of the class; an asset counts in each of its classes. */
  by_class: counts(cryptoClasses),
  /** Broken rules. */
  by_severity: counts(cryptoSeverities),
  quantum: z.object({
    safe: z.int(),
    unsafe: z.int(),
    unknown: z.int(),
    /** Of the known algorithms, 0 to 1; null: no algorithm is known. */
    share: z.number().nullable(),
  }),
  next_expiry: z.object({ id: z.string(), name: z.string(), at: dateTime }).nullable(),
})

export const getCryptoPosture = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/posture',
  summary: 'How the cryptography of releases stands, as a whole and by program',
  access,
  input: z.object(scope),
  output: z.object({
    posture: Posture,
    /** Releases whose document has cryptographic assets. */
    releases: z.int(),
    /** By program, at most 500; null: software without a program. */
    programs: z.array(z.object({ program_uuid: z.uuid().nullable(), name: z.string(), posture: Posture })),
    is_cut: z.boolean(),
  }),
})
export type CryptoPostureWire = z.infer<typeof Posture>

/** When to replace: now where it is severe or its last day has passed, next within five years, later otherwise. */
export const migrationUrgencies = ['now', 'next', 'later'] as const
export type MigrationUrgency = (typeof migrationUrgencies)[number]

export const MigrationLine = z.object({
  from: z.string(),
  to: z.string(),
  class: z.enum(cryptoClasses),
  severity,
  urgency: z.enum(migrationUrgencies),
  /** The earliest last day. */
  until: day.nullable(),
  assets: z.int(),
  releases: z.int(),
  /** Some of the assets, by which the line is opened; at most 20. */
  examples: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type MigrationLine = z.infer<typeof MigrationLine>

export const getCryptoMigration = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/migration',
  summary: 'What to replace by what, in how many releases and by when: at most 500 lines, the most urgent first',
  access,
  input: z.object(scope),
  output: z.object({ lines: z.array(MigrationLine), is_cut: z.boolean() }),
})

const Expiry = z.object({
  id: z.string(),
  type: z.enum(cryptoAssetTypes),
  name: z.string(),
  subject: z.string().nullable(),
  issuer: z.string().nullable(),
  begins_at: dateTime.nullable(),
  ends_at: dateTime,
  releases: z.int(),
  severity: severity.nullable(),
})
export type CryptoExpiry = z.infer<typeof Expiry>

export const listCryptoExpiries = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/expiries',
  summary: 'Certificates and keys of releases with their last day, the earliest first: at most 1,000',
  access,
  input: z.object(scope),
  output: z.object({ expiries: z.array(Expiry), total: z.int(), is_cut: z.boolean() }),
})

/** How an organisation judges cryptography. */
export const CryptoPolicyFields = z.object({
  /** Severities that differ from the shipped ones; `off`: the rule is not applied. */
  severities: z.partialRecord(z.enum(cryptoRuleIds), z.enum([...cryptoSeverities, 'off'])).default({}),
  /** A certificate that ends within so many days expires soon. */
  expiry_days: z.int().min(0).max(3_650).default(90),
  /** Until when vehicles are expected on the road. */
  end_of_life: day.nullable().default(null),
  /** Words for secure storage besides the shipped ones, such as the name of an own security module. */
  secure_storage: z.array(line(100).min(1)).max(cryptoListLimits.secureStorage).default([]),
})
export type CryptoPolicyFields = z.infer<typeof CryptoPolicyFields>

const CryptoPolicyWire = CryptoPolicyFields.extend({
  updated_by: z.string(),
  updated_at: dateTime.nullable(),
  revision: z.int32(),
})
export type CryptoPolicyWire = z.infer<typeof CryptoPolicyWire>

export const getCryptoPolicy = endpoint({
  method: 'GET',
  path: 'v2/app/sbom/crypto/policy',
  summary: 'How the organisation judges cryptography: its rules, severities and dates',
  access,
  input: z.object({}),
  output: z.object({ policy: CryptoPolicyWire }),
})

export const saveCryptoPolicy = endpoint({
  method: 'POST',
  path: 'v2/app/sbom/crypto/policy/save',
  summary: 'Change how cryptography is judged',
  access,
  needs: 'software-policies.manage',
  input: CryptoPolicyFields.extend({ revision: z.int32() }),
  output: z.object({ success: z.literal(true), policy: CryptoPolicyWire }),
})
