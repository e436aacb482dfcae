import { useMemo, useState } from 'react'
import { Canvas, Panel, Position, ZoomTools } from '../../core/flow/flow.tsx'
import { ratingText } from './words.ts'
import { type CardNode, StepCard } from './card.tsx'
import { type TreeEditorContext, useTreeEditorContext } from './editor-context.ts'
import { moved, withPart } from './edits.ts'
import { sizeOf, treeLayout } from './layout.ts'
import { cardUnder, selectFocused, useFocused } from '../../graph/tree/canvas.ts'
import { Branch, type LineEdge } from '../../graph/tree/line.tsx'
import { colouredSteps, placesOn, ratingsAt } from './rating.ts'
import { whyNotThere } from './moving.ts'
import { toast } from '../../core/ui/toast.ts'

const nodeTypes = { step: StepCard }
const edgeTypes = { branch: Branch }
const fitting = { padding: 0.08, maxZoom: 1.15 }

/**
 * The drawn tree, with the most feasible path in orange. A step that is dropped on another moves there as a part; with
 * Alt it also stays where it was.
 */
export function TreeCanvas() {
  const context = useTreeEditorContext()
  const { places, selected, select, store, refusal, moving } = context
  const layout = useMemo(() => treeLayout(places), [places])
  const on = usePlacesOn(context)
  const [dragged, setDragged] = useState<{ key: string; x: number; y: number; over: string | undefined }>()
  const nodes = useMemo(
    () =>
      [...places.values()].map((place): CardNode => {
        const at = layout.get(place.key)!
        const { width, height } = sizeOf(place)
        return {
          id: place.key,
          type: 'step',
          position: dragged?.key === place.key ? dragged : at,
          width,
          height,
          measured: { width, height },
          handles: [
            { type: 'target', position: Position.Top, x: width / 2 - 0.5, y: 0, width: 1, height: 1 },
            { type: 'source', position: Position.Bottom, x: width / 2 - 0.5, y: height - 1, width: 1, height: 1 },
          ],
          selected: place.key === selected?.key,
          draggable: refusal === undefined && place.parent !== undefined,
          ariaLabel: ariaLabelOf(context, place.key),
          zIndex: dragged?.key === place.key ? 10 : 0,
          data: {
            place,
            isOn: on.has(place.key),
            isTarget:
              dragged?.over === place.key ||
              (moving !== undefined && selected?.key === place.key && moving.key !== place.key),
          },
        }
      }),
    [places, layout, dragged, selected, refusal, on, moving, context],
  )
  const edges = useMemo(
    () =>
      [...places.values()].flatMap(({ key, parent }): LineEdge[] =>
        parent === undefined
          ? []
          : [
              {
                id: `${key}^`,
                type: 'branch',
                source: parent,
                target: key,
                focusable: false,
                selectable: false,
                data: { isOn: on.has(key) },
                zIndex: on.has(key) ? 1 : 0,
              },
            ],
      ),
    [places, on],
  )
  const inSight = useMemo(() => (selected ? [selected.key] : []), [selected])
  useFocused(selected?.key)

  const drop = (key: string, over: string | undefined, isShared: boolean) => {
    setDragged(undefined)
    const [place, host] = [places.get(key), over === undefined ? undefined : places.get(over)]
    const from = place?.parent === undefined ? undefined : places.get(place.parent)
    if (!place || !host || !from) return
    const why = whyNotThere(store.getState().shown, place, host)
    if (why !== undefined) return toast.error(why)
    store.run(`${isShared ? 'Use' : 'Move'} ${place.step.title}`, (tree) =>
      isShared ? withPart(tree, host.step.id, place.step.id) : moved(tree, place.step.id, from.step.id, host.step.id),
    )
    select(`${host.key}/${place.step.id}`)
  }
  return (
    <div className="te-canvas" onFocusCapture={(event) => selectFocused(event, select)}>
      <Canvas<CardNode, LineEdge>
        label={`Attack tree: ${context.artefact.title}`}
        inSight={inSight}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesConnectable={false}
        edgesFocusable={false}
        elementsSelectable
        fitView
        fitViewOptions={fitting}
        onlyRenderVisibleElements={places.size > 150}
        onNodeClick={(_event, { id }) => select(id)}
        onPaneClick={() => select(undefined)}
        onNodeDrag={(_event, node) => setDragged({ key: node.id, ...node.position, over: cardUnder(node, nodes) })}
        onNodeDragStop={(event, node) => drop(node.id, cardUnder(node, nodes), event.altKey)}
      >
        <ZoomTools />
        <Legend />
      </Canvas>
    </div>
  )
}

function usePlacesOn({ rated, view, places, path }: TreeEditorContext): ReadonlySet<string> {
  return useMemo(() => {
    if (!rated) return new Set<string>()
    return placesOn(places, rated.sets, colouredSteps(rated, view, path))
  }, [rated, view, places, path])
}

function ariaLabelOf({ places, rated, view, threat }: TreeEditorContext, key: string): string {
  const { step, code, depth } = places.get(key)!
  const rating = rated && ratingsAt(rated.scenarios[view.scenario], step.id)?.[view.method]
  return [
    depth === 0 ? threat?.code : code,
    step.title,
    ratingText(view.method, rating),
    step.gate && `${step.gate.toUpperCase()} of ${step.parts.length}`,
  ]
    .filter(Boolean)
    .join(', ')
}

function Legend() {
  const { method, view } = useTreeEditorContext()
  const isSum = view.method === 'potential' && method.potential.and === 'sum'
  return (
    <Panel position="bottom-right" className="fl-float te-legend">
      <span>
        <i className="at-legend-path" />
        most feasible path
      </span>
      <span>
        <i className="at-legend-and" />
        AND, {isSum ? 'sum of each factor' : 'hardest factor of each'}
      </span>
      <span>
        <i className="at-legend-or" />
        OR, easiest child
      </span>
    </Panel>
  )
}
