import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the api counts, in Prometheus' terms. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'carapace_api_' })
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({ name: 'carapace_request_seconds', help: 'Calls answered', labelNames: ['path', 'status'], buckets: [0.005, 0.02, 0.1, 0.5, 2, 10], registers }),
    viewers: new Gauge({ name: 'carapace_viewers', help: 'Live sockets signed in', registers }),
    subscriptions: new Gauge({ name: 'carapace_subscriptions', help: 'Live subscriptions', labelNames: ['channel'], registers }),
    changesSent: new Counter({ name: 'carapace_changes_sent_total', help: 'Changes sent to viewers', labelNames: ['channel'], registers }),
    bytesSent: new Counter({ name: 'carapace_live_bytes_total', help: 'Bytes sent to viewers', registers }),
    shed: new Counter({ name: 'carapace_changes_shed_total', help: 'Changes that a slow viewer or the bus did not get', labelNames: ['channel'], registers }),
    closed: new Counter({ name: 'carapace_viewers_closed_total', help: 'Sockets that the server closed', labelNames: ['code'], registers }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
