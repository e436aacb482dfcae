import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Bus } from '@carapace/shared/core/bus/bus'

/** The metrics of the API server, in Prometheus' terms. The bus counts by itself and is read on each scrape. */
export function createMetrics(bus: Pick<Bus, 'isConnected' | 'gaps' | 'shed'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'carapace_api_' })
  const registers = [registry]
  registry.registerMetric(
    new Gauge({
      name: 'carapace_bus_connected',
      help: 'Whether the bus to ingest and to other API servers is connected',
      registers: [],
      collect() {
        this.set(Number(bus.isConnected))
      },
    }),
  )
  countedBy(
    'carapace_bus_gaps_total',
    'Times that messages on the bus were or may have been lost, and the tables were read again',
    () => bus.gaps,
  )
  countedBy('carapace_bus_shed_total', 'Messages on the bus that a slow subscriber was not sent', () => bus.shed)

  function countedBy(name: string, help: string, count: () => number): void {
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset()
          this.inc(count())
        },
      }),
    )
  }

  return {
    registry,
    requests: new Histogram({
      name: 'carapace_request_seconds',
      help: 'Calls answered',
      labelNames: ['path', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    viewers: new Gauge({ name: 'carapace_viewers', help: 'Live sockets signed in', registers }),
    subscriptions: new Gauge({
      name: 'carapace_subscriptions',
      help: 'Live subscriptions',
      labelNames: ['channel'],
      registers,
    }),
    changesSent: new Counter({
      name: 'carapace_changes_sent_total',
      help: 'Changes sent to viewers',
      labelNames: ['channel'],
      registers,
    }),
    bytesSent: new Counter({ name: 'carapace_live_bytes_total', help: 'Bytes sent to viewers', registers }),
    shed: new Counter({
      name: 'carapace_changes_shed_total',
      help: 'Changes that a slow viewer or the bus did not get',
      labelNames: ['channel'],
      registers,
    }),
    closed: new Counter({
      name: 'carapace_viewers_closed_total',
      help: 'Sockets that the server closed',
      labelNames: ['code'],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
