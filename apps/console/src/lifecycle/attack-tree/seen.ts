import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getStepSightings } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { type SeenSteps, seenOnPath, observableSteps } from '@carapace/shared/lifecycle/sightings/step-sightings'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { useMemo } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { useAgainAt } from '../../graph/drawer/use-detail.ts'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'

/** What the field shows of a tree. */
export interface Seen {
  /** Of a path, or of one step; undefined: nothing names what shows it, or it is not known yet. */
  readonly on: (steps: readonly string[]) => Omit<SeenSteps, 'steps'> | undefined
  /** So many alerts were looked at, where there are more. */
  readonly latest: number | undefined
}

/**
 * Which steps of a threat scenario's tree the alerts of 30 days show, up to date while the tree lies open (rule
 * TREE-UI-11).
 */
export function useSeen(program: ProgramStore, threat: Artefact | undefined, tree: Tree): Seen {
  const withIndicators = useMemo(() => new Set(observableSteps(tree).map(({ id }) => id)), [tree])
  const { data, refetch } = useEndpoint(
    getStepSightings,
    { threat_uuid: threat?.uuid ?? '' },
    { enabled: threat !== undefined && withIndicators.size > 0 },
  )
  useAgainAt(
    useGraph(program, ({ seq }) => seq),
    refetch,
  )
  return useMemo(
    () => ({
      on: (steps) => data && seenOnPath(steps, withIndicators, data.seen),
      latest: data && data.looked < data.total ? data.looked : undefined,
    }),
    [data, withIndicators],
  )
}
