import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { Chart, type EChartsOption } from '../../core/chart/chart.tsx'
import { number } from '../../core/format/format.ts'
import type { Simulation } from './analysis/protocol.ts'
import { useFaultTreeContext } from './editor-context.ts'
import { scientific } from './words.ts'

const trialChoices = [1_000, 10_000, 100_000] as const

/** A Monte Carlo simulation of the top event's probability: percentiles and a histogram (rule FTA-UI-12). */
export function Uncertainty() {
  const { analysis } = useFaultTreeContext()
  const { result, simulation, simulate, isSimulating, simulationTrouble, isComputing } = analysis
  const [trials, setTrials] = useState<number>(10_000)
  const [seed, setSeed] = useState('1')
  const isSeed = /^\d{1,9}$/.test(seed)
  return (
    <div className="ft-uncertainty">
      <div className="ft-tools">
        <label className="te-row">
          <span className="te-label">Trials</span>
          <select
            className="bp6-input ft-number"
            value={trials}
            onChange={(event) => setTrials(Number(event.target.value))}
          >
            {trialChoices.map((many) => (
              <option key={many} value={many}>
                {number(many)}
              </option>
            ))}
          </select>
        </label>
        <label className="te-row">
          <span className="te-label">Seed</span>
          <input
            className="bp6-input num ft-number"
            inputMode="numeric"
            maxLength={9}
            aria-invalid={!isSeed}
            value={seed}
            onChange={(event) => setSeed(event.target.value)}
          />
        </label>
        <Button
          size="small"
          variant="outlined"
          loading={isSimulating}
          disabled={!isSeed || isComputing || result === undefined}
          onClick={() => simulate(trials, Number(seed))}
        >
          Simulate
        </Button>
        <span className="c-note">
          {result &&
            (result.uncertain === 0
              ? 'No event is uncertain: give one a distribution.'
              : `${number(result.uncertain)} uncertain ${result.uncertain === 1 ? 'event' : 'events'}`)}
        </span>
      </div>
      {simulationTrouble !== undefined && (
        <p className="c-problem" role="alert">
          {simulationTrouble}
        </p>
      )}
      {simulation && <Simulated simulation={simulation} />}
    </div>
  )
}

function Simulated({ simulation }: { readonly simulation: Simulation }) {
  const { summary, bins, trials, done, seed, cut } = simulation
  const option = useMemo<EChartsOption>(
    () => ({
      grid: { left: 48, right: 12, top: 12, bottom: 28 },
      xAxis: { type: 'category', data: bins.map(({ from, to }) => scientific(Math.sqrt(from * to))) },
      yAxis: { type: 'value' },
      tooltip: { trigger: 'axis' },
      series: [{ type: 'bar', barCategoryGap: '8%', data: bins.map(({ count }) => count) }],
    }),
    [bins],
  )
  const rows = [
    ['Mean', summary.mean],
    ['Standard deviation', summary.deviation],
    ['5th percentile', summary.percentile5],
    ['Median', summary.median],
    ['95th percentile', summary.percentile95],
  ] as const
  return (
    <div className="ft-simulated">
      <dl className="ft-facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{scientific(value, 4)}</dd>
          </div>
        ))}
        <div>
          <dt>Trials</dt>
          <dd className="num">
            {number(done)}
            {done < trials && ` of ${number(trials)}: the time was over`}, seed {seed}
          </dd>
        </div>
        {cut > 0 && (
          <div>
            <dt>Cut to 0 to 1</dt>
            <dd className="num">{number(cut)} numbers</dd>
          </div>
        )}
      </dl>
      <Chart
        className="ft-histogram"
        option={option}
        label={`Histogram of the top event's probability: median ${scientific(summary.median)}, from ${scientific(
          summary.percentile5,
        )} to ${scientific(summary.percentile95)} in nine of ten trials`}
      />
    </div>
  )
}
