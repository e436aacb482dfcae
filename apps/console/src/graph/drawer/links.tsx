import { CrossIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { tried, usePageContext, usePageGraph } from '../page/page-context.tsx'
import { linkedWith, nodeOf } from '../store/graph-state.ts'
import { LinkButton } from '../links/link-picker.tsx'
import { linkInputOf, type LinkSide, linkSides } from '../links/link-sides.ts'
import { NodeLink } from '../links/node-link.tsx'

/** The links of an artefact, by link kind and direction; they are added and removed here. */
export function Links({ artefact }: { readonly artefact: Artefact }) {
  return (
    <section className="gr-links" aria-label="Links">
      <h3>Links</h3>
      {linkSides(artefact.kind).map((side) => (
        <Side key={side.key} artefact={artefact} side={side} />
      ))}
    </section>
  )
}

function Side({ artefact, side }: { readonly artefact: Artefact; readonly side: LinkSide }) {
  const { program, refusal } = usePageContext()
  const graph = usePageGraph((state) => state)
  const linked = linkedWith(graph, artefact.uuid, side.side, ...side.links)
  const node = nodeOf(artefact)
  if (linked.length === 0 && refusal !== undefined) return null
  return (
    <div className="gr-links-side">
      <span className="gr-links-title">
        {side.title}
        <LinkButton from={node} side={side} refusal={refusal} />
      </span>
      {linked.length > 0 && (
        <ul>
          {linked.map(({ link, node: other }) => (
            <li
              key={link.uuid}
              className={link.suspect === null ? undefined : 'gr-link-suspect'}
              title={link.suspect ?? undefined}
            >
              <NodeLink node={other} className="gr-chain-link">
                <span className="mono">{other.code}</span> {other.title}
              </NodeLink>
              <StatusBadge status={other.status} />
              {refusal === undefined && (
                <IconButton
                  size="small"
                  icon={<CrossIcon size={12} />}
                  label={`End the link with ${other.code}`}
                  onClick={() =>
                    void tried(() => program.save({ unlink: [{ ...linkInputOf(side, node, other), kind: link.kind }] }))
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
