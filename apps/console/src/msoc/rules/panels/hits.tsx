import type { RuleHit } from '@carapace/shared/msoc/rules/rules.contract'
import { Link } from '@tanstack/react-router'
import { clockWithSeconds, zonedDateTime } from '../../../core/format/format.ts'
import '../../../core/ui/form.css'

/** Hits of a rule that was tried: when, on which vehicle, and which conditions were met (rule RULE-UI-18). */
export function Hits({ hits, label = 'Hits' }: { readonly hits: readonly RuleHit[]; readonly label?: string }) {
  return (
    <ul className="ru-hits" aria-label={label}>
      {hits.map((hit, index) => (
        <li key={index}>
          <Hit hit={hit} conditions={`Conditions of ${label.toLowerCase()}, ${index + 1}`} />
        </li>
      ))}
    </ul>
  )
}

interface HitProps {
  readonly hit: RuleHit
  /** The name of its table, which no other hit on the page has. */
  readonly conditions: string
}

function Hit({ hit: { vin, at, service, explanation, event }, conditions }: HitProps) {
  return (
    <>
      <p className="ru-hit-head">
        <time className="num" dateTime={at} title={zonedDateTime(at)}>
          {clockWithSeconds(at)}
        </time>
        <VehicleLink vin={vin} />
        <span className="c-note">{service}</span>
      </p>
      <div className="c-scroll" tabIndex={0} role="region" aria-label={conditions}>
        <table className="c-table">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Observed</th>
              <th scope="col">Expected</th>
            </tr>
          </thead>
          <tbody>
            {explanation.map(({ field, observed, expected }, index) => (
              <tr key={index}>
                <td className="mono">{field}</td>
                <td className="mono">{observed}</td>
                <td className="mono">{expected}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>Event</summary>
        <pre className="mono ru-event" tabIndex={0}>
          {JSON.stringify(event, null, 2)}
        </pre>
      </details>
    </>
  )
}

/** A vehicle by its VIN, a link to its page. */
export function VehicleLink({ vin }: { readonly vin: string }) {
  return (
    <Link
      className="mono"
      to="/org/msoc/dashboard/projects/vehicle/$tab"
      params={{ tab: 'info' }}
      search={{ vehicle: vin } as never}
    >
      {vin}
    </Link>
  )
}
