import { labelOf } from '@carapace/shared/sbom/cbom/algorithm'
import { isQuantumSafe } from '@carapace/shared/sbom/cbom/algorithm-rules'
import type { CryptoAsset } from '@carapace/shared/sbom/cbom/crypto-asset'
import { type CryptoHit, type CryptoPolicy, cryptoSeverities } from '@carapace/shared/sbom/cbom/crypto-rules'
import { evaluateCrypto, factsOf } from '@carapace/shared/sbom/cbom/evaluate-crypto'
import { inSlices } from '@carapace/shared/core/in-slices'
import { type AssetEntry, distinctBySlice, type Occurrence } from './distinct.ts'

/** A distinct asset with the rules that it breaks. */
export interface EvaluatedAsset {
  readonly asset: CryptoAsset
  /** The most severe first. */
  readonly hits: readonly CryptoHit[]
  /** The algorithm that it is or uses; null: none or not known. */
  readonly algorithm: string | null
  readonly isQuantumSafe: boolean | null
  readonly endsAt: Date | null
  readonly occurrences: readonly Occurrence[]
}

/** The assets of some documents, evaluated: the most severe first, then by name. */
export interface Evaluated {
  readonly assets: readonly EvaluatedAsset[]
  readonly byId: ReadonlyMap<string, EvaluatedAsset>
  /** Documents have more assets than were read. */
  readonly isCut: boolean
}

/** Assets that are evaluated before other work of the process gets its turn. */
const sliceSize = 500

/** Applies the rules to each distinct asset once (rule CBOM-API-2). */
export async function evaluated(
  entries: readonly AssetEntry[],
  policy: CryptoPolicy,
  now: Date,
  isCut = false,
): Promise<Evaluated> {
  return inSlices(evaluatedBySlice(entries, policy, now, isCut))
}

function* evaluatedBySlice(
  entries: readonly AssetEntry[],
  policy: CryptoPolicy,
  now: Date,
  isCut: boolean,
): Generator<void, Evaluated> {
  const { assets, occurrences } = yield* distinctBySlice(entries)
  const byRef = new Map(assets.map((asset) => [asset.ref, asset]))
  const hits = yield* hitsBySlice(assets, byRef, policy, now)
  const all: EvaluatedAsset[] = []
  for (const asset of assets) {
    if (all.length % sliceSize === 0) yield
    const facts = factsOf(asset, byRef)
    const of = asset.type === 'algorithm' && facts ? isQuantumSafe(facts, asset.algorithm) : undefined
    all.push({
      asset,
      hits: hits.get(asset.ref) ?? [],
      algorithm: facts?.family === undefined ? null : labelOf(facts),
      isQuantumSafe: of ?? null,
      endsAt: inRange(asset.certificate?.notValidAfter ?? asset.material?.expirationDate),
      occurrences: occurrences.get(asset.ref)!,
    })
  }
  const sorted = all.sort(
    (one, other) =>
      rankOf(one) - rankOf(other) ||
      compare(one.asset.name, other.asset.name) ||
      compare(one.asset.ref, other.asset.ref),
  )
  return { assets: sorted, byId: new Map(sorted.map((one) => [one.asset.ref, one])), isCut }
}

function* hitsBySlice(
  assets: readonly CryptoAsset[],
  byRef: ReadonlyMap<string, CryptoAsset>,
  policy: CryptoPolicy,
  now: Date,
): Generator<void, ReadonlyMap<string, CryptoHit[]>> {
  const hits = new Map<string, CryptoHit[]>()
  for (let at = 0; at < assets.length; at += sliceSize) {
    const slice = assets.slice(at, at + sliceSize)
    const own = new Set(slice.map(({ ref }) => ref))
    // what they refer to is needed for their facts, but gets its hits in its own slice
    const others = new Set(slice.flatMap(({ refs }) => refs.map(({ ref }) => ref)).filter((ref) => !own.has(ref)))
    const known = [...others].flatMap((ref) => byRef.get(ref) ?? [])
    for (const hit of evaluateCrypto([...slice, ...known], policy, now)) {
      if (!own.has(hit.ref)) continue
      const of = hits.get(hit.ref)
      if (of) of.push(hit)
      else hits.set(hit.ref, [hit])
    }
    yield
  }
  return hits
}

/** A time that can be written with a year of four digits; null: there is none. */
export const inRange = (date: Date | undefined): Date | null =>
  date !== undefined && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : null

/** The rank of its most severe hit; after all others without one. */
const rankOf = ({ hits: [worst] }: EvaluatedAsset) =>
  worst === undefined ? cryptoSeverities.length : cryptoSeverities.indexOf(worst.severity)
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
