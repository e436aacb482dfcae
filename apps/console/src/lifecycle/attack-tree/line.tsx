import { BaseEdge, type Edge, type EdgeProps } from '../../core/flow/flow.tsx'

export type LineEdge = Edge<{ readonly isOn: boolean }, 'branch'>

/** The distance above a part at which its branch turns, px. */
export const turnAbove = 24

/** A line from a gate down, across, and down to a part. */
export function Branch({ id, sourceX, sourceY, targetX, targetY, data }: EdgeProps<LineEdge>) {
  return (
    <BaseEdge
      id={id}
      path={branchPath(sourceX, sourceY, targetX, targetY)}
      className={data?.isOn ? 'at-branch at-branch-on' : 'at-branch'}
    />
  )
}

export function branchPath(fromX: number, fromY: number, toX: number, toY: number): string {
  return `M${fromX} ${fromY}V${toY - turnAbove}H${toX}V${toY}`
}
