import { readKafkaSettings } from '@carapace/ingest/src/core/kafka-settings.ts'
import { giveUp, positionOf } from '@carapace/ingest/src/msoc/kafka/positions.sink.ts'
import { Refusal } from '../refusal.ts'
import { requiredOption, count, type Command } from './command.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

export const kafkaCommands: Record<string, Command> = {
  'kafka skip-lost': async ({ db, values }) => {
    const settings = readKafkaSettings(process.env)
    if (!settings) throw new Refusal('KAFKA_BROKERS is not set: say which Kafka, with the same settings as ingest has.')
    const place = {
      topic: requiredOption(values, 'topic'),
      partition: count(requiredOption(values, 'partition'), 'partition', 0),
    }
    const position = await positionOf(db, place)
    if (position === undefined) throw new Refusal(`Nothing of ${place.topic}/${place.partition} was ever stored.`)
    // imported only here: other commands should not wait until a Kafka client is loaded
    const { openKafka } = await import('@carapace/ingest/src/core/kafka.ts')
    const kafka = await openKafka(settings, [place.topic], quiet)
    const bounds = (await kafka.bounds(place.topic)).get(place.partition)
    await kafka.close()
    if (!bounds) throw new Refusal(`The broker has no partition ${place.partition} of ${place.topic}.`)
    if (position >= bounds.low && position <= bounds.high)
      return (
        `Nothing of ${place.topic}/${place.partition} is lost: the next record is ${position}, and the ` +
        'broker has it, or will.'
      )
    if (!(await giveUp(db, place, position, bounds.low)))
      throw new Refusal('The position moved meanwhile: nothing was skipped.')
    return `${place.topic}/${place.partition} continues at record ${bounds.low}; it was at ${position}.`
  },
}
