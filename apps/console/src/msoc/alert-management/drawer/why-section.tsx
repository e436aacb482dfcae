import { TickIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { Section } from './section.tsx'

/** Which conditions held: the field, what was seen, what was expected. */
export function WhySection({ alert }: { readonly alert: Alert }) {
  if (alert.explanation.length === 0) return null
  return (
    <Section title="Why it fired">
      <table className="am-why">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Observed</th>
            <th scope="col">Expected</th>
          </tr>
        </thead>
        <tbody>
          {alert.explanation.map(({ field, observed, expected }, index) => (
            <tr key={`${index} ${field}`}>
              <td className="mono">
                <TickIcon size={12} className={`c-sev-${alert.severity}`} aria-hidden /> {field}
              </td>
              <td className="mono am-observed">{observed}</td>
              <td>{expected}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
