import type { Bus, Publisher } from '@carapace/shared/core/bus/bus'
import { inRounds } from '@carapace/shared/core/rounds'
import { actionTopics } from '@carapace/shared/msoc/vehicle-actions/action-topics'
import { readConfirmation } from '@carapace/shared/msoc/vehicle-actions/delivery'
import type { Database } from '../../core/database.ts'
import type { Log } from '../../core/log.ts'
import { type Arrived, type MqttMessage, openMqtt } from '../../core/mqtt.ts'
import type { MqttSettings } from '../../core/mqtt-settings.ts'
import { confirmAction, markSentOverMqtt, orgNamed, takeForMqtt, type ToSend, vehicleOf } from './actions.sink.ts'

interface Deps {
  readonly db: Database
  readonly bus: Pick<Bus, 'subscriber'>
  readonly publisher: Publisher
  readonly log: Log
}

/** How often the table is read when no message of the bus announces an action, ms. */
const pauseMs = 5_000

/** The topic of a vehicle, whose name may have characters that topics may not. */
const topicOf = (prefix: string, org: string, vehicle: string) =>
  `${prefix}/${org}/${encodeURIComponent(vehicle)}/actions`

/**
 * Sends approved actions to vehicles over MQTT 5, and takes what they confirm (docs/ingest-protocol.md, rules
 * VEHICLE-ACTION-6 to VEHICLE-ACTION-8).
 */
export function startMqttDelivery(settings: MqttSettings, { db, bus, publisher, log }: Deps) {
  const { topicPrefix: prefix } = settings
  const mqtt = openMqtt(settings, { topics: [`${prefix}/+/+/actions/confirm`], group: 'carapace', take }, log)

  async function take(message: Arrived): Promise<MqttMessage | undefined> {
    const [org, vehicle] = message.topic
      .slice(prefix.length + 1)
      .split('/')
      .map(decoded)
    const answer = await confirmed(org!, vehicle!, message.payload)
    const { responseTopic: topic, correlationData } = message
    // an answer only goes to topics of the same vehicle: nobody can have us write elsewhere
    const isOwn = topic?.startsWith(`${topicOf(prefix, org!, vehicle!)}/`)
    return isOwn ? { topic: topic!, content: answer, correlationData } : undefined
  }

  async function confirmed(orgUuid: string, name: string, payload: Buffer) {
    const read = readConfirmation(jsonOf(payload))
    if (!read.ok) return { success: false, message: read.reason }
    const org = await orgNamed(db, orgUuid)
    const vehicle = org && (await vehicleOf(db, org, name))
    const state = vehicle === undefined ? undefined : await confirmAction(db, org!, vehicle, read.value)
    if (state === undefined) return { success: false, message: 'This vehicle has no such action.' }
    publisher.publish(actionTopics.ended, [org!.uuid])
    return { success: true, state }
  }

  async function sendOne({ org, vin, action }: ToSend): Promise<void> {
    const topic = topicOf(prefix, org.uuid, vin)
    const isTaken = await mqtt.send({
      topic,
      content: action,
      expiresAfter: Math.max(1, Math.floor((Date.parse(action.expires_at) - Date.now()) / 1_000)),
      responseTopic: `${topic}/confirm`,
      correlationData: Buffer.from(action.uuid),
    })
    if (isTaken) await markSentOverMqtt(db, org, action.uuid)
  }

  async function sendDue(): Promise<void> {
    while (mqtt.isConnected) {
      const due = await takeForMqtt(db)
      const outcomes = await Promise.allSettled(due.map(sendOne))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed)
        log.warn({ err: failed.reason as unknown }, 'an action could not be sent over MQTT; it is tried again')
      if (due.length === 0) return
    }
  }

  const rounds = inRounds(pauseMs, sendDue, (error) =>
    log.warn({ err: error }, 'actions could not be sent over MQTT; they are tried again'),
  )
  rounds.start()
  const subscriber = bus.subscriber(() => undefined)
  subscriber.subscribe(actionTopics.approved, () => rounds.wake())

  return {
    trouble: () => mqtt.trouble(),
    async stop(): Promise<void> {
      subscriber.close()
      // what is under way ends with the connection
      await Promise.all([mqtt.close(), rounds.stop()])
    },
  }
}

function decoded(level: string): string {
  try {
    return decodeURIComponent(level)
  } catch {
    return level
  }
}

function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString('utf8'))
  } catch {
    return undefined
  }
}
