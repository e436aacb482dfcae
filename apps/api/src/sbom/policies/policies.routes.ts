import type { FastifyInstance } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import {
  deleteComponentAlias,
  getLicenceSummary,
  getSoftwarePolicies,
  listComponentAliases,
  saveComponentAlias,
  saveSoftwarePolicies,
} from '@carapace/shared/sbom/policies.contract'
import type { Database } from '../../core/db.ts'
import { serve } from '../../core/http/serve.ts'
import { documentInUse } from '../components/components.queries.ts'
import { aliasesOf } from './aliases.queries.ts'
import { judgeLicences } from './judging.ts'
import { licencesIn, policiesOf } from './policies.queries.ts'
import { dropAlias, savePolicies, writeAlias } from './policy-writes.ts'

const mostLicences = 2_000

/** Policies and aliases over HTTP (rules SBOM-40 to SBOM-42 of packages/shared/src/sbom/SPEC.md). */
export async function policyRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, getSoftwarePolicies).with(async ({ caller: { org } }) => ({ policies: await policiesOf(db, org) }))
  serve(app, saveSoftwarePolicies).with(async ({ input, caller }) => ({
    success: true,
    policies: await db.transaction((tx) => savePolicies(tx, caller, input)),
  }))

  serve(app, getLicenceSummary).with(async ({ input: { release_uuid: release }, caller: { org } }) => {
    const document = await documentInUse(db, org, release)
    if (document === undefined) throw new Failure('NOT_FOUND')
    const found = document === null ? [] : await licencesIn(db, org, document, mostLicences + 1)
    const { licences: policy } = await policiesOf(db, org)
    const licences = judgeLicences(found.slice(0, mostLicences), policy)
    const components = { allow: 0, review: 0, deny: 0 }
    for (const { verdict, components: some } of licences) components[verdict] += some
    return { licences, components, is_cut: found.length > mostLicences }
  })

  serve(app, listComponentAliases).with(async ({ caller: { org } }) => ({ aliases: await aliasesOf(db, org) }))
  serve(app, saveComponentAlias).with(async ({ input, caller }) => {
    const { alias, components } = await db.transaction((tx) => writeAlias(tx, caller, input))
    return { success: true, alias, components: components.length }
  })
  serve(app, deleteComponentAlias).with(async ({ input, caller }) => {
    const components = await db.transaction((tx) => dropAlias(tx, caller, input))
    return { success: true, components: components.length }
  })
}
