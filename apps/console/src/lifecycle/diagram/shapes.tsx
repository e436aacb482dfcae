import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getSmoothStepPath,
  Handle,
  type Node,
  NodeResizer,
  type NodeProps,
  Position,
} from '../../core/flow/flow.tsx'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { useDiagramEditorContext } from './editor-context.ts'
import { shapeOf } from './elements.ts'

export type ElementNode = Node<
  {
    readonly artefact: Artefact
    readonly onResize?: (frame: { x: number; y: number; width: number; height: number }, isDone: boolean) => void
  },
  'element' | 'box'
>
export type ChannelEdge = Edge<
  {
    readonly title: string
    readonly medium: string
    readonly isOpen: boolean
    readonly shift: { readonly x: number; readonly y: number }
  },
  'channel'
>

const sides = [Position.Top, Position.Right, Position.Bottom, Position.Left] as const

/** The points where lines start and end: the middle of each side. */
function Handles() {
  const { refusal } = useDiagramEditorContext()
  return sides.map((side) => (
    <Handle
      key={side}
      id={side}
      type="source"
      position={side}
      isConnectable={refusal === undefined}
      className="df-handle"
    />
  ))
}

/** The shape of an element, which shows its kind. */
export function ElementShape({ data: { artefact }, selected }: NodeProps<ElementNode>) {
  const shape = shapeOf(artefact)
  return (
    <div
      className={`df-node df-${shape} ${artefact.kind === 'system' ? 'df-system' : ''} ${selected ? 'df-chosen' : ''}`}
    >
      <span className="df-title" title={artefact.title}>
        {artefact.title}
      </span>
      <span className="mono df-code">
        {artefact.code}
        {shape === 'outside' && <span className="df-outside-word"> outside the item</span>}
      </span>
      <Handles />
    </div>
  )
}

/** A trust boundary, a group or an environment: a frame around its contents, resized by its edges. */
export function BoxShape({ data: { artefact, onResize }, selected }: NodeProps<ElementNode>) {
  return (
    <div className={`df-box df-box-${artefact.kind} ${selected ? 'df-chosen' : ''}`}>
      <NodeResizer
        isVisible={selected && onResize !== undefined}
        minWidth={80}
        minHeight={60}
        lineClassName="df-resize-line"
        handleClassName="df-resize"
        onResize={(_event, { x, y, width, height }) => onResize?.({ x, y, width, height }, false)}
        onResizeEnd={(_event, { x, y, width, height }) => onResize?.({ x, y, width, height }, true)}
      />
      <span className="df-box-title" title={artefact.title}>
        {artefact.title} <span className="mono df-code">{artefact.code}</span>
      </span>
    </div>
  )
}

/** A channel between two nodes, with its name in the middle. */
export function ChannelLine({
  id,
  sourceX,
  sourceY,
  sourcePosition,
  targetX,
  targetY,
  targetPosition,
  selected,
  data,
  markerEnd,
}: EdgeProps<ChannelEdge>) {
  const [path, labelX, labelY] = getSmoothStepPath({
    sourceX,
    sourceY,
    sourcePosition,
    targetX,
    targetY,
    targetPosition,
    borderRadius: 6,
    offset: 16,
  })
  const shift = data?.shift ?? { x: 0, y: 0 }
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd !== undefined && { markerEnd })}
        className={`df-line ${data?.isOpen ? 'df-line-open' : ''}`}
        interactionWidth={16}
      />
      <EdgeLabelRenderer>
        <div
          className={`df-label ${selected ? 'df-chosen' : ''}`}
          style={{ transform: `translate(-50%, -50%) translate(${labelX + shift.x}px, ${labelY + shift.y}px)` }}
        >
          {data?.title}
          {data?.medium && <span className="df-medium"> · {data.medium}</span>}
        </div>
      </EdgeLabelRenderer>
    </>
  )
}
