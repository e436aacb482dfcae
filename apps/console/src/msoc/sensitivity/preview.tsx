import type { OutputOf } from '@carapace/shared/core/endpoint'
import {
  type DifferentAlert,
  differencesListed,
  type previewSensitivity,
} from '@carapace/shared/msoc/sensitivity/sensitivity.contract'
import { Link } from '@tanstack/react-router'
import { dateTime, number } from '../../core/format/format.ts'
import { Panel } from '../../core/ui/panel.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { resolutionTexts } from '../alert-management/sentences.ts'
import { DayBars } from './day-bars.tsx'

type Tried = OutputOf<typeof previewSensitivity>

/** What the setting would have raised in the last weeks: in all, by day, by detector and one by one. */
export function Preview({ answer, days }: { readonly answer: Tried; readonly days: number }) {
  const { raised, tried, detectors, by_day: byDay, gone, more, others, vehicles } = answer
  return (
    <>
      <p className="se-sum num" role="status">
        <strong>{number(tried.alerts)}</strong> {alertsOf(tried.alerts)} of the CAN detectors instead of{' '}
        <strong>{number(raised.alerts)}</strong>, {aMonth(tried.alerts, vehicles, days)} a vehicle and month. Closed as
        false positive: {number(tried.false_positives)} instead of {number(raised.false_positives)}. The{' '}
        {number(others)} other {alertsOf(others)} stay as they are.
      </p>
      <div className="se-panels">
        <Panel title="Alerts by day (UTC)">
          <DayBars days={byDay} />
        </Panel>
        <Panel title="By detector">
          <Detectors detectors={detectors} />
        </Panel>
        <Panel className="se-wide" title={`Would not have been raised (${countOf(gone)})`}>
          <Differences rows={gone} none="Every alert of these days would have been raised." />
        </Panel>
        <Panel className="se-wide" title={`Held back so far, would have been raised (${countOf(more)})`}>
          <Differences rows={more} none="Nothing that was held back would have been raised." />
        </Panel>
      </div>
    </>
  )
}

const alertsOf = (count: number) => (count === 1 ? 'alert' : 'alerts')
const countOf = ({ length }: readonly unknown[]) =>
  length >= differencesListed ? `the latest ${differencesListed}` : number(length)

/** The rate of alerts, true or false, for comparison with the setting. */
function aMonth(alerts: number, vehicles: number, days: number): string {
  return vehicles === 0 ? '0' : String(Number(((alerts / vehicles) * (30 / days)).toPrecision(2)))
}

function Detectors({ detectors }: Pick<Tried, 'detectors'>) {
  if (detectors.length === 0) return <p className="c-note se-none">The CAN detectors found nothing in these days.</p>
  return (
    <table className="c-table" aria-label="Alerts by detector">
      <thead>
        <tr>
          <th scope="col">Detector</th>
          <th scope="col" className="c-number">
            Raised
          </th>
          <th scope="col" className="c-number">
            With this setting
          </th>
          <th scope="col" className="c-number">
            False positives
          </th>
        </tr>
      </thead>
      <tbody>
        {detectors.map(({ rule, raised, tried }) => (
          <tr key={rule}>
            <td>{rule}</td>
            <td className="c-number num">{number(raised.alerts)}</td>
            <td className="c-number num">{number(tried.alerts)}</td>
            <td className="c-number num">
              {number(tried.false_positives)} of {number(raised.false_positives)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Differences({ rows, none }: { readonly rows: readonly DifferentAlert[]; readonly none: string }) {
  if (rows.length === 0) return <p className="c-note se-none">{none}</p>
  return (
    <div className="se-list">
      <table className="c-table" aria-label="Differences">
        <thead>
          <tr>
            <th scope="col">Alert</th>
            <th scope="col">Vehicle</th>
            <th scope="col">Last seen</th>
            <th scope="col">Resolution</th>
            <th scope="col" className="c-number" title="A vehicle and month">
              Expected false alerts
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={row.alert?.uuid ?? i}>
              <td>
                <SeverityGlyph severity={row.severity} label={row.severity} /> <Title row={row} />
              </td>
              <td>{row.vin ?? ''}</td>
              <td className="num">{dateTime(row.last_seen)}</td>
              <td>{row.alert?.resolution ? resolutionTexts[row.alert.resolution] : ''}</td>
              <td className="c-number num">{Number(row.expected_false_alerts.toPrecision(2))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Title({ row: { alert, title } }: { readonly row: DifferentAlert }) {
  if (alert === null) return title
  return (
    <Link to="/org/msoc/dashboard/alert-management/general" search={{ alert: alert.uuid }}>
      {title}
    </Link>
  )
}
