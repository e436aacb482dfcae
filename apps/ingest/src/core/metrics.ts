import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What ingest counts, in Prometheus' terms. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'carapace_ingest_' })
  const registers = [registry]
  const seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return {
    registry,
    accepted: new Counter({ name: 'carapace_events_accepted_total', help: 'Events taken in', labelNames: ['source'], registers }),
    rejected: new Counter({ name: 'carapace_events_rejected_total', help: 'Events refused', labelNames: ['source'], registers }),
    stored: new Counter({ name: 'carapace_rows_stored_total', help: 'Rows committed', labelNames: ['type'], registers }),
    suspectClocks: new Counter({ name: 'carapace_clock_suspect_total', help: 'Events whose own time could not be right', registers }),
    lost: new Counter({ name: 'carapace_syslog_lost_total', help: 'Syslog messages that could not be kept', labelNames: ['transport'], registers }),
    batchRows: new Histogram({ name: 'carapace_batch_rows', help: 'Rows a batch', buckets: [1, 10, 100, 500, 1_000, 5_000, 10_000, 20_000, 50_000], registers }),
    commitSeconds: new Histogram({ name: 'carapace_commit_seconds', help: 'A batch, from first statement to commit', buckets: seconds, registers }),
    detectSeconds: new Histogram({ name: 'carapace_detect_seconds', help: 'A batch in the detectors', buckets: seconds, registers }),
    waitingBytes: new Gauge({ name: 'carapace_waiting_bytes', help: 'Request bytes waiting for a commit', registers }),
    refusedBusy: new Counter({ name: 'carapace_refused_busy_total', help: 'Requests answered 503', registers }),
    alerts: new Counter({ name: 'carapace_alerts_raised_total', help: 'Alerts raised', labelNames: ['severity'], registers }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>
