import type { Bus } from '@carapace/shared/core/bus/bus'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of ingest, in Prometheus' terms. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'carapace_ingest_' })
  const registers = [registry]
  const seconds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  return {
    registry,
    accepted: new Counter({
      name: 'carapace_events_accepted_total',
      help: 'Events taken in',
      labelNames: ['source'],
      registers,
    }),
    rejected: new Counter({
      name: 'carapace_events_rejected_total',
      help: 'Events refused',
      labelNames: ['source'],
      registers,
    }),
    stored: new Counter({
      name: 'carapace_rows_stored_total',
      help: 'Rows committed',
      labelNames: ['type'],
      registers,
    }),
    suspectClocks: new Counter({
      name: 'carapace_clock_suspect_total',
      help: 'Events whose own time cannot be right',
      registers,
    }),
    lost: new Counter({
      name: 'carapace_syslog_lost_total',
      help: 'Syslog messages that could not be stored',
      labelNames: ['transport'],
      registers,
    }),
    batchRows: new Histogram({
      name: 'carapace_batch_rows',
      help: 'Rows a batch',
      buckets: [1, 10, 100, 500, 1_000, 5_000, 10_000, 20_000, 50_000],
      registers,
    }),
    commitSeconds: new Histogram({
      name: 'carapace_commit_seconds',
      help: 'A batch, from first statement to commit',
      buckets: seconds,
      registers,
    }),
    detectSeconds: new Histogram({
      name: 'carapace_detect_seconds',
      help: 'A batch in the detectors',
      buckets: seconds,
      registers,
    }),
    waitingBytes: new Gauge({ name: 'carapace_waiting_bytes', help: 'Request bytes waiting for a commit', registers }),
    refusedBusy: new Counter({ name: 'carapace_refused_busy_total', help: 'Requests answered 503', registers }),
    kafkaLag: new Gauge({
      name: 'carapace_kafka_lag_records',
      help: "Records of this process's partitions that are not stored yet",
      labelNames: ['topic'],
      registers,
    }),
    kafkaPlaces: new Gauge({
      name: 'carapace_kafka_assigned_partitions',
      help: 'Partitions of this process, over all topics',
      registers,
    }),
    kafkaLost: new Gauge({
      name: 'carapace_kafka_position_lost',
      help: '1 if the broker no longer has the next record of the partition',
      labelNames: ['topic', 'partition'],
      registers,
    }),
    kafkaRebalances: new Counter({
      name: 'carapace_kafka_rebalances_total',
      help: 'Times this process was given its partitions',
      registers,
    }),
    kafkaFenced: new Counter({
      name: 'carapace_kafka_fenced_total',
      help: 'Times another process, or this one before, had stored what was to be stored',
      registers,
    }),
    kafkaProduced: new Counter({
      name: 'carapace_kafka_produced_records_total',
      help: 'Records that the broker has taken',
      labelNames: ['topic'],
      registers,
    }),
    kafkaProduceSeconds: new Histogram({
      name: 'carapace_kafka_produce_seconds',
      help: "From sending records to the broker's answer",
      buckets: seconds,
      registers,
    }),
    kafkaDeadLetters: new Counter({
      name: 'carapace_kafka_dead_letters_total',
      help: 'Lines copied to the topic of rejects because they are unreadable or of unknown organisation',
      registers,
    }),
    alerts: new Counter({
      name: 'carapace_alerts_raised_total',
      help: 'Alerts raised',
      labelNames: ['severity'],
      registers,
    }),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Registers metrics of the connection to the API servers, read on each scrape; the bus counts by itself. */
export function registerBusMetrics({ registry }: Metrics, bus: Pick<Bus, 'isConnected' | 'gaps' | 'shed'>): void {
  const gauge = (name: string, help: string, value: () => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value())
        },
      }),
    )
  gauge('carapace_bus_connected', '1 while messages get through to the apis', () => Number(bus.isConnected))
  gauge('carapace_bus_gaps_total', 'Gaps that subscribers here had', () => bus.gaps)
  gauge('carapace_bus_shed_total', 'Messages that a slow subscriber had no credit for', () => bus.shed)
}
