import { faultsOf, mostTimes, type Outcome, type Report } from './tenants.ts'
import { type Measure, measures } from './watched.ts'

/**
 * The report as a table: a line for each attack and measure. "tool alone" is measured while a process uses as much CPU
 * time as the attacking one and attacks nobody: on a machine of few cores the tool itself slows the others down.
 */
export function tableOf(report: Report): string {
  const rows = report.outcomes.flatMap((outcome) =>
    measures.map((measure, i) => [
      ...(i === 0 ? [`${outcome.attack.name} (${outcome.attack.who})`] : ['']),
      measure,
      ...figuresOf(report, outcome, measure),
      i === 0 ? `${Math.round(100 * outcome.toolCpu)} %` : '',
      i === 0 ? `${outcome.residentMiB} (+${outcome.grownMiB}) MiB` : '',
      i === 0 ? outcome.health.join('; ') || 'ok' : '',
    ]),
  )
  const head = [
    'attack',
    'measured',
    'quiet p99',
    'attacked p99',
    'ratio',
    'limit',
    'tool alone',
    'tool CPU',
    'memory',
    'health',
  ]
  return aligned([head, ...rows])
}

function figuresOf({ quiet }: Report, { attacked, toolAlone }: Outcome, measure: Measure): string[] {
  const ratio = attacked[measure] / quiet[measure]
  const times = [quiet[measure], attacked[measure], mostTimes * quiet[measure], toolAlone[measure]].map(
    (ms) => `${ms} ms`,
  )
  return [times[0]!, times[1]!, ratio.toFixed(1), times[2]!, times[3]!]
}

/** The attacks that hurt, with what was beyond its limit. */
export function hurtBy(report: Report): string[] {
  return report.outcomes.flatMap((outcome) => {
    const faults = faultsOf(report, outcome)
    return faults.length > 0 ? [`${outcome.attack.name}: ${faults.join(', ')}`] : []
  })
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
