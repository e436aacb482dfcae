import type { Kpis } from '@carapace/shared/msoc/kpis/kpis.contract'
import { severities } from '@carapace/shared/msoc/severity'
import { SeverityKey } from '../../core/chart/severity-key.tsx'
import { dateTime, number } from '../../core/format/format.ts'
import { longAge } from '../../core/format/timer.ts'
import { definitions } from './definitions.ts'
import { KpiPanel } from './kpi-panel.tsx'
import '../panels/panels.css'

type Backlog = Kpis['backlog']
type Age = Backlog['ages'][number]

const sumOf = (age: Age) => severities.reduce((sum, severity) => sum + age[severity], 0)

/** The open alerts by their age, with the patterns of their severities. */
export function BacklogPanel({
  backlog: { open, median_age_ms: median, oldest, ages },
}: {
  readonly backlog: Backlog
}) {
  const highest = Math.max(1, ...ages.map(sumOf))
  return (
    <KpiPanel title="Backlog" help={definitions.backlog}>
      <p className="kp-key num">
        {number(open)} open
        {median !== null && `, half for longer than ${longAge(median)}`}
        {oldest !== null && `, the oldest since ${dateTime(oldest)}`}
      </p>
      <p className="kp-key">
        <SeverityKey />
      </p>
      <div className="kp-pad pn-bars">
        <ul>
          {ages.map((age, index) => (
            <li key={age.up_to_hours ?? 'older'}>
              <span className="pn-label">{ageText(age.up_to_hours, ages[index - 1]?.up_to_hours ?? 0)}</span>
              <span className="pn-bar" aria-hidden>
                {severities.toReversed().map((severity) => (
                  <i
                    key={severity}
                    className={`pn-mark ch-swatch ch-swatch-${severity}`}
                    style={{ width: `${(age[severity] / highest) * 100}%` }}
                  />
                ))}
              </span>
              <span className="pn-value num">{number(sumOf(age))}</span>
            </li>
          ))}
        </ul>
      </div>
    </KpiPanel>
  )
}

const hoursText = (hours: number) => (hours >= 48 ? `${hours / 24} d` : `${hours} h`)

function ageText(upTo: number | null, from: number): string {
  if (upTo === null) return `over ${hoursText(from)}`
  return from === 0 ? `up to ${hoursText(upTo)}` : `${hoursText(from)} to ${hoursText(upTo)}`
}
