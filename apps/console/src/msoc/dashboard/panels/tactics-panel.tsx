import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { number } from '../../../core/format/format.ts'
import type { TimeRange } from '../../../core/time/conductor.ts'
import { Loaded } from '../../../core/ui/loaded.tsx'
import type { DashboardAnswer, DashboardState } from '../data/use-dashboard.ts'
import { alertsNow } from '../links.ts'
import { Panel } from './panel.tsx'

/** The tactics of the Auto-ISAC Automotive Threat Matrix, in the order of an attack. */
const tactics = [
  { id: 'TA0001', name: 'Initial access' },
  { id: 'TA0002', name: 'Execution' },
  { id: 'TA0003', name: 'Persistence' },
  { id: 'TA0004', name: 'Privilege esc.' },
  { id: 'TA0005', name: 'Defense evasion' },
  { id: 'TA0006', name: 'Credential' },
  { id: 'TA0007', name: 'Discovery' },
  { id: 'TA0008', name: 'Lateral mov.' },
  { id: 'TA0009', name: 'Collection' },
  { id: 'TA0011', name: 'Command & ctrl' },
  { id: 'TA0010', name: 'Exfiltration' },
  { id: 'TA0040', name: 'Affect vehicle' },
] as const

/** The strongest tint, in percent: text on it still has enough contrast. */
const strongest = 32

/** The open alerts by attack tactic, including tactics without alerts. */
export function TacticsPanel({ dashboard, range }: { readonly dashboard: DashboardState; readonly range: TimeRange }) {
  return (
    <Panel title="Auto-ISAC ATM tactics" area="tactics" link={alertsNow(range)} headExtra="open alerts">
      <Loaded what="Tactics" {...dashboard} onRetry={dashboard.retry} skeleton={<Skeleton />}>
        {(data) => <Tiles counts={data.tactics} range={range} />}
      </Loaded>
    </Panel>
  )
}

function Tiles({ counts, range }: { readonly counts: DashboardAnswer['tactics']; readonly range: TimeRange }) {
  const byId = new Map(counts.map(({ tactic, alerts }) => [tactic, alerts]))
  const most = Math.max(1, ...tactics.map(({ id }) => byId.get(id) ?? 0))
  return (
    <ul className="db-tiles">
      {tactics.map(({ id, name }) => {
        const alerts = byId.get(id) ?? 0
        return (
          <li key={id}>
            <Link
              {...alertsNow(range, { tactic: id })}
              className="db-tile"
              style={{ '--heat': `${Math.round((alerts / most) * strongest)}%` } as CSSProperties}
              title={`${name} (${id})`}
            >
              <span className="db-cut">{name}</span>
              <b className="num">{number(alerts)}</b>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function Skeleton() {
  return (
    <div className="db-tiles" role="status" aria-label="Loading">
      {tactics.map(({ id }) => (
        <span key={id} className="db-tile" />
      ))}
    </div>
  )
}
