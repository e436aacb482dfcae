import { TickIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { Fragment, type ReactNode } from 'react'
import { Section } from './section.tsx'

/** Which conditions held: the field, what was seen, what was expected. */
export function WhySection({ alert }: { readonly alert: Alert }) {
  if (alert.explanation.length === 0) return null
  return (
    <Section title="Why it fired">
      <table className={`am-why am-tone-${alert.severity}`}>
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
                <TickIcon size={12} aria-hidden /> {breakable(field)}
              </td>
              <td className="mono am-observed">{observed}</td>
              <td>{expected || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** A signal's path may break behind its dots, and nowhere else before it must. */
function breakable(field: string): ReactNode {
  return field.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
