import { lifecycleEntries } from '@carapace/shared/lifecycle/program/lifecycle-entries'
import { choicesOf } from '@carapace/shared/lifecycle/program/program-choices'
import type { GraphExtensions } from '../../graph/extension.ts'
import { programFacts } from './program-facts.queries.ts'

/**
 * The lifecycle steps of programs that have pages, and the condition that each of the other steps waits for (rules
 * LIFECYCLE-1 to LIFECYCLE-10).
 */
export const programSteps: GraphExtensions['programSteps'] = async (db, org, programs) => {
  const facts = await programFacts(
    db,
    org,
    programs.map(({ uuid }) => uuid),
  )
  return new Map(programs.map((row) => [row.uuid, lifecycleEntries(facts.get(row.uuid)!, choicesOf(row).hidden_steps)]))
}
