import { TickIcon } from '@blueprintjs/icons'
import type { Alert, AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Fragment, type ReactNode } from 'react'
import { pipelineOf } from '../sentences.ts'
import { Section } from './section.tsx'

interface WhySectionProps {
  readonly alert: Alert
  /** Absent while it loads, or where there is none. */
  readonly evidence: AlertEvidence | undefined
}

/** Which conditions held: the field, what was seen, what was expected; and what became of the alert on its way here. */
export function WhySection({ alert, evidence }: WhySectionProps) {
  const known = pipelineOf(alert, evidence)
  if (alert.explanation.length === 0 && known.length === 0) return null
  return (
    <Section title="Why it fired">
      {alert.explanation.length > 0 && <Conditions alert={alert} />}
      {known.length > 0 && (
        <p className="am-pipeline">
          Pipeline
          {known.map((chip) => (
            <span key={chip} className="am-tag num">
              {chip}
            </span>
          ))}
        </p>
      )}
    </Section>
  )
}

function Conditions({ alert }: Pick<WhySectionProps, 'alert'>) {
  return (
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
