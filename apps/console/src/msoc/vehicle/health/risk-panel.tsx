import { getVehicleRisk } from '@carapace/shared/msoc/vehicles/risk-score.contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useEndpoint } from '../../../core/call/query.ts'
import { Chart, type EChartsOption, timeAxis } from '../../../core/chart/chart.tsx'
import { useChartColours } from '../../../core/chart/colours.ts'
import { dateTime, number } from '../../../core/format/format.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import { alertId, resolutionTexts } from '../../alert-management/sentences.ts'
import { Panel } from '../panel.tsx'

type Risk = z.output<typeof getVehicleRisk.output>

interface RiskPanelProps {
  readonly vin: string
  readonly from: number
  readonly to: number
}

/** The vehicle's risk score over the window, and the alerts that it adds up (rule VEHICLE-UI-19). */
export function RiskPanel({ vin, from, to }: RiskPanelProps) {
  const { data, problem, refetch } = useEndpoint(getVehicleRisk, {
    vehicle: vin,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
  })
  return (
    <Panel title="Risk score" className="vh-wide vh-risk" tools={data && <Thresholds risk={data} />}>
      {problem !== undefined && (
        <ErrorState title="The risk did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
      {problem === undefined && data === undefined && <SkeletonRows rows={3} columns={['1fr']} />}
      {data && (
        <div className="vh-risk-parts">
          <RiskChart risk={data} />
          <Contributions risk={data} />
        </div>
      )}
    </Panel>
  )
}

function Thresholds({ risk }: { readonly risk: Risk }) {
  const alerts = risk.active
    ? `alert from ${number(risk.raise_at)}, cleared below ${number(risk.clear_below)}`
    : 'raises no alert: the step is off'
  return (
    <>
      <span>
        now <b className="num">{number(risk.score)}</b>
      </span>
      <span>{`half of it after ${number(risk.half_life_hours)} h; ${alerts}`}</span>
      <Link to="/org/msoc/dashboard/alert-management/pipeline">Alert pipeline</Link>
    </>
  )
}

function RiskChart({ risk }: { readonly risk: Risk }) {
  const colours = useChartColours()
  const option = useMemo((): EChartsOption => {
    const marks = risk.active ? [{ yAxis: risk.raise_at }, { yAxis: risk.clear_below }] : []
    return {
      grid: { left: 48, right: 12, top: 12, bottom: 24 },
      tooltip: { trigger: 'axis' },
      xAxis: timeAxis(Date.parse(risk.from), Date.parse(risk.to)),
      yAxis: { type: 'value', min: 0 },
      series: [
        {
          name: 'Risk score',
          type: 'line',
          showSymbol: false,
          areaStyle: { opacity: 0.15 },
          color: colours.accent,
          data: risk.points.map(({ at, score }) => [Date.parse(at), score]),
          markLine: {
            silent: true,
            symbol: 'none',
            label: { show: false },
            lineStyle: { color: colours.text3 },
            data: marks,
          },
        },
      ],
    }
  }, [risk, colours])
  return (
    <Chart
      option={option}
      label={`Risk score from ${risk.points[0]?.score ?? 0} to ${risk.points.at(-1)?.score ?? 0}`}
    />
  )
}

function Contributions({ risk: { contributions } }: { readonly risk: Risk }) {
  if (contributions.length === 0) return <p className="vh-quiet">No alert adds to its risk.</p>
  return (
    <ul className="vh-list vh-contributions" tabIndex={0} aria-label="Contributions">
      {contributions.map((one) => (
        <li key={one.uuid}>
          <b className="num">{one.left > 0 ? `+${number(one.left)}` : '0'}</b>
          <SeverityGlyph severity={one.severity} label={one.severity} />
          <Link
            className="mono"
            to="/org/msoc/dashboard/alert-management/general"
            search={{ alert: one.uuid } as never}
          >
            {alertId(one)}
          </Link>
          <span className="vh-contribution">{one.title}</span>
          <span className="vh-faint">
            {one.left === 0 && one.resolution !== null
              ? `taken back: ${resolutionTexts[one.resolution].toLowerCase()}`
              : `of ${number(one.weight)}`}
          </span>
          <span className="vh-end vh-faint num">{dateTime(one.last_seen)}</span>
        </li>
      ))}
    </ul>
  )
}
