import type { Kpis } from '@carapace/shared/msoc/kpis/kpis.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { Link } from '@tanstack/react-router'
import { number } from '../../core/format/format.ts'
import { useTimeRange } from '../../core/time/conductor.ts'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { alertsRaised, vehicleAt } from '../dashboard/links.ts'
import { definitions } from './definitions.ts'
import { KpiPanel } from './kpi-panel.tsx'

const percent = (part: number, of: number) => (of === 0 ? '–' : `${Math.round((part / of) * 100)} %`)

export function EscalationsPanel({ escalations }: { readonly escalations: Kpis['escalations'] }) {
  const { escalated, overdue, raised } = escalations
  const all = severities.reduce((sum, severity) => sum + overdue[severity], 0)
  return (
    <KpiPanel title="Escalations" help={definitions.escalations}>
      <table className="kp-table">
        <tbody>
          <tr>
            <th scope="row">Alerts added to a case</th>
            <td className="num">{number(escalated)}</td>
            <td className="num kp-second">{percent(escalated, raised)} of those raised</td>
          </tr>
          <tr>
            <th scope="row">Overdue alerts</th>
            <td className="num">{number(all)}</td>
            <td className="num kp-second">{percent(all, raised)} of those raised</td>
          </tr>
        </tbody>
        <tbody>
          {severities
            .toReversed()
            .filter((severity) => overdue[severity] > 0)
            .map((severity) => (
              <tr key={severity}>
                <th scope="row">
                  <SeverityLabel severity={severity} />
                </th>
                <td className="num">{number(overdue[severity])}</td>
                <td className="kp-second">overdue</td>
              </tr>
            ))}
        </tbody>
      </table>
    </KpiPanel>
  )
}

export function FalsePositivesPanel({ rules }: { readonly rules: Kpis['false_positives'] }) {
  const { range } = useTimeRange()
  return (
    <KpiPanel title="False positives by rule" help={definitions.falsePositives}>
      {rules.length === 0 && <p className="kp-none">No alert was closed in this time.</p>}
      <div className="kp-list">
        <table className="kp-table">
          {rules.length > 0 && (
            <thead>
              <tr>
                <th scope="col">Rule or detector</th>
                <th scope="col">Closed</th>
                <th scope="col">False</th>
                <th scope="col">Ratio</th>
              </tr>
            </thead>
          )}
          <tbody>
            {rules.map(({ rule, title, closed, false_positives: wrong, ratio }) => (
              <tr key={rule}>
                <th scope="row">
                  <Link className="kp-link" {...alertsRaised(range, { rule })}>
                    {title}
                  </Link>
                </th>
                <td className="num">{number(closed)}</td>
                <td className="num">{number(wrong)}</td>
                <td className="num">{Math.round(ratio * 100)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </KpiPanel>
  )
}

export function VehiclesPanel({ vehicles }: { readonly vehicles: Kpis['vehicles'] }) {
  return (
    <KpiPanel title="Noisy vehicles" help={definitions.vehicles} className="kp-row">
      {vehicles.length === 0 && <p className="kp-none">No vehicle raised an alert in this time.</p>}
      <div className="kp-list">
        <table className="kp-table">
          {vehicles.length > 0 && (
            <thead>
              <tr>
                <th scope="col">Vehicle</th>
                <th scope="col" className="kp-text">
                  Model
                </th>
                <th scope="col">Alerts</th>
                <th scope="col">Repeats</th>
                <th scope="col">False</th>
              </tr>
            </thead>
          )}
          <tbody>
            {vehicles.map(({ uuid, vin, model, alerts, repeats, false_positives: wrong }) => (
              <tr key={uuid}>
                <th scope="row">
                  <Link className="kp-link mono" {...vehicleAt(vin)}>
                    {vin}
                  </Link>
                </th>
                <td className="kp-text">{model}</td>
                <td className="num">{number(alerts)}</td>
                <td className="num">{number(repeats)}</td>
                <td className="num">{number(wrong)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </KpiPanel>
  )
}
