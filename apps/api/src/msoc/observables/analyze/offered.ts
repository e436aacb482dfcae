import type { Org } from '@carapace/shared/core/owned'
import { builtInAnalyzers } from '@carapace/shared/msoc/observables/analyze/analyzers'
import { isAbove, paps, tlps } from '@carapace/shared/msoc/observables/observables'
import type { Database } from '../../../core/db.ts'
import type { StoredObservable } from '../observables.queries.ts'
import { storedAnalyzers, type StoredAnalyzer } from './analyzers.queries.ts'

/** The analyzers for an observable's type, and why one of them cannot be run on it (rule OBSERVABLE-36). */
export async function offeredAnalyzers(db: Database, org: Org, row: StoredObservable) {
  const builtIn = builtInAnalyzers
    .filter(({ types }) => types.some((type) => type === row.type))
    .map(({ name, title }) => ({ analyzer: name as string, name: title as string, refusal: null }))
  const configured = (await storedAnalyzers(db, org))
    .filter(({ active, types }) => active && types.includes(row.type))
    .map((one) => ({ analyzer: one.uuid, name: one.name, refusal: refusalOf(one, row) }))
  return [...builtIn, ...configured]
}

/** Why a service must not get a value: its levels are above what the service may get. Null: it may. */
export function refusalOf(
  { name, maxTlp, maxPap }: Pick<StoredAnalyzer, 'name' | 'maxTlp' | 'maxPap'>,
  { tlp, pap }: Pick<StoredObservable, 'tlp' | 'pap'>,
): string | null {
  if (isAbove(tlps, tlp, maxTlp))
    return `${name} may get values up to TLP:${words(maxTlp)}; this one is TLP:${words(tlp)}.`
  if (isAbove(paps, pap, maxPap))
    return `${name} may get values up to PAP:${words(maxPap)}; this one is PAP:${words(pap)}.`
  return null
}

const words = (level: string) => level.replace('_', '+')
