import type { Org } from '@carapace/shared/core/owned'
import { artefactLinks } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database } from '../../core/db.ts'
import { linksFrom } from '../safety-graph.queries.ts'

/** The links that lead from threats to goals: followed as they are, and backwards. */
const toGoals = {
  onward: ['violates', 'results-in', 'creates', 'arises-in', 'prevented-by', 'fails-in', 'continued-in'],
  back: ['leads-to', 'is-damage', 'analysed-in'],
} as const

/** Maximum artefacts that are passed on the way. */
const mostPassed = 5_000

export interface Ways {
  /** By artefact, the one that it was reached from; the start is not there. */
  readonly from: ReadonlyMap<string, string>
  readonly truncated: boolean
}

/** What a threat leads to in the direction of goals, or a goal in that of threats: each by the shortest way. */
export async function waysFrom(
  db: Database,
  org: Org,
  programUuid: string,
  start: string,
  towards: 'goals' | 'threats',
): Promise<Ways> {
  const { onward, back } = toGoals
  const [down, up] = towards === 'goals' ? [onward, back] : [back, onward]
  const { fromUuid, toUuid } = artefactLinks
  const from = new Map<string, string>()
  let frontier = [start]
  while (frontier.length > 0 && from.size < mostPassed) {
    const [after, before] = await Promise.all([
      linksFrom(db, org, programUuid, down, fromUuid, frontier),
      linksFrom(db, org, programUuid, up, toUuid, frontier),
    ])
    const steps = [...after, ...before.map((link) => ({ from: link.to, to: link.from }))]
    const fresh = new Map(steps.filter(({ to }) => to !== start && !from.has(to)).map((step) => [step.to, step.from]))
    for (const [uuid, parent] of fresh) from.set(uuid, parent)
    frontier = [...fresh.keys()]
  }
  return { from, truncated: frontier.length > 0 }
}

/** What lies between an artefact that was reached and the start, in this order. */
export function between({ from }: Ways, uuid: string, start: string): string[] {
  const passed: string[] = []
  for (let each = from.get(uuid); each !== undefined && each !== start; each = from.get(each)) passed.push(each)
  return passed
}
