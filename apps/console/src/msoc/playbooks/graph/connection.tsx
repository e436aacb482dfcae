import { BaseEdge, type Edge, type EdgeProps, getSmoothStepPath } from '../../../core/flow/flow.tsx'

export type ConnectionEdge = Edge<{ readonly isTaken: boolean; readonly isFaded: boolean }, 'connection'>

/** The line from an exit to the step that follows. */
export function ConnectionLine({
  id,
  sourceX,
  sourceY,
  targetX,
  targetY,
  sourcePosition,
  targetPosition,
  data,
  markerEnd,
}: EdgeProps<ConnectionEdge>) {
  const [path] = getSmoothStepPath({
    sourceX,
    sourceY,
    sourcePosition,
    targetX,
    targetY,
    targetPosition,
    borderRadius: 6,
    offset: 14,
  })
  const classes = ['pb-connection', data?.isTaken && 'pb-taken', data?.isFaded && 'pb-not-taken']
  return (
    <BaseEdge
      id={id}
      path={path}
      className={classes.filter(Boolean).join(' ')}
      {...(markerEnd !== undefined && { markerEnd })}
      interactionWidth={16}
    />
  )
}
