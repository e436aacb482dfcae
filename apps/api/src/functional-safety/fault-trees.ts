import type { Org } from '@carapace/shared/core/owned'
import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { mostJoinedTrees, mostTrees } from '@carapace/shared/functional-safety/metrics.contract'
import { artefactLinks } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database } from '../core/db.ts'
import { fieldsOf, linksFrom, nodesAmong, reachedFrom, type SafetyNodeRow } from './safety-graph.queries.ts'

export interface GoalTrees {
  /** The fault trees that analyse the goal, the first 20 by number. */
  readonly tops: readonly SafetyNodeRow[]
  /** These, and those that they transfer in, by uuid; trees that nobody has drawn are missing. */
  readonly trees: ReadonlyMap<string, StoredTree>
}

/** The fault trees of a safety goal, at most 100 with all transfers. */
export async function treesOfGoal(db: Database, org: Org, programUuid: string, goalUuid: string): Promise<GoalTrees> {
  const analysed = await linksFrom(db, org, programUuid, ['analysed-in'], artefactLinks.fromUuid, [goalUuid])
  const of = (uuids: readonly string[], fields: readonly string[]) =>
    nodesAmong(db, org, programUuid, ['fault-tree'], uuids, fieldsOf(fields))
  const tops = (
    await of(
      analysed.map(({ to }) => to),
      [],
    )
  ).slice(0, mostTrees)
  const own = tops.map(({ uuid }) => uuid)
  const all = await reachedFrom(db, org, programUuid, ['continued-in'], own, 'upstream')
  const rows = await of([...new Set([...own, ...all])].slice(0, mostJoinedTrees), ['tree'])
  return {
    tops,
    trees: new Map(
      rows.flatMap(({ uuid, fields }): [string, StoredTree][] =>
        (fields.tree ?? null) === null ? [] : [[uuid, fields.tree as StoredTree]],
      ),
    ),
  }
}
