import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'
import { type FocusEvent, useMemo, useRef } from 'react'
import {
  Canvas,
  type Connection,
  ConnectionMode,
  type EdgeChange,
  MarkerType,
  type NodeChange,
  Position,
  ZoomTools,
} from '../../core/flow/flow.tsx'
import { fieldText, fieldOf } from '../../graph/editing/values.ts'
import { moveAction } from './actions.ts'
import { type Chosen, type DiagramEditorContext, justNode, useDiagramEditorContext } from './editor-context.ts'
import { frameOf, labelShift, isBox, withinBox } from './elements.ts'
import { edgeKey, type Placed } from './layout.ts'
import { BoxShape, ChannelLine, type ChannelEdge, type ElementNode, ElementShape } from './shapes.tsx'

const nodeTypes = { element: ElementShape, box: BoxShape }
const edgeTypes = { channel: ChannelLine }
export const fitting = { padding: 0.1, maxZoom: 1.2 }
/** The grid of the nodes, px. */
export const raster = 8
const snapGrid: [number, number] = [raster, raster]
const arrow = { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--control)' }

interface DiagramCanvasProps {
  readonly onConnect: (from: string, to: string) => void
}

/** The diagram, drawn from the model and the layout. A drag is shown at once and stored when it ends. */
export function DiagramCanvas({ onConnect }: DiagramCanvasProps) {
  const context = useDiagramEditorContext()
  const { layout, chosen, choose, refusal, store } = context
  const inSight = useMemo(() => lookedAt(chosen, layout), [chosen, layout])
  const moving = useRef<readonly Placed[] | undefined>(undefined)
  const resizing = useRef<readonly Placed[] | undefined>(undefined)
  const nodes = nodesOf(context, (uuid, frame, isDone) => {
    const { shown } = store.getState()
    resizing.current ??= shown.nodes
    store.preview({
      ...shown,
      nodes: shown.nodes.map((placed) => (placed.uuid === uuid ? { uuid, ...rounded(frame) } : placed)),
    })
    if (isDone) settle()
  })
  const edges = edgesOf(context)

  function settle(): void {
    const before = moving.current ?? resizing.current
    moving.current = undefined
    resizing.current = undefined
    if (before) store.run(moveAction({ ...context, layout: store.getState().shown }, before))
  }

  /** The whole selection is dragged together, and a box with all of its contents (rule DIAGRAM-4). */
  const onNodesChange = (changes: NodeChange<ElementNode>[]) => {
    const steps = changes.flatMap((change) =>
      change.type === 'position' && change.position ? [{ uuid: change.id, ...change.position }] : [],
    )
    if (steps.length > 0 && moving.current) store.preview(withMoved(context, moving.current, steps))
    select(
      context,
      changes.flatMap((change) => (change.type === 'select' ? [change] : [])),
      'nodes',
    )
  }
  return (
    <div className="df-canvas" onFocusCapture={(event) => chooseFocused(event, context)}>
      <Canvas<ElementNode, ChannelEdge>
        label={`Data-flow diagram: ${context.diagram.title}`}
        hasMap
        inSight={inSight}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={fitting}
        snapToGrid
        snapGrid={snapGrid}
        connectionMode={ConnectionMode.Loose}
        nodesDraggable={refusal === undefined}
        nodesConnectable={refusal === undefined}
        multiSelectionKeyCode="Control"
        selectNodesOnDrag={false}
        elevateNodesOnSelect={false}
        zIndexMode="manual"
        onlyRenderVisibleElements={layout.nodes.length > 200}
        onNodesChange={onNodesChange}
        onEdgesChange={(changes: EdgeChange<ChannelEdge>[]) =>
          select(
            context,
            changes.flatMap((change) => (change.type === 'select' ? [change] : [])),
            'edges',
          )
        }
        onNodeDragStart={() => void (moving.current = store.getState().shown.nodes)}
        onNodeDragStop={(_event, { id }) => {
          settle()
          if (!chosen.nodes.has(id)) choose(justNode(id))
        }}
        onSelectionDragStart={() => void (moving.current = store.getState().shown.nodes)}
        onSelectionDragStop={settle}
        onConnect={({ source, target }: Connection) => source !== target && onConnect(source, target)}
        onPaneClick={() => choose({ nodes: new Set(), edges: new Set() })}
      >
        <ZoomTools />
      </Canvas>
    </div>
  )
}

