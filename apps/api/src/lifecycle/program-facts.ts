import type { ProgramFacts } from '@carapace/shared/lifecycle/lifecycle-entries'

/** What is in a program that nothing was put into. */
const empty: ProgramFacts = { isConfigured: false, assets: 0, relevantAssets: 0, threats: 0, risks: 0, reducedRisks: 0 }

/** What is known of the contents of programs, by their uuids (rule P9). This version keeps none: its pages are not built, and every step says what it waits for. */
export function factsOf(programs: readonly string[]): ReadonlyMap<string, ProgramFacts> {
  return new Map(programs.map((uuid) => [uuid, empty]))
}
