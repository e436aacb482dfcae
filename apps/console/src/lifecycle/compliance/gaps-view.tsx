import { ChevronRightIcon, TickCircleIcon, WrenchIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Node } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { fixGap, type Gap, gapsPerPage, getGaps } from '@carapace/shared/lifecycle/compliance/gaps.contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { Pager } from '../../graph/programs/pager.tsx'
import { useProgramMoves } from '../../graph/programs/use-program-moves.ts'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'

interface GapsViewProps {
  readonly programUuid: string
  /**
   * The project in the address: only its gaps are listed, and links stay in it (GRAPH-UI-18, GRAPH-UI-21 of
   * graph/SPEC.md).
   */
  readonly projectId: string | undefined
  readonly refusal: string | undefined
}

const tones = { error: 'red', warning: 'yellow', hint: 'grey' } as const

/**
 * The gaps of a program or of one of its projects, rule by rule, with the action that closes each, where there is one.
 */
export function GapsView({ programUuid, projectId, refusal }: GapsViewProps) {
  const {
    data,
    problem,
    refetch: again,
  } = useEndpoint(getGaps, { program_uuid: programUuid, project_uuid: projectId }, pageSubject)
  useProgramMoves(programUuid, again)
  const open = data?.gaps.filter(({ total }) => total > 0)
  return (
    <div className="co-body" tabIndex={0} role="group" aria-label="Gaps">
      {problem !== undefined && data === undefined && (
        <ErrorState title="The gaps did not load" onRetry={again}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && data === undefined && <SkeletonRows rows={8} columns={['80px', '2fr', '80px']} />}
      {open?.length === 0 && (
        <EmptyState icon={<TickCircleIcon size={24} />} title="No gaps">
          Everything that the rules ask for is there.
        </EmptyState>
      )}
      {open?.map((gap) => (
        <OneGap
          key={gap.rule}
          programUuid={programUuid}
          projectId={projectId}
          gap={gap}
          refusal={refusal}
          again={again}
        />
      ))}
    </div>
  )
}

function OneGap({ programUuid, projectId, gap, refusal, again }: LinesProps) {
  const { title, severity, total } = gap
  const [page, setPage] = useState(1)
  return (
    <details className="co-gap">
      <summary>
        <ChevronRightIcon size={12} className="co-turn" />
        <Badge tone={tones[severity]}>{severity}</Badge> <b>{title}</b>{' '}
        <span className="pg-note num">{number(total)}</span>
      </summary>
      {page === 1 ? (
        <Lines programUuid={programUuid} projectId={projectId} gap={gap} refusal={refusal} again={again} />
      ) : (
        <LaterLines
          key={page}
          page={page}
          programUuid={programUuid}
          projectId={projectId}
          gap={gap}
          refusal={refusal}
          again={again}
        />
      )}
      {(total > gapsPerPage || page > 1) && <Pager total={total} perPage={gapsPerPage} page={page} onPage={setPage} />}
    </details>
  )
}

interface LinesProps extends GapsViewProps {
  readonly gap: Gap
  readonly again: () => void
}

/**
 * A later page is fetched when it is opened, and again whenever the first page was: closing a gap makes the list
 * shorter.
 */
function LaterLines({ page, gap, again, ...of }: LinesProps & { readonly page: number }) {
  const { programUuid, projectId } = of
  const { rule } = gap
  const {
    data,
    problem,
    refetch: refetchPage,
  } = useEndpoint(getGaps, { program_uuid: programUuid, project_uuid: projectId, rule, page }, pageSubject)
  useEffect(refetchPage, [gap, refetchPage])
  const found = data?.gaps[0]
  if (data === undefined && problem !== undefined)
    return (
      <p className="c-problem co-rest" role="alert">
        {problem}
      </p>
    )
  if (data === undefined) return <SkeletonRows rows={8} columns={['80px', '2fr', '80px']} />
  return found === undefined || found.nodes.length + found.items.length === 0 ? (
    <p className="c-note co-rest">Nothing is left on this page.</p>
  ) : (
    <Lines {...of} gap={found} again={again} />
  )
}

function Lines({ gap, ...of }: LinesProps) {
  return (
    <ul className="pg-lines">
      {gap.nodes.map((node) => (
        <Line key={node.uuid} {...of} gap={gap} node={node} />
      ))}
      {gap.items.map((item) => (
        <Line key={item.code} {...of} gap={gap} item={item} />
      ))}
    </ul>
  )
}

type LineProps = LinesProps &
  ({ readonly node: Node; readonly item?: never } | { readonly node?: never; readonly item: Gap['items'][number] })

/** One violation of a rule: an artefact, or the item for which an artefact is missing. */
function Line({ programUuid, projectId, gap: { rule, fix }, node, item, refusal, again }: LineProps) {
  const [busy, setBusy] = useState(false)
  const { code, title } = node ?? item
  const applyFix = async () => {
    setBusy(true)
    await call(fixGap, { program_uuid: programUuid, rule, ...(node ? { uuid: node.uuid } : { item: code }) }).then(
      ({ made }) => toast.success(made.length === 0 ? 'Done.' : `${made.map((each) => each.code).join(', ')}: done.`),
      (problem: unknown) => toast.error(messageOf(problem)),
    )
    setBusy(false)
    again()
  }
  return (
    <li>
      <span className="mono pg-note">{code}</span>
      <span className="pg-line-words">
        {node ? (
          <Link
            to={(artefactKindNamed(node.kind)?.page ?? '/org/lifecycle/program') as never}
            search={{ programId: programUuid, projectId, open: code } as never}
          >
            {title}
          </Link>
        ) : (
          <span>{title}</span>
        )}
      </span>
      {fix && (
        <ActButton
          icon={<WrenchIcon size={12} />}
          refusal={refusal}
          loading={busy}
          aria-label={`${fix.label}: ${code}`}
          onClick={() => void applyFix()}
        >
          {fix.label}
        </ActButton>
      )}
    </li>
  )
}
