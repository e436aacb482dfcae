import { Button } from '@blueprintjs/core'
import { getBomGraph } from '@carapace/shared/sbom/components.contract'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { arranged } from '../../core/flow/arrange.ts'
import {
  Canvas,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlowProvider,
  ZoomTools,
} from '../../core/flow/flow.tsx'
import { number } from '../../core/format/format.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { componentsText } from '../words.ts'
import type { TabProps } from './page-props.ts'

type Graph = typeof getBomGraph.output extends { _output: infer G } ? G : never
type GraphNode = Graph['nodes'][number]
type Card = Node<{ readonly node: GraphNode; readonly onOpen: (position: number) => void }, 'card'>

const size = { width: 184, height: 44 }
const fit = { padding: 0.08, maxZoom: 1 } as const
const nodeTypes = { card: CardView }

/** The dependency graph near the subject or a chosen component, with what is not drawn counted (rule SBOM-UI-8). */
export function GraphTab({ release, search, onOpen }: TabProps) {
  const [middle, setMiddle] = useState<number>()
  const { data, problem, refetch } = useEndpoint(
    getBomGraph,
    { release_uuid: release.uuid, ...(middle !== undefined && { position: middle }) },
    { keepPrevious: false },
  )
  return (
    <div className="sb-main">
      <div className="c-toolbar">
        <Button
          size="small"
          variant="outlined"
          text="Around the open component"
          disabled={search.open === undefined}
          onClick={() => setMiddle(search.open)}
        />
        <Button
          size="small"
          variant="minimal"
          text="Around the subject"
          disabled={middle === undefined}
          onClick={() => setMiddle(undefined)}
        />
        <span className="c-toolbar-total num" role="status">
          {data && `${number(data.nodes.length)} of ${componentsText(data.total)} drawn`}
        </span>
      </div>
      <Loaded
        what="The graph"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={8} columns={['20%', '20%', '20%']} />}
      >
        {(graph) => (
          <div className="sb-graph">
            <ReactFlowProvider>
              <Drawn graph={graph} onOpen={onOpen} />
            </ReactFlowProvider>
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Drawn({ graph, onOpen }: { readonly graph: Graph; readonly onOpen: (position: number) => void }) {
  const nodes = useMemo<Card[]>(() => {
    const places = arranged(
      graph.nodes.map(({ position }) => ({ id: String(position), ...size })),
      graph.edges.map(({ from, to }) => [String(from), String(to)] as const),
      { direction: 'LR', gap: 12, rankGap: 64 },
    )
    return graph.nodes.map((node) => {
      const { x, y } = places.get(String(node.position)) ?? { x: 0, y: 0 }
      return {
        id: String(node.position),
        type: 'card',
        position: { x, y },
        ...size,
        data: { node, onOpen },
        draggable: false,
        connectable: false,
      }
    })
  }, [graph, onOpen])
  const edges = useMemo<Edge[]>(
    () =>
      graph.edges.map(({ from, to, provides }) => ({
        id: `${from} ${to}`,
        source: String(from),
        target: String(to),
        focusable: false,
        ...(provides && { style: { strokeDasharray: '4 3' } }),
      })),
    [graph],
  )
  return (
    <Canvas<Card, Edge>
      label="Dependencies"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={fit}
      nodesFocusable={false}
      onlyRenderVisibleElements
    >
      <ZoomTools />
    </Canvas>
  )
}

function CardView({ data: { node, onOpen } }: NodeProps<Card>) {
  return (
    <div className={node.distance === 0 ? 'sb-card sb-card-middle' : 'sb-card'} title={`${node.name} ${node.version}`}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <button type="button" onClick={() => onOpen(node.position)}>
        {node.name}
      </button>
      <span className="sb-card-line">
        <span className="mono">{node.version}</span>
        {node.hidden > 0 && <span>{number(node.hidden)} not drawn</span>}
      </span>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}
