import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getStepSightings } from '@carapace/shared/lifecycle/sightings/sightings.contract'
import { type SeenSteps, seenOnPath, observableSteps } from '@carapace/shared/lifecycle/sightings/step-sightings'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { useMemo } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { useAgainAt } from '../../graph/drawer/use-detail.ts'
import { type ProgramStore, useGraph } from '../../graph/store/program-store.ts'

/** How often the steps of a tree were seen in alerts. */
export interface Seen {
  /** For a path or one step; undefined if it has no indicators or the data has not loaded. */
  readonly on: (steps: readonly string[]) => Omit<SeenSteps, 'steps'> | undefined
  /** The number of alerts that were evaluated, if there are more. */
  readonly latest: number | undefined
}

/**
 * The steps of a threat scenario's tree that alerts of the last 30 days indicate, kept up to date while the tree is
 * open (rule TREE-UI-11).
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
