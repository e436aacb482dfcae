import type { Health } from '@carapace/shared/msoc/severity'
import { number, sentenceCase } from '../../core/format/format.ts'
import { HealthDot } from '../../core/ui/health-dot.tsx'
import { useLiveMap, useLiveMapState } from './live-map-context.ts'
import { healthsIn, toggled } from './live-map-search.ts'

const order = ['compromised', 'degraded', 'healthy', 'offline'] as const satisfies readonly Health[]

/** The health of the whole fleet, and the filter by it: it applies to the map and to the list. */
export function HealthChips() {
  const { search, go } = useLiveMap()
  const counts = useLiveMapState(({ counters, replay, replayCounts }) => (replay ? replayCounts : counters?.vehicles))
  const chosen = healthsIn(search)

  return (
    <div className="lm-panel lm-chips" role="group" aria-label="Show vehicles by health">
      {order.map((health) => (
        <button
          key={health}
          type="button"
          className="lm-chip"
          data-off={chosen.length > 0 && !chosen.includes(health)}
          aria-pressed={chosen.includes(health)}
          onClick={() => go((before) => toggled(before, health))}
        >
          <HealthDot health={health} />
          {sentenceCase(health)}
          <span className="num lm-chip-count">{counts ? number(counts[health]) : '–'}</span>
        </button>
      ))}
    </div>
  )
}
