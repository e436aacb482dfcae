import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { createSeal } from '@carapace/shared/core/sealed'
import { type Analysis, builtInAnalyzers } from '@carapace/shared/msoc/observables/analyze/analyzers'
import type { Pap, Tlp, TypedValue } from '@carapace/shared/msoc/observables/observables'
import type { Deps } from '../../../module.ts'
import { resultsOf } from '../detail.queries.ts'
import { storeResult, storedAnalyzers, takeUse } from './analyzers.queries.ts'
import { runBuiltIn } from './built-in.ts'
import { refusalOf } from './offered.ts'
import { runService } from './services.ts'

/** Results of the analyzers that come with the product are kept this long: databases and tables change. */
const builtInHours = 24

/** A value to analyze. */
export interface Analyzed extends TypedValue {
  /** Of its observable, with which the result is kept; null: it is none, and nothing is kept. */
  readonly uuid: string | null
  readonly tlp: Tlp
  readonly pap: Pap
}

export interface Analyses {
  /**
   * Asks an analyzer about a value, or returns its kept result (rules OBSERVABLE-36, OBSERVABLE-37). An analyzer of the
   * product is named by its name, a service by its uuid or its name.
   *
   * @throws {Failure} NOT_FOUND, RULE_REFUSED, TOO_MANY, BUSY
   */
  analyze(
    org: Org,
    value: Analyzed,
    wanted: { readonly analyzer: string; readonly again: boolean },
  ): Promise<Analysis & { readonly analyzer: string; readonly isCached: boolean }>
}

export function createAnalyses({ db, outgoing, settings }: Pick<Deps, 'db' | 'outgoing' | 'settings'>): Analyses {
  const seal = createSeal(settings.secretKey, 'analyzers')

  async function named(org: Org, wanted: string) {
    const builtIn = builtInAnalyzers.find(({ name }) => name === wanted)
    if (builtIn) return { analyzer: builtIn.name, title: builtIn.title, types: builtIn.types, builtIn: builtIn.name }
    const service = (await storedAnalyzers(db, org)).find(
      ({ uuid, name }) => uuid === wanted || name.toLowerCase() === wanted.toLowerCase(),
    )
    if (!service) throw new Failure('NOT_FOUND', { message: `There is no analyzer "${wanted.slice(0, 100)}".` })
    return { analyzer: service.uuid, title: service.name, types: service.active ? service.types : [], service }
  }

  async function askService(
    org: Org,
    service: NonNullable<Awaited<ReturnType<typeof named>>['service']>,
    value: Analyzed,
  ) {
    const refusal = refusalOf(service, value)
    if (refusal !== null) throw new Failure('RULE_REFUSED', { message: refusal })
    if (!(await takeUse(db, org, service.uuid)))
      throw new Failure('TOO_MANY', {
        message: `${service.name} may be used ${service.perHour} times an hour. Try again in the next hour.`,
      })
    return runService(outgoing, { ...service, secret: service.secret ? seal.open(service.secret) : '' }, value)
  }

  return {
    async analyze(org, value, { analyzer: wanted, again }) {
      const { analyzer, title, types, builtIn, service } = await named(org, wanted)
      if (!types.some((type) => type === value.type))
        throw new Failure('RULE_REFUSED', { message: 'This analyzer does not take values of this type.' })
      const results = value.uuid === null ? [] : await resultsOf(db, org, value.uuid)
      const known = results.find((one) => one.analyzer === analyzer)
      // a level may have been raised since the result was stored: that shows nothing to the service
      if (known !== undefined && !again && Date.parse(known.expires_at) > Date.now())
        return { ...known, analyzer, isCached: true }
      const analysis = service ? await askService(org, service, value) : await runBuiltIn(db, org, builtIn, value)
      const of = { analyzer, name: title, cacheHours: service?.cacheHours ?? builtInHours }
      if (value.uuid !== null) await storeResult(db, org, value.uuid, of, analysis)
      return { ...analysis, analyzer, isCached: false }
    },
  }
}