const rounded = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

function select(
  { chosen, choose }: DiagramEditorContext,
  changes: readonly { id: string; selected: boolean }[],
  what: keyof Chosen,
): void {
  if (changes.length === 0) return
  const after = new Set(chosen[what])
  for (const { id, selected } of changes) {
    if (selected) after.add(id)
    else after.delete(id)
  }
  if (after.size !== chosen[what].size || [...after].some((id) => !chosen[what].has(id)))
    choose({ ...chosen, [what]: after })
}

/** The selection as nodes: of a line both ends. */
function lookedAt({ nodes, edges }: Chosen, { edges: lines }: DiagramLayout): readonly string[] {
  return [...nodes, ...lines.filter((edge) => edges.has(edgeKey(edge))).flatMap(({ from, to }) => [from, to])]
}

/** The layout with some nodes moved; boxes among them move with their contents. */
function withMoved(
  { store, kindOf }: DiagramEditorContext,
  before: readonly Placed[],
  steps: readonly { uuid: string; x: number; y: number }[],
): DiagramLayout {
  const { shown } = store.getState()
  const was = new Map(before.map((placed) => [placed.uuid, placed]))
  const to = new Map(steps.map((step) => [step.uuid, step]))
  for (const { uuid, x, y } of steps) {
    const begun = was.get(uuid)
    if (!begun || !isBox(kindOf(uuid))) continue
    for (const inside of withinBox({ nodes: [...before], edges: [] }, uuid, kindOf)) {
      const own = was.get(inside)
      if (own && !to.has(inside)) to.set(inside, { uuid: inside, x: own.x + x - begun.x, y: own.y + y - begun.y })
    }
  }
  return {
    ...shown,
    nodes: shown.nodes.map((placed) =>
      to.has(placed.uuid)
        ? { ...placed, x: Math.round(to.get(placed.uuid)!.x), y: Math.round(to.get(placed.uuid)!.y) }
        : placed,
    ),
  }
}

function nodesOf(
  { layout, artefacts, chosen, refusal, kindOf }: DiagramEditorContext,
  onResize: (uuid: string, frame: { x: number; y: number; width: number; height: number }, isDone: boolean) => void,
): ElementNode[] {
  const nodes = layout.nodes.flatMap((placed): ElementNode[] => {
    const artefact = artefacts.get(placed.uuid)
    if (!artefact) return []
    const { x, y, width, height } = frameOf(placed, artefact.kind)
    const box = isBox(artefact.kind)
    return [
      {
        id: artefact.uuid,
        type: box ? 'box' : 'element',
        position: { x, y },
        width,
        height,
        measured: { width, height },
        handles: sideHandles(width, height),
        selected: chosen.nodes.has(artefact.uuid),
        connectable: !box,
        zIndex: box ? -1 : 1,
        ariaLabel: `${kindWord(artefact.kind)} ${artefact.code}, ${artefact.title}`,
        data: {
          artefact,
          ...(refusal === undefined && { onResize: (frame, isDone) => onResize(artefact.uuid, frame, isDone) }),
        },
      },
    ]
  })
  // larger boxes are below the smaller ones inside them
  const size = ({ width = 0, height = 0 }: ElementNode) => width * height
  return nodes.sort(
    (a, b) =>
      Number(!isBox(kindOf(a.id))) - Number(!isBox(kindOf(b.id))) || (isBox(kindOf(a.id)) ? size(b) - size(a) : 0),
  )
}

