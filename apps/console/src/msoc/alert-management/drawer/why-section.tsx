import { TickIcon } from '@blueprintjs/icons'
import type { Alert, AlertEvidence } from '@carapace/shared/msoc/alerts/alerts.contract'
import { Fragment, type ReactNode } from 'react'
import { pipelineOf } from '../sentences.ts'
import { Section } from './section.tsx'

interface WhySectionProps {
  readonly alert: Alert
  /** Absent while it loads, or if there is none. */
  readonly evidence: AlertEvidence | undefined
}

/** The conditions that matched (field, observed value, expected value), and the alert's way through the pipeline. */
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

/** Allows line breaks after the dots of a signal's path, and elsewhere only where unavoidable. */
function breakable(field: string): ReactNode {
  return field.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
