import { Button } from '@blueprintjs/core'
import { TickCircleIcon } from '@blueprintjs/icons'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { Link } from '@tanstack/react-router'
import { age, number, sentenceCase, useNow, zonedDateTime } from '../../core/format/format.ts'
import { Panel } from '../../core/landing/panel.tsx'
import type { WorkItem } from '../../core/landing/work.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useWork, type Work } from './use-work.ts'

/** The user's pending work for today (rule LANDING-2). */
export function WorkPanel({ user }: { readonly user: SessionUser }) {
  const work = useWork(user)
  const items = work.flatMap(({ source, found }) =>
    (found?.data ?? []).map((item) => ({ ...item, key: `${source.name} ${item.key}` })),
  )
  const isLoading = work.some(({ found }) => found === undefined)
  const failed = work.filter(({ found }) => found?.at === undefined && found?.problem !== undefined)
  return (
    <Panel title="Assigned to me" extra={isLoading ? undefined : countOf(items)}>
      {items.length > 0 && (
        <ol className="ld-rows">
          {items.map((item) => (
            <li key={item.key}>
              <Line {...item} />
            </li>
          ))}
        </ol>
      )}
      {isLoading && <SkeletonRows rows={4} rowHeight={36} columns={['16px', '3fr', '80px', '40px']} />}
      {failed.map((each) => (
        <Failed key={each.source.name} {...each} />
      ))}
      {items.length === 0 && !isLoading && failed.length === 0 && (
        <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing waits for you">
          No alert or case is yours, and your account is in order.
        </EmptyState>
      )}
    </Panel>
  )
}

/** Each row counts as one item, and a row that shows "more" counts as that number. */
function countOf(items: readonly WorkItem[]): string | undefined {
  const count = items.reduce((sum, item) => sum + (item.count ?? 1), 0)
  return count === 0 ? undefined : number(count)
}

/** The message of a part that did not load; the other parts stay (rule LANDING-3). */
function Failed({ source, found }: Work) {
  return (
    <p className="ld-failed" role="alert">
      <span>
        {sentenceCase(source.name)} did not load. {found?.problem}
      </span>
      <Button size="small" variant="outlined" onClick={found?.retry}>
        Try again
      </Button>
    </p>
  )
}

function Line({ link, icon, title, note, status, action, at, isUrgent = false }: WorkItem) {
  return (
    <Link {...link} className={isUrgent ? 'ld-row ld-wait ld-urgent' : 'ld-row ld-wait'} title={title}>
      <span className="ld-icon">{icon}</span>
      <span className="ld-cut">{title}</span>
      <span className="ld-note ld-cut">{note !== undefined && <span className="mono">{note}</span>}</span>
      <span className="ld-badge">{status !== undefined && <StatusBadge status={status} />}</span>
      <span className="ld-faint ld-right num">{at ? <Age {...at} /> : action}</span>
    </Link>
  )
}

function Age({ label, time }: NonNullable<WorkItem['at']>) {
  const now = useNow(10_000)
  return <span title={`${label} ${zonedDateTime(time)}`}>{age(now - Date.parse(time))}</span>
}
