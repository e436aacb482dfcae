import { BaseEdge, type Edge, type EdgeProps } from '../../core/flow/flow.tsx'
import { branchPath } from './branch-path.ts'

export type LineEdge = Edge<{ readonly isOn: boolean }, 'branch'>

/** A line from a gate down, across, and down to a part. */
export function Branch({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps<LineEdge>) {
  return (
    <BaseEdge
      id={id}
      path={branchPath(sourceX, sourceY, targetX, targetY)}
      className={data?.isOn ? 'te-branch te-branch-on' : 'te-branch'}
    />
  )
}
