import { portsOf } from '@carapace/shared/msoc/playbooks/node-types'
import type { PlaybookEdge, PlaybookGraph } from '@carapace/shared/msoc/playbooks/playbook'
import { type DragEvent, type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import {
  Canvas,
  type Connection,
  type EdgeChange,
  MarkerType,
  type NodeChange,
  Position,
  useReactFlow,
  ZoomTools,
} from '../../../core/flow/flow.tsx'
import { sizeOf } from '../editor/layout.ts'
import { type CardNode, type CardState, StepCard, titleOf } from './card.tsx'
import { type ConnectionEdge, ConnectionLine } from './connection.tsx'

const nodeTypes = { step: StepCard }
const edgeTypes = { connection: ConnectionLine }
const fitting = { padding: 0.1, maxZoom: 1.1 }
const marker = { type: MarkerType.ArrowClosed, width: 14, height: 14, color: 'var(--control)' }
/** From this number of steps on the canvas shows a small map, and draws what is visible only. */
const large = 25

export interface Chosen {
  readonly nodes: ReadonlySet<string>
  /** The key of the chosen connection. */
  readonly edge: string | undefined
}

export const nothingChosen: Chosen = { nodes: new Set(), edge: undefined }
export const justNode = (id: string): Chosen => ({ nodes: new Set([id]), edge: undefined })
export const edgeKey = ({ from, port, to }: PlaybookEdge) => `${from} ${port} ${to}`

/** What a user may do with the graph; absent: look at it. */
export interface GraphEditing {
  readonly mistakes: ReadonlyMap<string, number>
  readonly onMoved: (to: ReadonlyMap<string, { readonly x: number; readonly y: number }>) => void
  readonly onConnect: (edge: PlaybookEdge) => void
  /** A type of node was dropped from the list, at this place of the canvas. */
  readonly onDropped: (type: string, at: { readonly x: number; readonly y: number }) => void
}

interface GraphCanvasProps {
  readonly label: string
  readonly graph: PlaybookGraph
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
  readonly editing?: GraphEditing
  /** By node, of a run or a dry run; nodes without an entry were not reached. */
  readonly outcomes?: ReadonlyMap<string, CardState>
  readonly children?: ReactNode
}

/** The graph of a playbook, to look at or to edit (rules PLAYBOOK-UI-11 to PLAYBOOK-UI-14). */
export function GraphCanvas({ label, graph, chosen, onChoose, editing, outcomes, children }: GraphCanvasProps) {
  const [dragged, setDragged] = useState<ReadonlyMap<string, { readonly x: number; readonly y: number }>>(new Map())
  const nodes = useMemo(
    () => nodesOf({ graph, chosen, editing, outcomes, dragged }),
    [graph, chosen, editing, outcomes, dragged],
  )
  const edges = useMemo(() => edgesOf(graph, chosen, outcomes), [graph, chosen, outcomes])
  const [first] = chosen.nodes
  const inSight = useMemo(() => (chosen.nodes.size === 1 ? [...chosen.nodes] : []), [chosen])
  const box = useRef<HTMLDivElement>(null)
  // steps and connections report a click one after the other, before this is drawn again
  const latest = useRef(chosen)
  latest.current = chosen
  const choose = (next: Chosen) => {
    latest.current = next
    onChoose(next)
  }
  const { screenToFlowPosition } = useReactFlow()
  useFocused(box, chosen.nodes.size === 1 ? first : undefined)

  const onNodesChange = (changes: NodeChange<CardNode>[]) => {
    const steps = changes.flatMap((change) =>
      change.type === 'position' && change.position ? [[change.id, change.position] as const] : [],
    )
    if (steps.length > 0 && editing) setDragged((before) => new Map([...before, ...steps]))
    const selection = changes.flatMap((change) => (change.type === 'select' ? [change] : []))
    if (selection.length > 0) choose(withSelected(latest.current, selection))
  }
  const settle = () => {
    if (dragged.size > 0) editing?.onMoved(dragged)
    setDragged(new Map())
  }
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(dragType)
    if (type === '' || editing === undefined) return
    event.preventDefault()
    editing.onDropped(type, screenToFlowPosition({ x: event.clientX, y: event.clientY }))
  }
  return (
    <div
      ref={box}
      className="pb-canvas"
      onFocusCapture={(event) => chooseFocused(event, choose)}
      onDragOver={(event) => editing && event.dataTransfer.types.includes(dragType) && event.preventDefault()}
      onDrop={drop}
    >
      <Canvas<CardNode, ConnectionEdge>
        label={label}
        hasMap={graph.nodes.length >= large}
        inSight={inSight}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={fitting}
        nodesDraggable={editing !== undefined}
        nodesConnectable={editing !== undefined}
        edgesFocusable={false}
        multiSelectionKeyCode="Control"
        selectNodesOnDrag={false}
        onlyRenderVisibleElements={graph.nodes.length > 150}
        onNodesChange={onNodesChange}
        onEdgesChange={(changes: EdgeChange<ConnectionEdge>[]) => {
          const hit = changes.find((change) => change.type === 'select' && change.selected)
          if (hit?.type === 'select') choose({ nodes: new Set(), edge: hit.id })
        }}
        onNodeDragStop={settle}
        onSelectionDragStop={settle}
        onConnect={({ source, sourceHandle, target }: Connection) =>
          editing?.onConnect({ from: source, port: sourceHandle ?? 'next', to: target })
        }
        onPaneClick={() => choose(nothingChosen)}
      >
        <ZoomTools />
        {children}
      </Canvas>
    </div>
  )
}

