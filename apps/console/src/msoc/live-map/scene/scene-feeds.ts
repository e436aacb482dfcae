import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { countersChannel } from '@carapace/shared/msoc/history/history.contract'
import { live } from '../../../core/live/live.ts'
import { followOpenAlerts, type OpenAlerts } from '../alerts/open-alerts.ts'
import type { LiveMapStore } from '../live-map.store.ts'
import { positionsFeed } from '../vehicles/positions-feed.ts'
import type { ServerClock } from '../vehicles/server-clock.ts'
import type { ShownFleets } from './shown-fleets.ts'

interface SceneFeedsOptions {
  readonly page: LiveMapStore
  readonly fleets: ShownFleets
  readonly clock: ServerClock
  /** A vehicle of the live fleet moved. */
  readonly onMoved: (slot: number) => void
  /** The live fleet changed. */
  readonly onChange: () => void
  readonly onRaised: (alert: Alert) => void
}

/** The subscriptions of the map: positions, open alerts and counters. */
export function sceneFeeds({ page, fleets, clock, onMoved, onChange, onRaised }: SceneFeedsOptions): {
  readonly look: ReturnType<typeof positionsFeed>['look']
  readonly worstOf: OpenAlerts['worstOf']
  readonly close: () => void
} {
  const alerts = followOpenAlerts(onRaised)
  const positions = positionsFeed({
    store: fleets.live.vehicles,
    clusters: fleets.live.clusters,
    clustered: () => page.getState().clusters,
    onMoved,
    onChange,
    onDropped: (count) => page.setState(({ dropped }) => ({ dropped: dropped + count })),
    onProblem: (problem) => page.getState().problem !== problem && page.setState({ problem }),
  })
  const counters = live(countersChannel, {}).subscribe((message) => {
    const latest = message.op === 'snapshot' ? message.data : message.op === 'changes' ? message.data.at(-1) : undefined
    if (!latest) return
    clock.addSample(latest.at)
    page.setState({ counters: latest })
  })
  return {
    look: positions.look,
    worstOf: alerts.worstOf,
    close() {
      positions.close()
      alerts.close()
      counters.unsubscribe()
    },
  }
}