/** Fixed instead of measured handles: a line has its start point at once, also after a resize. */
function sideHandles(width: number, height: number) {
  const handle = (position: Position, x: number, y: number) => ({
    id: position,
    type: 'source' as const,
    position,
    x: x - 0.5,
    y: y - 0.5,
    width: 1,
    height: 1,
  })
  return [
    handle(Position.Top, width / 2, 0),
    handle(Position.Right, width, height / 2),
    handle(Position.Bottom, width / 2, height),
    handle(Position.Left, 0, height / 2),
  ]
}

const kindWord = (kind: string) => (kind === 'data' ? 'data' : kind.replaceAll('-', ' '))

function edgesOf({ layout, artefacts, chosen, kindOf }: DiagramEditorContext): ChannelEdge[] {
  const frames = new Map(layout.nodes.map((placed) => [placed.uuid, frameOf(placed, kindOf(placed.uuid))]))
  const between = new Map<string, number>()
  return layout.edges.flatMap((edge): ChannelEdge[] => {
    const channel = artefacts.get(edge.channel)
    const [a, b] = [frames.get(edge.from), frames.get(edge.to)]
    if (!channel || !a || !b) return []
    const [from, to] = sidesBetween(a, b)
    const pair = [edge.from, edge.to].sort().join()
    const nth = between.get(pair) ?? 0
    between.set(pair, nth + 1)
    return [
      {
        id: edgeKey(edge),
        type: 'channel',
        source: edge.from,
        target: edge.to,
        sourceHandle: edge.from_side ?? from,
        targetHandle: edge.to_side ?? to,
        selected: chosen.edges.has(edgeKey(edge)),
        zIndex: 0,
        markerEnd: arrow,
        ariaLabel:
          `Channel ${channel.code}, ${channel.title}, ` +
          `from ${artefacts.get(edge.from)?.title} to ${artefacts.get(edge.to)?.title}`,
        data: {
          title: channel.title,
          medium: mediumOf(channel),
          isOpen: channel.fields.external === true,
          shift: labelled(a, b, channel, nth),
        },
      },
    ]
  })
}

/** The position of the label, with those of other channels between the same nodes beyond it. */
function labelled(a: Frame, b: Frame, channel: Artefact, nth: number): { x: number; y: number } {
  const isBeside = ['left', 'right'].includes(sidesBetween(a, b)[0])
  const medium = mediumOf(channel)
  const { x, y } = labelShift(a, b, isBeside, medium === '' ? channel.title : `${channel.title} · ${medium}`)
  return { x, y: y + (y < 0 ? -20 : 20) * nth }
}

/** The medium of a channel, unless its name contains it already. */
function mediumOf({ title, fields }: Artefact): string {
  const medium = fieldText(fieldOf('channel', 'medium')!, fields.medium)
  return title.toLowerCase().includes(medium.toLowerCase()) ? '' : medium
}

type Frame = ReturnType<typeof frameOf>

/** The sides of two frames that face each other. */
function sidesBetween(a: Frame, b: Frame): readonly [string, string] {
  const dx = b.x + b.width / 2 - (a.x + a.width / 2)
  const dy = b.y + b.height / 2 - (a.y + a.height / 2)
  const isBeside = Math.abs(dx) / (a.width + b.width) >= Math.abs(dy) / (a.height + b.height)
  if (isBeside) return dx >= 0 ? ['right', 'left'] : ['left', 'right']
  return dy >= 0 ? ['bottom', 'top'] : ['top', 'bottom']
}

function chooseFocused({ target }: FocusEvent, { choose, chosen }: DiagramEditorContext): void {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  const id = target.getAttribute('data-id')
  if (id !== null && target.classList.contains('react-flow__node') && !chosen.nodes.has(id))
    choose({ nodes: new Set([id]), edges: new Set() })
  if (id !== null && target.classList.contains('react-flow__edge') && !chosen.edges.has(id))
    choose({ nodes: new Set(), edges: new Set([id]) })
}
