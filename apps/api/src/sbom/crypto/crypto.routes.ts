import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { cryptoRules } from '@carapace/shared/sbom/cbom/crypto-rules'
import {
  cryptoListLimits,
  exportCryptoAssets,
  getCryptoAsset,
  getCryptoMigration,
  getCryptoPolicy,
  getCryptoPosture,
  listCryptoAssets,
  listCryptoExpiries,
  saveCryptoPolicy,
} from '@carapace/shared/sbom/crypto.contract'
import { type Cell, csvText } from '../../core/documents/csv.ts'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import {
  assetWire,
  expiriesOf,
  migrationLines,
  pageOf,
  passing,
  postureFor,
  postureWire,
  propertiesOf,
  releasesOf,
} from './answers.ts'
import { componentsAround, placeKey } from './crypto.queries.ts'
import type { EvaluatedAsset } from './evaluated.ts'
import { createEvaluating } from './evaluating.ts'
import { cryptoPolicyOf, saveCryptoPolicyOf } from './policy.queries.ts'
import { postureByProgram } from './programs.queries.ts'

/** Cryptographic assets over HTTP (rules CBOM-API-1 to CBOM-API-6 of packages/shared/src/sbom/cbom/SPEC.md). */
export async function cryptoRoutes(app: FastifyInstance, { db }: { readonly db: Database }): Promise<void> {
  const evaluate = createEvaluating(db)

  serve(app, listCryptoAssets).with(async ({ input, caller }) => {
    const scope = await evaluate(caller, input)
    const found = passing(scope, input)
    const { page, next } = pageOf(found, input.cursor, input.limit)
    return { assets: page.map(assetWire), total: found.length, next_cursor: next, is_cut: scope.isCut }
  })

  serve(app, exportCryptoAssets).streams(async ({ input, caller }) => {
    const found = passing(await evaluate(caller, input), input)
    return { fileName: 'carapace-cryptographic-assets.csv', content: csvText(csvColumns, csvPages(found)) }
  })

  serve(app, getCryptoAsset).with(async ({ input, caller }) => {
    const { byId, releases } = await evaluate(caller, input)
    const one = byId.get(input.id)
    if (!one) throw new Failure('NOT_FOUND')
    const places = one.occurrences.slice(0, cryptoListLimits.places)
    const around = await componentsAround(db, caller.org, places)
    return {
      asset: assetWire(one),
      properties: propertiesOf(one),
      refers_to: one.asset.refs.flatMap(({ role, ref }) => {
        const other = byId.get(ref)
        return other ? [{ role, id: ref, name: other.asset.name }] : []
      }),
      places: places.map((place) => {
        const { release, software, version } = releases.get(place.document)!
        const { provided_by = [], used_by = [] } = around.get(placeKey(place)) ?? {}
        return { release_uuid: release, software, version, position: place.position, provided_by, used_by }
      }),
    }
  })

  serve(app, getCryptoPosture).with(async ({ input, caller }) => {
    const scope = await evaluate(caller, input)
    const now = new Date()
    return {
      posture: postureWire(postureFor(scope.assets, now)),
      releases: scope.releases.size,
      programs: await postureByProgram(db, caller, scope, now),
      is_cut: scope.isCut,
    }
  })

  serve(app, getCryptoMigration).with(async ({ input, caller }) => {
    const lines = migrationLines(await evaluate(caller, input), new Date())
    return { lines: lines.slice(0, cryptoListLimits.migration), is_cut: lines.length > cryptoListLimits.migration }
  })

  serve(app, listCryptoExpiries).with(async ({ input, caller }) => {
    const found = expiriesOf(await evaluate(caller, input))
    const expiries = found.slice(0, cryptoListLimits.expiries)
    return { expiries, total: found.length, is_cut: found.length > expiries.length }
  })

  serve(app, getCryptoPolicy).with(async ({ caller: { org } }) => ({ policy: await cryptoPolicyOf(db, org) }))
  serve(app, saveCryptoPolicy).with(async ({ input, caller }) => ({
    success: true,
    policy: await db.transaction((tx) => saveCryptoPolicyOf(tx, caller, input)),
  }))
}

const csvColumns = [
  'type',
  'name',
  'algorithm',
  'quantum_safe',
  'ends_at',
  'releases',
  'severity',
  'rule',
  'reason',
  'replacement',
  'until',
]

/** A line for each broken rule; an asset that breaks none has one without a rule. */
async function* csvPages(assets: readonly EvaluatedAsset[]): AsyncGenerator<Cell[][]> {
  for (let at = 0; at < assets.length; at += 500) yield assets.slice(at, at + 500).flatMap(csvLines)
}

function csvLines(one: EvaluatedAsset): Cell[][] {
  const { asset, algorithm, isQuantumSafe, endsAt, hits } = one
  const safe = isQuantumSafe === null ? '' : isQuantumSafe ? 'yes' : 'no'
  const own = [asset.type, asset.name, algorithm, safe, endsAt?.toISOString() ?? null, releasesOf(one)]
  if (hits.length === 0) return [[...own, null, null, null, null, null]]
  return hits.map(({ severity, rule, reason, replacement, until }) => [
    ...own,
    severity,
    cryptoRules[rule].title,
    reason,
    replacement ?? null,
    until ?? null,
  ])
}
