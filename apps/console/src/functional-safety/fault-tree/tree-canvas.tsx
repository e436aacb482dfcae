import { useMemo, useState } from 'react'
import type { Place } from '../../core/flow/arrange.ts'
import { Canvas, Panel, ViewportPortal, ZoomTools } from '../../core/flow/flow.tsx'
import { toast } from '../../core/ui/toast.ts'
import { cardUnder, selectFocused, useFocused } from '../../graph/tree/canvas.ts'
import { branchPath } from '../../graph/tree/branch-path.ts'
import { nodeCache } from './cached-nodes.ts'
import { type CardNode, FaultCard, FoldContext } from './card.tsx'
import { type FaultTreeContext, useFaultTreeContext } from './editor-context.ts'
import { moved, withPart } from './edits.ts'
import { treeLayout } from './layout.ts'
import { whyNotThere } from './moving.ts'
import type { FaultPlace, Places } from './places.ts'
import { gateText, kindWords, scientific } from './words.ts'

const nodeTypes = { fault: FaultCard }
/** A tree with more places would be too small to read as a whole: the top event is shown at first. */
const mostAtOnce = 120

/**
 * The drawn tree, with what occurs because of the chosen cut set in orange. A node that is dropped on a gate moves
 * there; with Alt it also stays where it was.
 */
export function TreeCanvas() {
  const context = useFaultTreeContext()
  const { places, tree, selected, select, refusal, moving, fold, found } = context
  const { events, on } = context.analysis
  const layout = useMemo(() => treeLayout(places), [places])
  const uses = useMemo(() => usesByNode(tree.nodes), [tree.nodes])
  const searched = useMemo(() => new Set(found), [found])
  const [dragged, setDragged] = useState<{ key: string; x: number; y: number; over: string | undefined }>()
  const [nodesOf] = useState(nodeCache)
  const nodes = useMemo(
    () =>
      nodesOf(places.values(), (place) => {
        const { key, node, parent } = place
        const at = layout.get(key)!
        const probability = events.get(node.id)?.probability
        const text = probability === undefined ? '' : scientific(probability)
        return {
          at: dragged?.key === key ? { ...at, x: dragged.x, y: dragged.y } : at,
          selected: key === selected?.key,
          draggable: refusal === undefined && parent !== undefined,
          probability: text,
          uses: uses.get(node.id) ?? 0,
          isOn: on.has(node.id),
          isTarget: dragged?.over === key || (moving !== undefined && selected?.key === key && moving.key !== key),
          isFound: searched.has(node.id),
          isLifted: dragged?.key === key,
          label: labelOf(place, text),
        }
      }),
    [nodesOf, places, layout, events, dragged, selected, refusal, uses, on, moving, searched],
  )
  const inSight = useMemo(() => (selected ? [selected.key] : []), [selected])
  useFocused(selected?.key)
  const isLarge = places.size > mostAtOnce
  const fitting = useMemo(
    () => (isLarge ? { nodes: [{ id: tree.top }], padding: 0.08, maxZoom: 0.9 } : { padding: 0.08, maxZoom: 1.15 }),
    [isLarge, tree.top],
  )

  return (
    <div className="te-canvas" onFocusCapture={(event) => selectFocused(event, select)}>
      <FoldContext value={fold}>
        <Canvas<CardNode, never>
          label={`Fault tree: ${context.artefact.title}`}
          inSight={inSight}
          nodes={nodes}
          nodeTypes={nodeTypes}
          nodesConnectable={false}
          elementsSelectable
          fitView
          fitViewOptions={fitting}
          onlyRenderVisibleElements={isLarge}
          onNodeClick={(_event, { id }) => select(id)}
          onPaneClick={() => select(undefined)}
          onNodeDrag={(_event, node) => setDragged({ key: node.id, ...node.position, over: cardUnder(node, nodes) })}
          onNodeDragStop={(event, node) => {
            setDragged(undefined)
            drop(context, node.id, cardUnder(node, nodes), event.altKey)
          }}
        >
          <ViewportPortal>
            <Lines places={places} layout={layout} on={on} />
          </ViewportPortal>
          <ZoomTools />
          <Legend context={context} />
        </Canvas>
      </FoldContext>
    </div>
  )
}

/** All lines as two paths: a thousand elements would cost more than the cards. */
function Lines({
  places,
  layout,
  on,
}: {
  readonly places: Places
  readonly layout: ReadonlyMap<string, Place>
  readonly on: ReadonlySet<string>
}) {
  const [all, marked] = useMemo(() => linesOf(places, layout, on), [places, layout, on])
  return (
    <svg className="ft-lines" aria-hidden>
      <path d={all} />
      <path d={marked} className="ft-line-on" />
    </svg>
  )
}

/** The lines of a tree, and those to nodes that occur. */
function linesOf(
  places: Places,
  layout: ReadonlyMap<string, Place>,
  on: ReadonlySet<string>,
): readonly [all: string, marked: string] {
  let all = ''
  let marked = ''
  for (const { key, parent, node } of places.values()) {
    if (parent === undefined) continue
    const [from, to] = [layout.get(parent)!, layout.get(key)!]
    const path = branchPath(from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y)
    if (on.has(node.id) && on.has(places.get(parent)!.node.id)) marked += path
    else all += path
  }
  return [all, marked]
}

function usesByNode(nodes: FaultTreeContext['tree']['nodes']): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const node of nodes)
    if (node.kind === 'gate') for (const part of node.parts) uses.set(part, (uses.get(part) ?? 0) + 1)
  return uses
}

function labelOf({ node }: FaultPlace, probability: string): string {
  return [node.id, node.title, node.kind === 'gate' ? gateText(node) : kindWords[node.kind], probability]
    .filter(Boolean)
    .join(', ')
}

function drop(
  { places, tree, run, select, unfold }: FaultTreeContext,
  key: string,
  over: string | undefined,
  isShared: boolean,
): void {
  const [place, host] = [places.get(key), over === undefined ? undefined : places.get(over)]
  const from = place?.parent === undefined ? undefined : places.get(place.parent)
  if (!place || !host || !from) return
  const why = whyNotThere(tree, place, host)
  if (why !== undefined) return toast.error(why)
  const { id } = place.node
  const done = run(`${isShared ? 'Use' : 'Move'} ${id}`, (now) =>
    isShared ? withPart(now, host.node.id, id) : moved(now, id, from.node.id, host.node.id),
  )
  if (!done) return
  unfold(host.key)
  select(`${host.key}/${id}`)
}

function Legend({ context: { analysis } }: { readonly context: FaultTreeContext }) {
  if (analysis.chosen === undefined) return null
  return (
    <Panel position="bottom-right" className="fl-float te-legend">
      <span>
        <i className="ft-legend-on" />
        occurs because of the chosen cut set
      </span>
    </Panel>
  )
}
