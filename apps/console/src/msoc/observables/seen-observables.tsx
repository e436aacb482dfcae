import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { findObservables } from '@carapace/shared/msoc/observables/observables.contract'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useEndpoint } from '../../core/call/query.ts'
import { number } from '../../core/format/format.ts'
import './observables.css'

/** The observables of an alert, each a link to its page with the number of its sightings (rule OBSERVABLE-UI-10). */
export function SeenObservables({ observables }: { readonly observables: Alert['observables'] }) {
  const input = useMemo(
    () => ({
      values: observables.slice(0, 50).map(({ kind, value }) => ({ type: kind, value: value.slice(0, 2_048) })),
    }),
    [observables],
  )
  const { data } = useEndpoint(findObservables, input, { enabled: observables.length > 0 })
  if (data === undefined || data.found.length === 0) return null
  return (
    <div className="ob-seen" role="group" aria-label="Sightings of its observables">
      <span className="am-muted">Seen</span>
      {data.found.map(({ observable: { uuid, value, sightings, is_ioc: isIoc } }) => (
        <span key={uuid}>
          <Link
            className="mono"
            to="/org/msoc/dashboard/observable/general"
            search={{ observable: uuid } as never}
            title={`Open the observable ${value}`}
          >
            {value}
          </Link>{' '}
          <span className="num">{sightings === 1 ? 'once' : `${number(sightings)} times`}</span>
          {isIoc && ', indicator'}
        </span>
      ))}
    </div>
  )
}
