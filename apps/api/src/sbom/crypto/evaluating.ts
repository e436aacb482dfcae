import { hash } from 'node:crypto'
import { Failure } from '@carapace/shared/core/failure'
import { cryptoListLimits } from '@carapace/shared/sbom/crypto.contract'
import { unaccounted } from '../../core/account-of-work.ts'
import type { Database } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import { assetEntries, type CryptoRelease, cryptoReleases, type Scope, scopeExists } from './crypto.queries.ts'
import { type Evaluated, evaluated } from './evaluated.ts'
import { cryptoPolicyOf, policyFor } from './policy.queries.ts'

/** Assets of a scope, and the releases that they are in, by document. */
export interface EvaluatedScope extends Evaluated {
  readonly releases: ReadonlyMap<string, CryptoRelease>
}

/** Occurrences that all kept evaluations have at most. */
const mostKept = 3 * cryptoListLimits.occurrences
/** A kept evaluation is used so long at most, ms: what ends with time must not stay what it was. */
const keptMs = 10 * 60_000

interface Kept {
  readonly at: number
  readonly weight: number
  readonly result: Promise<Evaluated>
}

/**
 * Evaluates the assets of a scope for a caller (rule CBOM-API-2). An evaluation is kept for the next page: it holds as
 * long as the same documents are in use and the policy is the same.
 */
export function createEvaluating(db: Database) {
  const kept = new Map<string, Kept>()

  async function evaluate(caller: Caller, scope: Scope): Promise<EvaluatedScope> {
    const { org } = caller
    if (scope.program_uuid !== undefined) await seeProgram(db, caller, scope.program_uuid)
    if (!(await scopeExists(db, org, scope))) throw new Failure('NOT_FOUND')
    const [found, policy] = await Promise.all([cryptoReleases(db, org, scope), cryptoPolicyOf(db, org)])
    const documents = found.map(({ document }) => document).join('\n')
    const key = hash('sha256', `${org.uuid}\n${policy.revision}\n${documents}`, 'hex')
    const result = await keep(key, async () => {
      const entries = await assetEntries(db, org, found)
      const isCut = entries.length > cryptoListLimits.occurrences
      const assets = isCut ? entries.slice(0, cryptoListLimits.occurrences) : entries
      return { count: assets.length, result: await evaluated(assets, policyFor(policy), new Date(), isCut) }
    })
    return { ...result, releases: new Map(found.map((release) => [release.document, release])) }
  }

  async function keep(
    key: string,
    work: () => Promise<{ readonly count: number; readonly result: Evaluated }>,
  ): Promise<Evaluated> {
    const known = kept.get(key)
    if (known && Date.now() - known.at < keptMs) return known.result
    // for all who wait for it: the call that began it may end before it
    const working = unaccounted(work)
    const result = working.then((done) => done.result)
    result.catch(() => undefined) // whoever waits for `working` gets the error
    kept.delete(key)
    kept.set(key, { at: Date.now(), weight: 0, result })
    try {
      const { count } = await working
      kept.set(key, { at: Date.now(), weight: count, result })
      dropOldest()
    } catch (error) {
      kept.delete(key)
      throw error
    }
    return result
  }

  function dropOldest(): void {
    let weight = [...kept.values()].reduce((sum, each) => sum + each.weight, 0)
    for (const [key, each] of kept) {
      if (weight <= mostKept && kept.size <= 64) return
      kept.delete(key)
      weight -= each.weight
    }
  }

  return evaluate
}
