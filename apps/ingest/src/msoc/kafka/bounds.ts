import type { Bounds, Kafka } from '../../core/kafka.ts'
import type { TopicPartition } from '../../core/kafka-group.ts'
import type { Metrics } from '../../core/metrics.ts'
import { partitionName } from './positions.sink.ts'

/** The first and the next offset of the broker's logs of these topics, by `partitionName`. */
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
 * Sets each topic's lag, records that are not stored yet, once it is known of all our partitions: while they load it
 * must not look as if there were none.
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

/** Notes whether the broker has lost what comes next of a partition. */
export function reportLost(metrics: Metrics, { topic, partition }: TopicPartition, isLost: boolean): void {
  if (isLost) metrics.kafkaLost.set({ topic, partition }, 1)
  else metrics.kafkaLost.remove({ topic, partition })
}

/** What an operator does about the partitions of which the broker has lost something; undefined where there are none. */
export function lostText(lost: readonly TopicPartition[]): string | undefined {
  if (lost.length === 0) return undefined
  const names = lost.map(partitionName).join(', ')
  return `Kafka has no more what comes next of ${names}: \`npm run admin -- kafka skip-lost\` goes on behind the loss`
}
