import { TickCircleIcon } from '@blueprintjs/icons'
import { idText } from '@carapace/shared/msoc/can/frame'
import { diffProfiles } from '@carapace/shared/msoc/can/profiles.contract'
import type { z } from 'zod'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { useEndpoint } from '../../core/call/query.ts'

type Change = z.output<typeof diffProfiles.output>['changes'][number]

const tones = { added: 'green', removed: 'red', changed: 'yellow' } as const

/** The differences of this profile from another one (rule PROFILE-UI-7). */
export function Differences({
  before,
  after,
  title,
}: {
  readonly before: string
  readonly after: string
  readonly title: string
}) {
  const { data, problem, refetch } = useEndpoint(diffProfiles, { before, after })
  if (problem !== undefined && data === undefined)
    return (
      <ErrorState title="The differences did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data === undefined) return <SkeletonRows rows={8} columns={['96px', '1fr', '2fr']} />
  if (data.changes.length === 0)
    return (
      <EmptyState icon={<TickCircleIcon size={24} />} title="No difference">
        Its content is the same as that of {title}.
      </EmptyState>
    )
  return (
    <section className="cpr-changes" tabIndex={0} aria-label={`Differences from ${title}`}>
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Id</th>
            <th scope="col">Change</th>
            <th scope="col">What</th>
            <th scope="col">{title}</th>
            <th scope="col">This profile</th>
          </tr>
        </thead>
        <tbody>{data.changes.flatMap((change) => rowsOf(change))}</tbody>
      </table>
    </section>
  )
}

function rowsOf(change: Change) {
  const fields = change.fields.length === 0 ? [{ field: '', before: '', after: '' }] : change.fields
  return fields.map(({ field, before, after }, i) => (
    <tr key={`${change.id} ${change.ext} ${field}`}>
      <td className="mono">{i === 0 && nameOf(change)}</td>
      <td>{i === 0 && <Badge tone={tones[change.kind]}>{change.kind}</Badge>}</td>
      <td>{field}</td>
      <td className="num">{before}</td>
      <td className="num">{after}</td>
    </tr>
  ))
}

function nameOf({ id, ext, name }: Change): string {
  return id === null ? 'bus' : `${idText(id, ext)}${name === null ? '' : ` ${name}`}`
}