/** The kind of data that the list of node types drags. */
export const dragType = 'application/x-carapace-node'

type Selected = { readonly id: string; readonly selected: boolean }

function withSelected(chosen: Chosen, changes: readonly Selected[]): Chosen {
  const nodes = new Set(chosen.nodes)
  for (const { id, selected } of changes) {
    if (selected) nodes.add(id)
    else nodes.delete(id)
  }
  return { nodes, edge: nodes.size > 0 ? undefined : chosen.edge }
}

interface Drawn extends Pick<GraphCanvasProps, 'graph' | 'chosen'> {
  readonly editing: GraphEditing | undefined
  readonly outcomes: ReadonlyMap<string, CardState> | undefined
  readonly dragged: ReadonlyMap<string, { readonly x: number; readonly y: number }>
}

const unreached: CardState = { state: undefined, text: 'Not reached', ports: [] }

function nodesOf({ graph, chosen, editing, outcomes, dragged }: Drawn): CardNode[] {
  return graph.nodes.map((node) => {
    const ports = portsOf(node)
    const { width, height } = sizeOf(ports)
    const outcome = outcomes && (outcomes.get(node.id) ?? unreached)
    const mistakes = editing?.mistakes.get(node.id) ?? 0
    return {
      id: node.id,
      type: 'step',
      position: dragged.get(node.id) ?? node.position,
      width,
      height,
      measured: { width, height },
      handles: handlesOf(ports, width, height),
      selected: chosen.nodes.has(node.id),
      ariaLabel: [titleOf(node), node.id, mistakes > 0 && `${mistakes} mistakes`, outcome?.text]
        .filter(Boolean)
        .join(', '),
      data: { node, ports, isEditable: editing !== undefined, mistakes, outcome },
    }
  })
}

/** The middles of the upper edge and of each exit, so that lines are drawn before the cards are measured. */
function handlesOf(ports: readonly string[], width: number, height: number): NonNullable<CardNode['handles']> {
  return [
    { type: 'target', position: Position.Top, x: width / 2 - 0.5, y: 0, width: 1, height: 1 },
    ...ports.map((port, index) => ({
      id: port,
      type: 'source' as const,
      position: Position.Bottom,
      x: ((index + 0.5) * width) / ports.length - 0.5,
      y: height - 1,
      width: 1,
      height: 1,
    })),
  ]
}

function edgesOf(
  graph: PlaybookGraph,
  chosen: Chosen,
  outcomes: ReadonlyMap<string, CardState> | undefined,
): ConnectionEdge[] {
  return graph.edges.map((edge) => {
    const isTaken = outcomes?.get(edge.from)?.ports.includes(edge.port) === true
    const key = edgeKey(edge)
    return {
      id: key,
      type: 'connection',
      source: edge.from,
      sourceHandle: edge.port,
      target: edge.to,
      selected: chosen.edge === key,
      markerEnd: isTaken ? { ...marker, color: 'var(--ok-f)' } : marker,
      data: { isTaken, isFaded: outcomes !== undefined && !isTaken },
    }
  })
}

/** Chooses a card that gets the focus by keyboard. */
function chooseFocused({ target }: FocusEvent, onChoose: (chosen: Chosen) => void): void {
  const id =
    target instanceof Element && target.matches('.react-flow__node:focus-visible')
      ? target.getAttribute('data-id')
      : null
  if (id !== null) onChoose(justNode(id))
}

/** Focuses the chosen card, unless the user is typing. */
function useFocused(box: React.RefObject<HTMLDivElement | null>, id: string | undefined): void {
  const known = useRef(id)
  useEffect(() => {
    if (id === known.current) return
    known.current = id
    const isTyping = document.activeElement?.matches('input, textarea, select, [role=dialog] *') === true
    if (id !== undefined && !isTyping)
      box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  }, [box, id])
}
