import type { Kpis, KpiTimer } from '@carapace/shared/msoc/kpis/kpis.contract'
import type { ReactNode } from 'react'
import { number } from '../../core/format/format.ts'
import { timerLine } from '../../core/format/timer.ts'
import { SeverityLabel } from '../../core/ui/severity-glyph.tsx'
import { definitions } from './definitions.ts'
import { KpiPanel } from './kpi-panel.tsx'

interface TimerRow {
  readonly alerts: number
  readonly detect: KpiTimer
  readonly acknowledge: KpiTimer
  readonly resolve: KpiTimer
}

/** The three timers: of all alerts, by severity, and by owner. */
export function TimersPanel({ kpis: { timers, by_severity: severities, by_owner: owners } }: { readonly kpis: Kpis }) {
  return (
    <KpiPanel title="Time to detect, to acknowledge, to resolve" help={definitions.timers} className="kp-wide">
      <div className="kp-scroll">
        <table className="kp-table">
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                <span className="c-visually-hidden">Alerts of</span>
              </th>
              <th scope="col" rowSpan={2}>
                Alerts
              </th>
              <th scope="colgroup" colSpan={2}>
                To detect
              </th>
              <th scope="colgroup" colSpan={2}>
                To acknowledge
              </th>
              <th scope="colgroup" colSpan={2}>
                To resolve
              </th>
            </tr>
            <tr>
              {['detect', 'acknowledge', 'resolve'].flatMap((name) => [
                <th key={`${name} median`} scope="col">
                  Median
                </th>,
                <th key={`${name} p90`} scope="col">
                  p90
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            <Row name="All alerts" row={timers} />
          </tbody>
          <tbody>
            {severities.map((row) => (
              <Row key={row.severity} name={<SeverityLabel severity={row.severity} />} row={row} />
            ))}
          </tbody>
          <tbody>
            {owners.map((row) => (
              <Row key={row.owner?.uuid ?? ''} name={row.owner?.name ?? 'No owner'} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </KpiPanel>
  )
}

function Row({ name, row }: { readonly name: ReactNode; readonly row: TimerRow }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">{number(row.alerts)}</td>
      {(['detect', 'acknowledge', 'resolve'] as const).flatMap((timer) => [
        <td key={`${timer} median`} className="num" title={`of ${number(row[timer].alerts)} alerts`}>
          {timerLine(row[timer].median_ms)}
        </td>,
        <td key={`${timer} p90`} className="num kp-second">
          {timerLine(row[timer].p90_ms)}
        </td>,
      ])}
    </tr>
  )
}
