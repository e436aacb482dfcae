import { Button } from '@blueprintjs/core'
import { BriefcaseIcon, EnvelopeIcon, KeyIcon, MobilePhoneIcon, TickCircleIcon } from '@blueprintjs/icons'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { age, number, useNow, zonedDateTime } from '../../core/format/format.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { caseAt } from '../../msoc/dashboard/links.ts'
import { caseId } from '../../msoc/cases/list.ts'
import { alertAt, myCases, openAlerts, password, team, twoFactor } from './links.ts'
import { Panel } from './panel.tsx'
import { type Source, useWaiting } from './use-waiting.ts'
import type { Waiting } from './waiting.ts'

/** The user's pending work for today (rule LANDING-2). */
export function WaitingPanel({ user }: { readonly user: SessionUser }) {
  const { waiting, isLoading, failed } = useWaiting(user)
  return (
    <Panel title="Assigned to me" extra={isLoading ? undefined : countOf(waiting)}>
      {waiting.length > 0 && (
        <ol className="ld-rows">
          {waiting.map((each) => (
            <li key={keyOf(each)}>
              <Item waiting={each} />
            </li>
          ))}
        </ol>
      )}
      {isLoading && <SkeletonRows rows={4} rowHeight={36} columns={['16px', '3fr', '80px', '40px']} />}
      {failed.map((source) => (
        <Failed key={source.what} source={source} />
      ))}
      {waiting.length === 0 && !isLoading && failed.length === 0 && (
        <EmptyState icon={<TickCircleIcon size={24} />} title="Nothing waits for you">
          No alert or case is yours, and your account is in order.
        </EmptyState>
      )}
    </Panel>
  )
}

/** Each row counts as one item, and a row that shows "more" counts as that number. */
function countOf(waiting: readonly Waiting[]): string | undefined {
  const count = waiting.reduce(
    (sum, each) => sum + (each.kind === 'more-alerts' || each.kind === 'more-cases' ? each.count : 1),
    0,
  )
  return count === 0 ? undefined : number(count)
}

function keyOf(waiting: Waiting): string {
  if (waiting.kind === 'alert') return waiting.alert.uuid
  return waiting.kind === 'case' ? waiting.case.uuid : waiting.kind
}

/** The message of a part that did not load; the other parts stay (rule LANDING-3). */
function Failed({ source: { what, problem, retry } }: { readonly source: Source }) {
  return (
    <p className="ld-failed" role="alert">
      <span>
        {what} did not load. {problem}
      </span>
      <Button size="small" variant="outlined" onClick={retry}>
        Try again
      </Button>
    </p>
  )
}

const some = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

function Item({ waiting }: { readonly waiting: Waiting }) {
  const now = useNow(10_000)
  switch (waiting.kind) {
    case 'password':
      return (
        <Line
          link={password}
          icon={<KeyIcon size={14} />}
          title="Your password is temporary"
          extra="Choose your own"
          isUrgent
        />
      )
    case 'two-factor':
      return (
        <Line
          link={twoFactor}
          icon={<MobilePhoneIcon size={14} />}
          title="Two-factor verification is off"
          extra="Switch it on"
        />
      )
    case 'unassigned':
      return (
        <Line
          link={openAlerts({ severity: 'critical', owner: 'none' })}
          icon={<SeverityGlyph severity="critical" label="critical" />}
          title={`${some(waiting.count, 'critical alert is', 'critical alerts are')} unassigned`}
          extra="Assign"
          isUrgent
        />
      )
    case 'alert': {
      const { uuid, number: id, title, severity, status, vehicle, last_seen: seen } = waiting.alert
      return (
        <Line
          link={alertAt(uuid)}
          icon={<SeverityGlyph severity={severity} label={severity} />}
          title={title}
          note={<span className="mono">{vehicle?.vin ?? `ALR-${id}`}</span>}
          badge={<StatusBadge status={status} />}
          extra={<span title={`Last seen ${zonedDateTime(seen)}`}>{age(now - Date.parse(seen))}</span>}
        />
      )
    }
    case 'case': {
      const { uuid, title, stage, updated_at: at } = waiting.case
      return (
        <Line
          link={caseAt(uuid)}
          icon={<BriefcaseIcon size={14} />}
          title={title}
          note={<span className="mono">{caseId(waiting.case)}</span>}
          badge={<StatusBadge status={stage} />}
          extra={<span title={`Updated ${zonedDateTime(at)}`}>{age(now - Date.parse(at))}</span>}
        />
      )
    }
    case 'more-alerts':
      return (
        <Line
          link={openAlerts({ owner: 'me' })}
          title={`${some(waiting.count, 'more alert', 'more alerts')} of yours`}
        />
      )
    case 'more-cases':
      return <Line link={myCases} title={`${some(waiting.count, 'more case', 'more cases')} of yours`} />
    case 'invitations':
      return <Line link={team} icon={<EnvelopeIcon size={14} />} title={invitationsText(waiting)} extra="See them" />
  }
}

function invitationsText({ expired, expiring }: { readonly expired: number; readonly expiring: number }): string {
  const parts = [
    ...(expired > 0 ? [some(expired, 'invitation has expired', 'invitations have expired')] : []),
    ...(expiring > 0 ? [`${some(expiring, 'invitation expires', 'invitations expire')} within a day`] : []),
  ]
  return parts.join(', ')
}

interface LineProps {
  readonly link: LinkOptions
  readonly icon?: ReactNode
  readonly title: string
  readonly note?: ReactNode
  readonly badge?: ReactNode
  readonly extra?: ReactNode
  readonly isUrgent?: boolean
}

function Line({ link, icon, title, note, badge, extra, isUrgent = false }: LineProps) {
  return (
    <Link {...link} className={isUrgent ? 'ld-row ld-wait ld-urgent' : 'ld-row ld-wait'} title={title}>
      <span className="ld-icon">{icon}</span>
      <span className="ld-cut">{title}</span>
      <span className="ld-note ld-cut">{note}</span>
      <span className="ld-badge">{badge}</span>
      <span className="ld-faint ld-right num">{extra}</span>
    </Link>
  )
}
