import type { CryptoAssetType } from '@carapace/shared/sbom/cbom/crypto-asset'
import type { CryptoClass } from '@carapace/shared/sbom/cbom/crypto-rules'
import type { MigrationUrgency } from '@carapace/shared/sbom/crypto.contract'
import { number } from '../../core/format/format.ts'

export const typeNames: Readonly<Record<CryptoAssetType, string>> = {
  algorithm: 'Algorithm',
  certificate: 'Certificate',
  protocol: 'Protocol',
  'related-crypto-material': 'Key or material',
}

export const classNames: Readonly<Record<CryptoClass, string>> = {
  weak: 'Weak',
  deprecated: 'Deprecated',
  'not-quantum-safe': 'Not quantum-safe',
  certificate: 'Certificate',
  key: 'Key',
  protocol: 'Protocol',
  unknown: 'Unknown',
}

export const urgencyNames: Readonly<Record<MigrationUrgency, string>> = { now: 'Now', next: 'Next', later: 'Later' }

export const assetsText = (count: number): string => `${number(count)} ${count === 1 ? 'asset' : 'assets'}`

/** A share from 0 to 1 as a whole percentage that is 100 only for all, and 0 only for none. */
export function shareText(share: number | null): string {
  if (share === null) return 'Not known'
  const percent = Math.round(share * 100)
  if (percent === 100 && share < 1) return '99 %'
  return percent === 0 && share > 0 ? '1 %' : `${percent} %`
}

const dayMs = 86_400_000

/** The time from now to an end: `in 12 days`, `today`, `3 days ago`. */
export function endText(endsAt: string, now: number): string {
  const days = Math.floor((Date.parse(endsAt) - now) / dayMs)
  if (days === 0) return 'today'
  const many = Math.abs(days)
  const text = many < 730 ? `${many} ${many === 1 ? 'day' : 'days'}` : `${Math.floor(many / 365)} years`
  return days > 0 ? `in ${text}` : `${text} ago`
}
