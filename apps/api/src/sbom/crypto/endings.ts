import { cryptoAssetOf } from '@carapace/shared/sbom/cbom/crypto-asset'
import { type AssetEntry, digestOf } from './distinct.ts'

/** A certificate or key that ends soon or has ended, with the threshold that it has passed. */
export interface Ending {
  /** A digest of the asset: the same in every release. */
  readonly asset: string
  readonly name: string
  readonly endsAt: Date
  /** So many days before its end, or fewer; 0: it has ended. */
  readonly days: number
}

const dayMs = 86_400_000

/** The thresholds, days before the end: those of the policy, a month, a week, and the end itself. */
export const thresholdsWith = (soon: number): readonly number[] =>
  [...new Set([0, 7, 30, soon])].filter((days) => days <= Math.max(soon, 0)).sort((one, other) => one - other)

/**
 * The distinct certificates and keys that have passed a threshold, each with the closest one (rule CBOM-API-7). Those
 * that are out of service already are left out.
 *
 * @param thresholds days before the end, ascending
 */
export function endingsOf(entries: readonly AssetEntry[], thresholds: readonly number[], now: Date): Ending[] {
  const found = new Map<string, Ending>()
  for (const { ref, name, crypto } of entries) {
    const asset = cryptoAssetOf({ name, 'bom-ref': ref, cryptoProperties: crypto })
    const endsAt = asset?.certificate?.notValidAfter ?? asset?.material?.expirationDate
    if (asset === undefined || endsAt === undefined || isOutOfService(asset)) continue
    const left = (endsAt.getTime() - now.getTime()) / dayMs
    const days = left < 0 ? 0 : thresholds.find((threshold) => threshold > 0 && left < threshold)
    if (days === undefined) continue
    const digest = digestOf(asset)
    found.set(digest, { asset: digest, name: asset.certificate?.subjectName ?? asset.name, endsAt, days })
  }
  return [...found.values()]
}

const outOfService = ['revoked', 'deactivated', 'destroyed']
const isOutOfService = ({ certificate, material }: NonNullable<ReturnType<typeof cryptoAssetOf>>) =>
  certificate?.states.some((state) => outOfService.includes(state)) === true ||
  (material?.state !== undefined && outOfService.includes(material.state))
