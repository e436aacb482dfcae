import { NodeLink } from '../../graph/links/node-link.tsx'
import { usePageGraph } from '../../graph/page/page-context.tsx'
import { nodeAt } from '../../graph/store/graph-state.ts'

/** A hardware element by its code, as a link. */
export function ElementLink({ uuid }: { readonly uuid: string }) {
  const node = nodeAt(
    usePageGraph((graph) => graph),
    uuid,
  )
  return node ? <NodeLink node={node} className="mono" /> : null
}
