import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import { createSeal } from '@carapace/shared/core/sealed'
import { builtInAnalyzers } from '@carapace/shared/msoc/observables/analyze/analyzers'
import {
  analyzeObservable,
  deleteAnalyzer,
  listAnalyzers,
  saveAnalyzer,
  testAnalyzer,
} from '@carapace/shared/msoc/observables/analyzers.contract'
import { limits } from '@carapace/shared/msoc/observables/observables'
import { audit, byCaller } from '../../../account/sign-in/sessions.queries.ts'
import { serve } from '../../../core/http/serve.ts'
import type { Deps } from '../../../module.ts'
import { resultsOf } from '../detail.queries.ts'
import { storedObservables } from '../observables.queries.ts'
import { createAnalyses } from './analyses.ts'
import {
  insertAnalyzer,
  lockAnalyzers,
  removeAnalyzer,
  type StoredAnalyzer,
  storedAnalyzer,
  storedAnalyzers,
  updateAnalyzer,
  wireAnalyzer,
} from './analyzers.queries.ts'
import { type Service, testService } from './services.ts'

/** Analyzers, and what they report of observables. Rules OBSERVABLE-30 to OBSERVABLE-39 of the SPEC.md. */
export async function analyzerRoutes(
  app: FastifyInstance,
  { db, outgoing, settings }: Pick<Deps, 'db' | 'outgoing' | 'settings'>,
): Promise<void> {
  const analyses = createAnalyses({ db, outgoing, settings })
  const seal = createSeal(settings.secretKey, 'analyzers')

  serve(app, listAnalyzers).with(async ({ caller: { org } }) => ({
    built_in: builtInAnalyzers.map(({ name, title, types }) => ({ name, title, types: [...types] })),
    analyzers: (await storedAnalyzers(db, org)).map(wireAnalyzer),
  }))

  /** The secret to use: the new one, or the stored one if it goes to the same server (rule OBSERVABLE-35). */
  function secretFor(before: StoredAnalyzer | undefined, url: string, given: string | undefined): string {
    if (given !== undefined) return given
    if (before === undefined || before.secret === null) return ''
    if (originOf(before.url) !== originOf(url))
      throw new Failure('INVALID_INPUT', { errors: { secret: 'Another server: enter its secret.' } })
    return seal.open(before.secret)
  }

  function refuseAddress(url: string): void {
    const reason = outgoing.whyRefused(url.replaceAll(/\{\{(type|value)\}\}/g, 'x'))
    const isHostFilled = /^[a-z]+:\/\/[^/]*\{\{/i.test(url)
    if (reason !== undefined || isHostFilled)
      throw new Failure('INVALID_INPUT', { errors: { url: reason ?? 'The host of the address must be fixed.' } })
  }

  serve(app, saveAnalyzer).with(async ({ input, caller }) => {
    const { org, user } = caller
    const { uuid, revision, secret, kind, name, url, types, options, active } = input
    refuseAddress(url)
    const analyzer = await db.transaction(async (tx) => {
      await lockAnalyzers(tx, org)
      const all = await storedAnalyzers(tx, org)
      if (uuid === undefined && all.length >= limits.analyzers)
        throw new Failure('RULE_REFUSED', { message: `An organisation has at most ${limits.analyzers} analyzers.` })
      const before = uuid === undefined ? undefined : await storedAnalyzer(tx, org, uuid)
      if (before && before.revision !== revision) throw new Failure('ROW_CHANGED')
      if (all.some((one) => one.uuid !== uuid && one.name.toLowerCase() === name.toLowerCase()))
        throw new Failure('INVALID_INPUT', { errors: { name: 'Another analyzer has this name.' } })
      const clear = secretFor(before, url, secret)
      const fields = {
        kind,
        name,
        url,
        types: [...new Set(types)],
        options,
        active,
        maxTlp: input.max_tlp,
        maxPap: input.max_pap,
        perHour: input.per_hour,
        cacheHours: input.cache_hours,
        secret: clear === '' ? null : seal.seal(clear),
      }
      if (before) await updateAnalyzer(tx, org, before.uuid, fields)
      const author = { authorUuid: user.uuid, author: user.name }
      const after = await storedAnalyzer(
        tx,
        org,
        before?.uuid ?? (await insertAnalyzer(tx, org, { ...fields, ...author })),
      )
      await audit(tx, org, byCaller(caller), {
        action: before ? 'change analyzer' : 'create analyzer',
        subject: 'analyzer',
        subjectUuid: after.uuid,
        ...(before && { before: wireAnalyzer(before) }),
        after: wireAnalyzer(after),
      })
      return after
    })
    return { success: true, analyzer: wireAnalyzer(analyzer) }
  })

  serve(app, testAnalyzer).with(async ({ input, caller: { org } }) => {
    refuseAddress(input.url)
    const before = input.uuid === undefined ? undefined : await storedAnalyzer(db, org, input.uuid)
    const { kind, url, options } = input
    const service: Service = { kind, url, options, secret: secretFor(before, url, input.secret) }
    try {
      return { success: true, works: true, message: await testService(outgoing, service, input.types[0]!) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { success: true, works: false, message: error.message }
    }
  })

  serve(app, deleteAnalyzer).with(async ({ input: { uuid }, caller }) => {
    const { org } = caller
    await db.transaction(async (tx) => {
      const before = await storedAnalyzer(tx, org, uuid)
      await removeAnalyzer(tx, org, uuid)
      await audit(tx, org, byCaller(caller), {
        action: 'delete analyzer',
        subject: 'analyzer',
        subjectUuid: uuid,
        before: wireAnalyzer(before),
      })
    })
    return { success: true }
  })

  serve(app, analyzeObservable).with(async ({ input: { uuid, analyzer, again }, caller: { org } }) => {
    const [row] = await storedObservables(db, org, [uuid])
    if (!row) throw new Failure('NOT_FOUND')
    const { analyzer: asked, isCached } = await analyses.analyze(org, row, { analyzer, again })
    const result = (await resultsOf(db, org, uuid)).find((one) => one.analyzer === asked)
    return { success: true, result: result!, is_cached: isCached }
  })
}

/** The server of an address, whose host has no placeholder. */
const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : url)
