import { reportFrom, type Summary } from './summary.ts'
import { htmlOf } from './summary-html.ts'
import { textOf } from './summary-text.ts'
import { settings } from './settings.ts'

/** The figures reported for every distribution. */
export const trendStats = ['count', 'min', 'avg', 'med', 'p(95)', 'p(99)', 'max']

/** A script's handleSummary: summary.json and summary.html in the run's folder, and the verdicts on the terminal. */
export function reportOf(script: string) {
  return (summary: Summary): Record<string, string> => {
    const report = reportFrom(script, settings, summary, new Date())
    const folder = __ENV.REPORT_DIR ?? '.'
    return {
      stdout: textOf(report),
      [`${folder}/summary.json`]: `${JSON.stringify(report, null, 2)}\n`,
      [`${folder}/summary.html`]: htmlOf(report),
    }
  }
}
