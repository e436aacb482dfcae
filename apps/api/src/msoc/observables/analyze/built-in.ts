import type { Org } from '@carapace/shared/core/owned'
import { compileDbc } from '@carapace/shared/msoc/dbc/compile'
import { parseDbc } from '@carapace/shared/msoc/dbc/parse'
import { analyzeAddress } from '@carapace/shared/msoc/observables/analyze/address'
import type { Analysis, BuiltInAnalyzer } from '@carapace/shared/msoc/observables/analyze/analyzers'
import { analyzeCanId } from '@carapace/shared/msoc/observables/analyze/can-id'
import { analyzeTroubleCode } from '@carapace/shared/msoc/observables/analyze/dtc'
import { analyzeModemNumber } from '@carapace/shared/msoc/observables/analyze/modem-numbers'
import { analyzeUds } from '@carapace/shared/msoc/observables/analyze/uds'
import { analyzeVin } from '@carapace/shared/msoc/observables/analyze/vin'
import type { TypedValue } from '@carapace/shared/msoc/observables/observables'
import type { Database } from '../../../core/db.ts'
import { assignedDatabases } from './analyzers.queries.ts'

/** Runs an analyzer that comes with the product: it calls nobody. */
export async function runBuiltIn(
  db: Database,
  org: Org,
  name: BuiltInAnalyzer,
  { type, value }: TypedValue,
): Promise<Analysis> {
  if (name === 'vin') return analyzeVin(value)
  if (name === 'address') return analyzeAddress(value)
  if (name === 'uds') return analyzeUds(value)
  if (name === 'dtc') return analyzeTroubleCode(value)
  if (name === 'numbers') return analyzeModemNumber(type, value)
  const library = (await assignedDatabases(db, org)).flatMap(({ text, ...of }) => {
    const { dbc } = parseDbc(text)
    return dbc === undefined ? [] : [{ ...of, dbc: compileDbc(dbc) }]
  })
  return analyzeCanId(value, library)
}
