import { observableGraph } from '@carapace/shared/msoc/observables/observables.contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import {
  Canvas,
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlowProvider,
} from '../../../core/flow/flow.tsx'
import { sentenceCase } from '../../../core/format/format.ts'
import { Loaded } from '../../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { type Graph, type GraphNode, nodeSize, placesOf } from './graph-places.ts'

interface SharedGraphProps {
  readonly uuid: string
  readonly onOpen: (uuid: string) => void
}

/** The alerts, cases and observables that share an observable, as a graph (rule OBSERVABLE-UI-7). */
export function SharedGraph({ uuid, onOpen }: SharedGraphProps) {
  const { data, problem, refetch } = useEndpoint(observableGraph, { uuid }, { keepPrevious: false })
  return (
    <Loaded
      what="The graph"
      data={data}
      problem={problem}
      onRetry={refetch}
      skeleton={<SkeletonRows rows={8} columns={['20%', '20%', '20%', '20%']} />}
    >
      {(graph) =>
        graph.nodes.length === 1 ? (
          <p className="c-note ob-none">Nothing shares it yet.</p>
        ) : (
          <>
            {graph.is_cut && <p className="c-note ob-none">The latest alerts and the closest observables only.</p>}
            <div className="ob-graph">
              <ReactFlowProvider>
                <Drawn graph={graph} onOpen={onOpen} />
              </ReactFlowProvider>
            </div>
          </>
        )
      }
    </Loaded>
  )
}

type Card = Node<
  { readonly node: GraphNode; readonly isCentre: boolean; readonly onOpen: (uuid: string) => void },
  'card'
>

const nodeTypes = { card: CardView }
const fit = { padding: 0.1, maxZoom: 1 } as const

function Drawn({ graph, onOpen }: { readonly graph: Graph; readonly onOpen: (uuid: string) => void }) {
  const nodes = useMemo<Card[]>(() => {
    const places = placesOf(graph.nodes)
    return graph.nodes.map((node, index) => ({
      id: node.id,
      type: 'card',
      position: places.get(node.id)!,
      ...nodeSize,
      data: { node, isCentre: index === 0, onOpen },
      draggable: false,
      connectable: false,
    }))
  }, [graph, onOpen])
  const edges = useMemo<Edge[]>(
    () => graph.edges.map(({ from, to }) => ({ id: `${from} ${to}`, source: from, target: to, focusable: false })),
    [graph],
  )
  return (
    <Canvas<Card, Edge>
      label="What shares the observable"
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      fitView
      fitViewOptions={fit}
      nodesFocusable={false}
    />
  )
}

function CardView({ data: { node, isCentre, onOpen } }: NodeProps<Card>) {
  return (
    <div className={isCentre ? 'ob-card ob-card-centre' : 'ob-card'} title={node.title}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <span className="ob-card-kind">
        {sentenceCase(node.kind)} · {node.kind === 'observable' ? node.detail : sentenceCase(node.detail)}
      </span>
      <Title node={node} isCentre={isCentre} onOpen={onOpen} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

function Title({ node, isCentre, onOpen }: Card['data']) {
  if (isCentre) return <b className="mono">{node.title}</b>
  if (node.kind === 'alert')
    return (
      <Link to="/org/msoc/dashboard/alert-management/general" search={{ alert: node.id } as never}>
        {node.title}
      </Link>
    )
  if (node.kind === 'case')
    return (
      <Link to="/org/msoc/dashboard/case-management/general" search={{ case: node.id } as never}>
        {node.title}
      </Link>
    )
  return (
    <button type="button" className="mono" onClick={() => onOpen(node.id)}>
      {node.title}
    </button>
  )
}
