import type { Bounds, Kafka } from '../../core/kafka.ts'
import type { TopicPartition } from '../../core/kafka-group.ts'
import type { Metrics } from '../../core/metrics.ts'
import { partitionName } from './positions.sink.ts'

/** The first and the next offset of all partitions of these topics on the broker, by `partitionName`. */
export async function boundsOf(
  kafka: Pick<Kafka, 'bounds'>,
  topics: Iterable<string>,
): Promise<ReadonlyMap<string, Bounds>> {
  const all = await Promise.all([...new Set(topics)].map(async (topic) => [topic, await kafka.bounds(topic)] as const))
  return new Map(
    all.flatMap(([topic, bounds]) =>
      [...bounds].map(([partition, bound]) => [partitionName({ topic, partition }), bound] as const),
    ),
  )
}

/** The first offset that the broker still has of a partition. */
export async function lowestOf(kafka: Pick<Kafka, 'bounds'>, { topic, partition }: TopicPartition): Promise<number> {
  return (await kafka.bounds(topic)).get(partition)!.low
}

/**
 * Sets each topic's lag, the number of records not stored yet, once it is known for all our partitions: while they load
 * the lag must not look like zero.
 */
export function reportLag(
  metrics: Metrics,
  topics: readonly string[],
  mine: readonly TopicPartition[],
  stored: ReadonlyMap<string, number>,
  bounds: ReadonlyMap<string, Bounds>,
): void {
  for (const topic of topics) {
    const names = mine.filter((one) => one.topic === topic).map(partitionName)
    const lags = names.map((name) =>
      Math.max(0, (bounds.get(name)?.high ?? Number.NaN) - (stored.get(name) ?? Number.NaN)),
    )
    const lag = lags.reduce((sum, one) => sum + one, 0)
    if (names.length === 0 || Number.isNaN(lag)) metrics.kafkaLag.remove({ topic })
    else metrics.kafkaLag.set({ topic }, lag)
  }
}

/** Reports whether the broker has lost the next record of a partition. */
export function reportLost(metrics: Metrics, { topic, partition }: TopicPartition, isLost: boolean): void {
  if (isLost) metrics.kafkaLost.set({ topic, partition }, 1)
  else metrics.kafkaLost.remove({ topic, partition })
}

/** Text for the operator on partitions of which the broker has lost records; undefined if there are none. */
export function lostText(lost: readonly TopicPartition[]): string | undefined {
  if (lost.length === 0) return undefined
  const names = lost.map(partitionName).join(', ')
  return `Kafka no longer has the next record of ${names}: \`npm run admin -- kafka skip-lost\` continues after it`
}
