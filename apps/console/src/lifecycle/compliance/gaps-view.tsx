import { ChevronRightIcon, TickCircleIcon, WrenchIcon } from '@blueprintjs/icons'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Node } from '@carapace/shared/lifecycle/artefacts.contract'
import { fixGap, type Gap, getGaps } from '@carapace/shared/lifecycle/gaps.contract'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { call, messageOf } from '../../core/call.ts'
import { number } from '../../core/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { useProgramMoves } from '../use-program-moves.ts'
import { useTold } from '../use-told.ts'

interface GapsViewProps {
  readonly programUuid: string
  readonly refusal: string | undefined
}

const tones = { error: 'red', warning: 'yellow', hint: 'grey' } as const

/** What is missing in a program, rule by rule, with the step that mends it where there is one. */
export function GapsView({ programUuid, refusal }: GapsViewProps) {
  const { data, problem, again } = useTold(useCallback((signal: AbortSignal) => call(getGaps, { program_uuid: programUuid }, { signal }), [programUuid]))
  useProgramMoves(programUuid, again)
  const open = data?.gaps.filter(({ total }) => total > 0)
  return (
    <div className="co-body" tabIndex={0} role="group" aria-label="Gaps">
      {problem !== undefined && data === undefined && <ErrorState title="The gaps did not load" onRetry={again}>{messageOf(problem)}</ErrorState>}
      {problem === undefined && data === undefined && <SkeletonRows rows={8} columns={['80px', '2fr', '80px']} />}
      {open?.length === 0 && <EmptyState icon={<TickCircleIcon size={24} />} title="No gaps">Everything that the rules ask for is there.</EmptyState>}
      {open?.map((gap) => <OneGap key={gap.rule} programUuid={programUuid} gap={gap} refusal={refusal} again={again} />)}
    </div>
  )
}

function OneGap({ programUuid, gap, refusal, again }: GapsViewProps & { readonly gap: Gap; readonly again: () => void }) {
  const { title, severity, total, nodes, items } = gap
  return (
    <details className="co-gap">
      <summary><ChevronRightIcon size={12} className="co-turn" /><Badge tone={tones[severity]}>{severity}</Badge> <b>{title}</b> <span className="pg-note num">{number(total)}</span></summary>
      <ul className="pg-lines">
        {nodes.map((node) => <Line key={node.uuid} programUuid={programUuid} gap={gap} node={node} refusal={refusal} again={again} />)}
        {items.map((item) => <Line key={item.code} programUuid={programUuid} gap={gap} item={item} refusal={refusal} again={again} />)}
      </ul>
      {total > nodes.length + items.length && <p className="c-note co-rest num">{number(total - nodes.length - items.length)} more.</p>}
    </details>
  )
}

type LineProps = GapsViewProps & { readonly gap: Gap; readonly again: () => void } & ({ readonly node: Node; readonly item?: never } | { readonly node?: never; readonly item: Gap['items'][number] })

/** One thing that breaks a rule: an artefact, or what there should be one for. */
function Line({ programUuid, gap: { rule, fix }, node, item, refusal, again }: LineProps) {
  const [busy, setBusy] = useState(false)
  const { code, title } = node ?? item
  const mend = async () => {
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
        {node ? <Link to={(artefactKindNamed(node.kind)?.page ?? '/org/lifecycle/program') as never} search={{ programId: programUuid, open: code } as never}>{title}</Link> : <span>{title}</span>}
      </span>
      {fix && <ActButton icon={<WrenchIcon size={12} />} refusal={refusal} loading={busy} aria-label={`${fix.label}: ${code}`} onClick={() => void mend()}>{fix.label}</ActButton>}
    </li>
  )
}
