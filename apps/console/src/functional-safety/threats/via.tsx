import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'

/** What leads from a threat scenario to a safety goal; nothing: the link is stated. */
export function Via({ nodes }: { readonly nodes: readonly Node[] }) {
  if (nodes.length === 0) return <span className="c-note">stated</span>
  return (
    <span className="c-note" title={nodes.map(({ code, title }) => `${code} ${title}`).join('\n')}>
      through {nodes.map(({ code }) => code).join(', ')}
    </span>
  )
}
