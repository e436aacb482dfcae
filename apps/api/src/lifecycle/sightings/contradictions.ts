import type { Org } from '@carapace/shared/core/owned'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { contradictionOf, type Proposal } from '@carapace/shared/lifecycle/sightings/contradiction'
import type { Database } from '../../core/db.ts'
import { evidenceByThreat } from './contradictions.queries.ts'

/**
 * What the field proposes for the scenarios of a program whose rating it contradicts, by their uuid (rules SIGHTING-8,
 * SIGHTING-15).
 *
 * @param threats limits the result to these; undefined: all of the program
 */
export async function contradictionsIn(
  db: Database,
  org: Org,
  programUuid: string,
  method: Method,
  threats?: readonly string[],
): Promise<Map<string, Proposal>> {
  const evidence = threats?.length === 0 ? [] : await evidenceByThreat(db, org, programUuid, threats)
  return new Map(
    evidence.flatMap((one): [string, Proposal][] => {
      const proposal = contradictionOf(method, one, one)
      return proposal ? [[one.threatUuid, proposal]] : []
    }),
  )
}
