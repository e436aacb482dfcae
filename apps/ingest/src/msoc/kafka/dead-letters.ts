import type { Kafka, Outgoing } from '../../core/kafka.ts'
import type { Incoming, TopicPartition } from '../../core/kafka-group.ts'
import { partitionOf } from '../../core/kafka-partition.ts'
import type { Metrics } from '../../core/metrics.ts'
import { loadsOf } from './loads.ts'
import { sourceIn, type Topics } from './records.ts'

/** A line of a record that cannot be stored. */
export interface DeadLetter extends TopicPartition {
  readonly record: Incoming
  readonly reason: string
  readonly line: number
  readonly text: Buffer
  /** The organisation; undefined: it is unknown, and the letter is the only copy. */
  readonly org: string | undefined
}

interface Deps {
  readonly kafka: Pick<Kafka, 'partitions' | 'send'>
  readonly topics: Topics
  readonly metrics: Metrics
}

/** How much is copied of a record whose organisation is unknown, bytes. */
const copiedBytes = 1024 * 1024

/**
 * Copies unreadable lines to the topic of rejects. The header `kept` states whether the line is also among the rejects
 * of an organisation (1) or not (0).
 */
export function createDeadLetters({ kafka, topics, metrics }: Deps) {
  const recordOf = ({ topic, partition, record, reason, line, text, org }: DeadLetter): Outgoing => {
    const key = org ?? ''
    const fullReason =
      text.length > copiedBytes ? `${reason} (the first ${copiedBytes} of its ${text.length} bytes)` : reason
    return {
      topic: topics.rejects,
      partition: partitionOf(key, kafka.partitions),
      key,
      value: text.subarray(0, copiedBytes),
      headers: {
        kept: org === undefined ? '0' : '1',
        reason: fullReason,
        line: String(line),
        source: sourceIn(record),
        from: `${topic}/${partition}/${record.offset}`,
        ...(org !== undefined && { org }),
      },
    }
  }
  return {
    /** Resolves when the broker has all letters; calls `beat` after each load. */
    async send(letters: readonly DeadLetter[], beat: () => Promise<void>): Promise<void> {
      if (letters.length === 0) return
      for (const { records } of loadsOf([letters.map(recordOf)])) {
        await kafka.send(records)
        metrics.kafkaDeadLetters.inc(records.length)
        await beat()
      }
    },
  }
}
