import { TickCircleIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { getSuspects, type Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { Link } from '@tanstack/react-router'
import { number } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { useProgramMoves } from '../programs/use-program-moves.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'

const shown = 8

/** The suspect links: artefacts to check because something upstream changed, the latest first. */
export function SuspectsPanel({ programUuid }: { readonly programUuid: string }) {
  const {
    data,
    problem,
    refetch: again,
  } = useEndpoint(getSuspects, { program_uuid: programUuid, limit: shown }, pageSubject)
  useProgramMoves(programUuid, again)
  const nodes = new Map(data?.nodes.map((node) => [node.uuid, node]))
  return (
    <Panel
      title="Suspect, to confirm"
      extra={
        data &&
        data.total > 0 && (
          <span className="pg-note num">
            {data.total > shown ? `${shown} of ${number(data.total)}` : `All ${data.total}`}
          </span>
        )
      }
      className="pg-suspects"
    >
      {problem !== undefined && data === undefined && (
        <ErrorState title="Suspect links did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && data === undefined && (
        <SkeletonRows rows={8} columns={['64px', '2fr', '64px']} rowHeight={40} />
      )}
      {data?.total === 0 && (
        <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing is suspect">
          If something changes, the artefacts that depend on it are listed here until somebody confirms them.
        </EmptyState>
      )}
      <ul className="pg-lines">
        {data?.links.map(({ uuid, to, suspect }) => (
          <Line key={uuid} node={nodes.get(to)} reason={suspect ?? ''} programUuid={programUuid} />
        ))}
      </ul>
    </Panel>
  )
}

function Line({
  node,
  reason,
  programUuid,
}: {
  readonly node: Node | undefined
  readonly reason: string
  readonly programUuid: string
}) {
  const kind = node && artefactKindNamed(node.kind)
  if (!node || !kind) return null
  return (
    <li>
      <span className="mono pg-note">{node.code}</span>
      <span className="pg-line-words">
        <Link to={kind.page as never} search={{ programId: programUuid, open: node.code } as never} title={node.title}>
          {node.title}
        </Link>
        <span className="pg-suspect-why" title={reason}>
          {reason}
        </span>
      </span>
      <span className="pg-note">{kind.title}</span>
    </li>
  )
}
