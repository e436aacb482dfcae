import { type AlgorithmFacts, labelOf } from './algorithm.ts'
import { isQuantumSafe } from './algorithm-rules.ts'
import { type CryptoAsset, type CryptoAssetType, cryptoAssetTypes } from './crypto-asset.ts'
import {
  type CryptoClass,
  cryptoClasses,
  type CryptoHit,
  type CryptoSeverity,
  cryptoSeverities,
} from './crypto-rules.ts'
import { factsOf } from './evaluate-crypto.ts'

/** One line of what to replace: all assets with the same algorithm and the same replacement. */
export interface Migration {
  readonly from: string
  readonly to: string
  readonly class: CryptoClass
  readonly severity: CryptoSeverity
  /** The earliest last day, `YYYY-MM-DD`. */
  readonly until?: string
  readonly refs: readonly string[]
}

/** How a document, or all documents of a program, stand. */
export interface CryptoPosture {
  readonly assets: Readonly<Record<CryptoAssetType, number>>
  /** Assets with a hit of the class; an asset counts in each of its classes. */
  readonly byClass: Readonly<Record<CryptoClass, number>>
  readonly bySeverity: Readonly<Record<CryptoSeverity, number>>
  /** Algorithms by whether they withstand a quantum computer; `share` of the known ones from 0 to 1. */
  readonly quantum: {
    readonly safe: number
    readonly unsafe: number
    readonly unknown: number
    readonly share: number | null
  }
  /** The certificate or key that ends next, after `now`. */
  readonly nextExpiry: { readonly ref: string; readonly name: string; readonly at: Date } | null
  /** The most severe first, then the earliest last day, then the most assets. */
  readonly migration: readonly Migration[]
}

const counted = <K extends string>(keys: readonly K[], countOf: (key: K) => number) =>
  Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<K, number>

/** The posture of crypto assets with their hits (rule CBOM-11). */
export function postureOf(assets: readonly CryptoAsset[], hits: readonly CryptoHit[], now: Date): CryptoPosture {
  const byRef = new Map(assets.map((asset) => [asset.ref, asset]))
  const safety = assets
    .filter(({ type }) => type === 'algorithm')
    .map((asset) => isQuantumSafe(factsOf(asset, byRef)!, asset.algorithm))
  const safe = safety.filter((one) => one === true).length
  const unsafe = safety.filter((one) => one === false).length
  const refsOf = (of: CryptoClass) => new Set(hits.filter((hit) => hit.class === of).map(({ ref }) => ref))
  return {
    assets: counted(cryptoAssetTypes, (type) => assets.filter((asset) => asset.type === type).length),
    byClass: counted(cryptoClasses, (of) => refsOf(of).size),
    bySeverity: counted(cryptoSeverities, (severity) => hits.filter((hit) => hit.severity === severity).length),
    quantum: {
      safe,
      unsafe,
      unknown: safety.length - safe - unsafe,
      share: safe + unsafe === 0 ? null : safe / (safe + unsafe),
    },
    nextExpiry: nextExpiryOf(assets, now),
    migration: migrationOf(hits, byRef),
  }
}

function nextExpiryOf(assets: readonly CryptoAsset[], now: Date): CryptoPosture['nextExpiry'] {
  let next: { ref: string; name: string; at: Date } | null = null
  for (const { ref, name, certificate, material } of assets) {
    const at = certificate?.notValidAfter ?? material?.expirationDate
    if (at !== undefined && at >= now && (next === null || at < next.at)) next = { ref, name, at }
  }
  return next
}

/** What the hits ask to replace, a line for each algorithm and replacement. */
function migrationOf(hits: readonly CryptoHit[], byRef: ReadonlyMap<string, CryptoAsset>): Migration[] {
  const lines = new Map<string, Omit<Migration, 'refs'> & { refs: Set<string> }>()
  const rank = (severity: CryptoSeverity) => cryptoSeverities.indexOf(severity)
  for (const { class: of, severity, ref, name, replacement, until } of hits) {
    if (replacement === undefined) continue
    const asset = byRef.get(ref)
    const facts: AlgorithmFacts | undefined = asset && factsOf(asset, byRef)
    const from = facts?.family === undefined ? name : labelOf(facts)
    const key = JSON.stringify([from, replacement])
    const line = lines.get(key)
    if (line === undefined) {
      lines.set(key, { from, to: replacement, class: of, severity, ...(until && { until }), refs: new Set([ref]) })
      continue
    }
    line.refs.add(ref)
    const earliest = [line.until, until].filter((day) => day !== undefined).sort()[0]
    const worst = rank(severity) < rank(line.severity) ? { severity, class: of } : {}
    lines.set(key, { ...line, ...worst, ...(earliest && { until: earliest }) })
  }
  return [...lines.values()]
    .map((line) => ({ ...line, refs: [...line.refs] }))
    .sort(
      (one, other) =>
        rank(one.severity) - rank(other.severity) ||
        (one.until ?? '9999').localeCompare(other.until ?? '9999') ||
        other.refs.length - one.refs.length ||
        one.from.localeCompare(other.from),
    )
}
