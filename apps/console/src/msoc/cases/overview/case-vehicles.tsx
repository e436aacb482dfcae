import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { number } from '../../../core/format/format.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { useCasePage } from '../page-context.tsx'
import { vehiclesOf } from '../facts.ts'

/** The vehicles of the case's alerts. */
export function CaseVehicles() {
  const { alerts } = useCasePage().detail
  const vehicles = useMemo(() => vehiclesOf(alerts), [alerts])
  return (
    <section className="c-panel" aria-label="Vehicles involved">
      <div className="c-panel-head">
        <h2>
          Vehicles involved <span className="cs-note num">{number(vehicles.length)}</span>
        </h2>
      </div>
      {vehicles.length === 0 ? (
        <p className="cs-nothing">No alert of this case names a vehicle.</p>
      ) : (
        <ul className="cs-vehicles">
          {vehicles.map(({ uuid, vin, name, model, alerts: count, open, worst }) => (
            <li key={uuid}>
              <SeverityGlyph severity={worst} label={worst} />
              <Link
                className="mono"
                to="/org/msoc/dashboard/projects/vehicle/$tab"
                params={{ tab: 'info' }}
                search={{ vehicle: vin } as never}
              >
                {vin}
              </Link>
              <span className="cs-cell-title">{name || model}</span>
              <span className="cs-note num">
                {number(count)} {count === 1 ? 'alert' : 'alerts'}, {open === 0 ? 'none' : number(open)} open
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
