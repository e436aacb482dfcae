import { Failure } from '@carapace/shared/core/failure'
import type { CryptoHit } from '@carapace/shared/sbom/cbom/crypto-rules'
import { type CryptoPosture, postureOf } from '@carapace/shared/sbom/cbom/posture'
import type {
  CryptoAssetRow,
  CryptoExpiry,
  CryptoHitWire,
  CryptoPostureWire,
  listCryptoAssets,
  MigrationLine,
  MigrationUrgency,
} from '@carapace/shared/sbom/crypto.contract'
import type { z } from 'zod'
import type { EvaluatedScope } from './evaluating.ts'
import { type EvaluatedAsset, inRange } from './evaluated.ts'

type Query = Omit<z.output<typeof listCryptoAssets.input>, 'limit' | 'cursor'>

/** A day with a year of four digits; null: there is none. */
const dayOf = (until: string | undefined): string | null =>
  until !== undefined && /^\d{4}-\d\d-\d\d$/.test(until) ? until : null

const hitWire = ({ ref: _ref, name: _name, replacement, until, ...hit }: CryptoHit): CryptoHitWire => ({
  ...hit,
  replacement: replacement ?? null,
  until: dayOf(until),
})

/** In how many releases an asset is. */
export const releasesOf = ({ occurrences }: EvaluatedAsset): number =>
  new Set(occurrences.map(({ document }) => document)).size

export function assetWire(one: EvaluatedAsset): CryptoAssetRow {
  return {
    id: one.asset.ref,
    type: one.asset.type,
    name: one.asset.name,
    algorithm: one.algorithm,
    is_quantum_safe: one.isQuantumSafe,
    ends_at: one.endsAt?.toISOString() ?? null,
    releases: releasesOf(one),
    hits: one.hits.map(hitWire),
  }
}

/** The assets that pass a filter. Class, rule and severity are those of the same hit. */
export function passing(
  { assets }: Pick<EvaluatedScope, 'assets'>,
  { q, type, class: of, rule, severity }: Query,
): readonly EvaluatedAsset[] {
  const words = q?.toLowerCase()
  const isHit = (hit: CryptoHit) =>
    (of === undefined || of.includes(hit.class)) &&
    (rule === undefined || rule.includes(hit.rule)) &&
    (severity === undefined || severity.includes(hit.severity))
  const asksForHits = of !== undefined || rule !== undefined || severity !== undefined
  return assets.filter(
    ({ asset, algorithm, hits }) =>
      (type === undefined || type.includes(asset.type)) &&
      (!asksForHits || hits.some(isHit)) &&
      (words === undefined ||
        words === '' ||
        asset.name.toLowerCase().includes(words) ||
        algorithm?.toLowerCase().includes(words) === true),
  )
}

/**
 * A page of assets. The cursor is the id of the last one before it.
 *
 * @throws {Failure} INVALID_INPUT: that asset is not in the list, or no longer
 */
export function pageOf(
  assets: readonly EvaluatedAsset[],
  after: string | undefined,
  limit: number,
): { page: readonly EvaluatedAsset[]; next: string | null } {
  const at = after === undefined ? 0 : assets.findIndex(({ asset }) => asset.ref === after) + 1
  if (after !== undefined && at === 0)
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'The list has changed. Load it from its start.' } })
  const page = assets.slice(at, at + limit)
  return { page, next: at + limit < assets.length ? page.at(-1)!.asset.ref : null }
}

/** The posture of some assets, and what to migrate. */
export function postureFor(assets: readonly EvaluatedAsset[], now: Date): CryptoPosture {
  return postureOf(
    assets.map(({ asset }) => asset),
    assets.flatMap(({ hits }) => hits),
    now,
  )
}

export function postureWire({ nextExpiry, ...posture }: CryptoPosture): CryptoPostureWire {
  return {
    assets: { ...posture.assets },
    by_class: { ...posture.byClass },
    by_severity: { ...posture.bySeverity },
    quantum: { ...posture.quantum },
    next_expiry: nextExpiry &&
      inRange(nextExpiry.at) && { id: nextExpiry.ref, name: nextExpiry.name, at: nextExpiry.at.toISOString() },
  }
}

/** Years before its last day in which a migration is the next one. */
const nextYears = 5
const urgencies: readonly MigrationUrgency[] = ['now', 'next', 'later']

/** When to replace (rule CBOM-API-4). */
export function urgencyOf(
  { severity, class: of, until }: Pick<MigrationLine, 'severity' | 'class' | 'until'>,
  now: Date,
): MigrationUrgency {
  const day = now.toISOString().slice(0, 10)
  if (severity === 'critical' || (of !== 'not-quantum-safe' && severity === 'high')) return 'now'
  if (until === null) return 'later'
  if (until < day) return 'now'
  return Number(until.slice(0, 4)) - Number(day.slice(0, 4)) <= nextYears ? 'next' : 'later'
}

/** What to replace, the most urgent first. */
export function migrationLines({ assets, byId }: EvaluatedScope, now: Date): MigrationLine[] {
  const lines = postureFor(assets, now).migration.map(({ refs, until, ...line }): MigrationLine => {
    const some = refs.flatMap((ref) => byId.get(ref) ?? [])
    const documents = new Set(some.flatMap(({ occurrences }) => occurrences.map(({ document }) => document)))
    const wire = { ...line, until: dayOf(until) }
    return {
      ...wire,
      urgency: urgencyOf(wire, now),
      assets: refs.length,
      releases: documents.size,
      examples: some.slice(0, 20).map(({ asset }) => ({ id: asset.ref, name: asset.name })),
    }
  })
  // a stable sort: the posture's order stays inside each urgency
  return lines.sort((one, other) => urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency))
}

/** Certificates and keys that end, the earliest first. */
export function expiriesOf({ assets }: Pick<EvaluatedScope, 'assets'>): CryptoExpiry[] {
  return assets
    .flatMap((one) => (one.endsAt === null ? [] : [expiryWire(one, one.endsAt)]))
    .sort((one, other) => Date.parse(one.ends_at) - Date.parse(other.ends_at) || (one.id < other.id ? -1 : 1))
}

function expiryWire(one: EvaluatedAsset, endsAt: Date): CryptoExpiry {
  const { asset, hits } = one
  return {
    id: asset.ref,
    type: asset.type,
    name: asset.name,
    subject: asset.certificate?.subjectName ?? null,
    issuer: asset.certificate?.issuerName ?? null,
    begins_at: inRange(asset.certificate?.notValidBefore)?.toISOString() ?? null,
    ends_at: endsAt.toISOString(),
    releases: releasesOf(one),
    severity: hits.find(({ rule }) => rule.startsWith('certificate-') || rule === 'key-expired')?.severity ?? null,
  }
}

/** The properties of an asset as names and values. */
export function propertiesOf({ asset }: EvaluatedAsset): { name: string; value: string }[] {
  const { algorithm, certificate, protocol, material, oid } = asset
  const { cipherSuites = [], ikev2 = {}, ...rest } = protocol ?? {}
  const fields = {
    oid,
    ...algorithm,
    ...certificate,
    ...rest,
    ...Object.fromEntries(Object.entries(ikev2).map(([kind, names]) => [`ikev2.${kind}`, names])),
    cipherSuites: cipherSuites.flatMap(({ name }) => name ?? []),
    tlsGroups: [...new Set(cipherSuites.flatMap(({ tlsGroups }) => tlsGroups))],
    ...(material && { ...material, hasValue: material.hasValue ? 'yes' : undefined }),
  }
  return Object.entries(fields).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === '' ? [] : [{ name, value: text.slice(0, 2_000) }]
  })
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
