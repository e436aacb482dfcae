import { getAlertRules } from '@carapace/shared/msoc/alerts/alerts.contract'
import { TickCircleIcon } from '@blueprintjs/icons'
import { useEffect } from 'react'
import type { z } from 'zod'
import { useEndpoint } from '../../../core/call/query.ts'
import { age, number, useNow, zonedDateTime } from '../../../core/format/format.ts'
import { useTimeRange } from '../../../core/time/conductor.ts'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SeverityLabel } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { whenToCount } from '../histogram/histogram-refresh.ts'
import { useAlertPage } from '../page-context.tsx'
import { ofRule } from './grouping.ts'
import './groups.css'

/** The rules of the alerts that the filter finds; a click lists the alerts of one (rule QUEUE-83). */
export function RuleList() {
  const { data, problem, refetch } = useRules()
  if (problem !== undefined && data === undefined)
    return (
      <ErrorState title="The rules did not load" onRetry={refetch}>
        {problem}
      </ErrorState>
    )
  if (data === undefined) return <SkeletonRows rows={12} rowHeight={32} columns={['76px', '3fr', '1fr', '1fr']} />
  if (data.rules.length === 0)
    return (
      <EmptyState icon={<TickCircleIcon size={24} />} title="No alerts match">
        No rule raised an alert that passes the filters.
      </EmptyState>
    )
  return <RuleTable {...data} />
}

function useRules() {
  const { queue } = useAlertPage()
  const { range } = useTimeRange()
  const requested = useEndpoint(getAlertRules, queue.query().filter)
  const { refetch } = requested
  const moves = range.mode === 'live'
  useEffect(() => {
    const reading = whenToCount(queue.changes, moves).subscribe(() => refetch())
    return () => reading.unsubscribe()
  }, [queue, moves, refetch])
  return requested
}

type Answer = z.output<typeof getAlertRules.output>

function RuleTable({ rules, total }: Answer) {
  return (
    <div className="am-groups">
      <table className="am-group-table">
        <thead>
          <tr>
            <th scope="col">Worst</th>
            <th scope="col">Rule</th>
            <th scope="col" className="am-numeric">
              Alerts
            </th>
            <th scope="col" className="am-numeric">
              Not acknowledged
            </th>
            <th scope="col" className="am-numeric">
              Vehicles
            </th>
            <th scope="col" className="am-numeric">
              Last seen
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map((each) => (
            <RuleRow key={each.rule} {...each} />
          ))}
        </tbody>
      </table>
      {total > rules.length && (
        <p className="am-foot">
          The first {number(rules.length)} of {number(total)} rules. Narrow the filter to see the others.
        </p>
      )}
    </div>
  )
}

function RuleRow({ rule, title, severity, alerts, unacknowledged, vehicles, last_seen: at }: Answer['rules'][number]) {
  const { address, go } = useAlertPage()
  const now = useNow(1_000)
  const open = () => go(ofRule(address.getState().search, rule))
  return (
    <tr className={`am-tint-${severity}`} onClick={open}>
      <td>
        <SeverityLabel severity={severity} />
      </td>
      <td>
        <button type="button" className="am-group-name" data-rule-row={rule}>
          {title}
        </button>{' '}
        <span className="am-muted mono am-small">{rule}</span>
      </td>
      <td className="am-numeric num">{number(alerts)}</td>
      <td className="am-numeric num">{unacknowledged > 0 ? number(unacknowledged) : ''}</td>
      <td className="am-numeric num">{number(vehicles)}</td>
      <td className="am-numeric num am-small" title={zonedDateTime(at)}>
        {age(now - Date.parse(at))}
      </td>
    </tr>
  )
}

/** Moves the focus by `by` rules. */
export function stepRule(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-rule-row]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))
  rows[next]?.focus()
}
