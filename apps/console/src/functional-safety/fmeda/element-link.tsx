import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'

interface ElementLinkProps {
  readonly uuid: string
  /** Also shows the title. */
  readonly isTitled?: boolean
}

/** A hardware element as a link. */
export function ElementLink({ uuid, isTitled = false }: ElementLinkProps) {
  const node = nodeAt(
    usePageGraph((graph) => graph),
    uuid,
  )
  if (!node) return null
  return (
    <NodeLink node={node}>
      <span className="mono">{node.code}</span>
      {isTitled && ` ${node.title}`}
    </NodeLink>
  )
}
