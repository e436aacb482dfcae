import { hash } from 'node:crypto'
import { type CryptoAsset, cryptoAssetOf } from '@carapace/shared/sbom/cbom/crypto-asset'

/** A cryptographic asset of a document, as the index has it. */
export interface AssetEntry {
  readonly document: string
  readonly position: number
  readonly ref: string
  readonly name: string
  readonly crypto: unknown
}

export interface Occurrence {
  readonly document: string
  readonly position: number
}

/** The distinct assets of several documents: the `ref` of each, and of those it refers to, is an id of its content. */
export interface DistinctAssets {
  readonly assets: readonly CryptoAsset[]
  readonly occurrences: ReadonlyMap<string, readonly Occurrence[]>
}

const idOf = (text: string) => hash('sha256', text, 'hex').slice(0, 32)

/** A digest of what an asset states, without the references that are different in every document. */
export function digestOf({ ref: _ref, refs: _refs, protocol, ...rest }: CryptoAsset): string {
  const suites = protocol?.cipherSuites.map(({ algorithms: _algorithms, ...suite }) => suite)
  return idOf(JSON.stringify([rest, protocol && { ...protocol, cipherSuites: suites }]))
}

/** Entries that are read before other work of the process gets its turn. */
const sliceSize = 500

interface Known {
  /** As the first entry that states the same has it. */
  readonly asset: CryptoAsset
  readonly digest: string
}

interface Read extends Occurrence, Known {
  readonly ref: string
}

/**
 * Finds which assets of several documents are the same (rule CBOM-API-2): they state the same, and refer to assets that
 * state the same. Entries that are no valid asset are left out. In slices, for `inSlices`.
 */
export function* distinctBySlice(entries: readonly AssetEntry[]): Generator<void, DistinctAssets> {
  const read = yield* readEntries(entries)
  const inDocument = new Map(read.map((one) => [`${one.document} ${one.ref}`, one]))
  const referred = ({ document }: Read, ref: string) => inDocument.get(`${document} ${ref}`)
  const id = (one: Read) => {
    if (one.asset.refs.length === 0) return one.digest
    const refs = one.asset.refs.map(({ role, ref }) => `${role} ${referred(one, ref)?.digest ?? ''}`)
    return idOf(`${one.digest}\n${refs.sort().join('\n')}`)
  }
  const ids = new Map<Read, string>()
  for (const [at, one] of read.entries()) {
    if (at % sliceSize === 0) yield
    ids.set(one, id(one))
  }
  const assets = new Map<string, CryptoAsset>()
  const occurrences = new Map<string, Occurrence[]>()
  for (const [one, own] of ids) {
    const { document, position, asset } = one
    const others = occurrences.get(own)
    if (others) {
      others.push({ document, position })
      continue
    }
    occurrences.set(own, [{ document, position }])
    const refs = asset.refs.flatMap(({ role, ref }) => {
      const other = referred(one, ref)
      return other === undefined ? [] : [{ role, ref: ids.get(other)! }]
    })
    assets.set(own, { ...asset, ref: own, refs })
  }
  return { assets: [...assets.values()], occurrences }
}

/** Reads each text once: releases of a software repeat most of their assets. */
function* readEntries(entries: readonly AssetEntry[]): Generator<void, Read[]> {
  const known = new Map<string, Known | undefined>()
  const read: Read[] = []
  for (const [at, { document, position, ref, name, crypto }] of entries.entries()) {
    if (at % sliceSize === 0) yield
    const text = `${name}\n${JSON.stringify(crypto)}`
    if (!known.has(text)) known.set(text, readOne({ name, ref, crypto }))
    const found = known.get(text)
    if (found !== undefined) read.push({ document, position, ref, ...found })
  }
  return read
}

function readOne({ name, ref, crypto }: Pick<AssetEntry, 'name' | 'ref' | 'crypto'>): Known | undefined {
  const asset = cryptoAssetOf({ name, 'bom-ref': ref, cryptoProperties: crypto })
  return asset && { asset, digest: digestOf(asset) }
}
