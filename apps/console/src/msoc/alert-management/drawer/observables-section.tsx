import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { useDesk } from '../desk.tsx'
import { narrowed } from '../search.ts'
import { Section } from './section.tsx'

/** What other alerts can share with this one; a click looks for those that do. */
export function ObservablesSection({ alert }: { readonly alert: Alert }) {
  const { search, go } = useDesk()
  if (alert.observables.length === 0) return null
  return (
    <Section title="Observables">
      <div className="am-observables">
        {alert.observables.map(({ kind, value }) => (
          <button
            key={`${kind} ${value}`}
            type="button"
            className="am-observable"
            title={`Show the alerts with ${value}`}
            onClick={() => go(narrowed(search, 'q', value))}
          >
            {kind.replaceAll('_', ' ')} <b className="mono">{value}</b>
          </button>
        ))}
      </div>
    </Section>
  )
}
