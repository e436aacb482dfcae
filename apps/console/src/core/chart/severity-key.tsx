import { severities } from '@carapace/shared/msoc/severity'
import { SeverityLabel } from '../ui/severity-glyph.tsx'
import './chart.css'

/** The legend of bars by severity: each with its sign, its name, and its pattern in the bars (rule MARK-2). */
export function SeverityKey() {
  return severities.toReversed().map((severity) => (
    <span key={severity} className="ch-key">
      <SeverityLabel severity={severity} />
      <i className={`ch-swatch ch-swatch-${severity}`} aria-hidden />
    </span>
  ))
}
