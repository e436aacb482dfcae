import { type IPublishPacket, connectAsync } from 'mqtt'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { openMqtt } from '@carapace/ingest/src/core/mqtt.ts'
import { idsEvent } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { mosquittoMissing, startMosquitto } from '../../support/servers/mosquitto.ts'

interface Shown {
  readonly uuid: string
  readonly state: string
}

describe.skipIf(mosquittoMissing)(`actions over MQTT${mosquittoMissing ? `: ${mosquittoMissing}` : ''}`, async () => {
  if (mosquittoMissing) return
  const broker = await startMosquitto()
  afterAll(() => broker.stop())
  const site = await startInstallation()
  const login = { username: 'soc', password: 'sesame' }
  const settings = {
    url: broker.url,
    topicPrefix: 'fleet/carapace',
    ...login,
    ca: undefined,
    cert: undefined,
    key: undefined,
  }
  // two processes: each action is sent by one of them
  await site.anotherIngest({ mqtt: settings })
  await site.anotherIngest({ mqtt: settings })
  const alpha = await site.organisation('Alpha')
  const beta = await site.organisation('Beta')
  const { ADMIN: admin, ANALYST: analyst } = alpha.members

  async function approved(vin: string): Promise<string> {
    await site.post(alpha.key, [idsEvent(vin)])
    const input = { vehicle: vin, kind: 'enter_safe_mode', parameters: {}, reason: 'smoke' }
    const { body } = await site.call(analyst.token, 'msoc/v1/vehicle-actions/request', input)
    const uuid = body.action.uuid as string
    await site.call(admin.token, 'msoc/v1/vehicle-actions/decide', { uuid, decision: 'approve' })
    return uuid
  }

  /** A vehicle's client, which collects what arrives for it. */
  async function vehicleAt(vin: string, org = alpha.org.uuid) {
    const base = `fleet/carapace/${org}/${encodeURIComponent(vin)}/actions`
    const client = await connectAsync(broker.url, { ...login, protocolVersion: 5 })
    afterAll(() => client.endAsync(true))
    const got: { topic: string; content: Record<string, unknown>; packet: IPublishPacket }[] = []
    client.on('message', (topic, payload, packet) => {
      got.push({ topic, content: JSON.parse(payload.toString()), packet })
    })
    await client.subscribeAsync([base, `${base}/answers`], { qos: 1 })
    const confirm = (content: object, topic = `${base}/confirm`, answers = `${base}/answers`) =>
      client.publishAsync(topic, JSON.stringify(content), {
        qos: 1,
        properties: { responseTopic: answers, correlationData: Buffer.from('c1') },
      })
    return { base, got, confirm, client }
  }

  const stateOf = async (uuid: string) => {
    const { actions } = (await site.get(admin.token, 'msoc/v1/vehicle-actions', {})).body
    return (actions as Shown[]).find((one) => one.uuid === uuid)!
  }
  const until = (uuid: string, state: string) =>
    vi.waitFor(async () => {
      const found = await stateOf(uuid)
      expect(found.state).toBe(state)
      return found
    })

  test('[VEHICLE-ACTION-6] [VEHICLE-ACTION-7] [VEHICLE-ACTION-8] one is sent, confirmed and answered', async () => {
    const vehicle = await vehicleAt('MQTT1')
    const uuid = await approved('MQTT1')
    await vi.waitFor(() => expect(vehicle.got).toHaveLength(1))
    const [{ content, packet }] = vehicle.got as [(typeof vehicle.got)[number]]
    expect(content).toMatchObject({ uuid, kind: 'enter_safe_mode', parameters: {} })
    expect(packet.properties).toMatchObject({
      responseTopic: `${vehicle.base}/confirm`,
      contentType: 'application/json',
    })
    expect(packet.properties!.messageExpiryInterval).toBeGreaterThan(3_000)
    expect(await until(uuid, 'DELIVERED')).toMatchObject({ delivered_over: 'mqtt' })

    await vehicle.confirm({ uuid, state: 'CONFIRMED', detail: 'done' })
    await vi.waitFor(() => expect(vehicle.got).toHaveLength(2))
    expect(vehicle.got[1]).toMatchObject({ content: { success: true, state: 'CONFIRMED' } })
    expect(vehicle.got[1]!.packet.properties!.correlationData!.toString()).toBe('c1')
    expect(await stateOf(uuid)).toMatchObject({ state: 'CONFIRMED', detail: 'done' })
    // the same again, and something that is no confirmation
    await vehicle.confirm({ uuid, state: 'FAILED' })
    await vehicle.confirm({ uuid: 'x' })
    await vi.waitFor(() => expect(vehicle.got).toHaveLength(4))
    const answers = vehicle.got.slice(2).map((one) => one.content)
    expect(answers).toContainEqual({ success: true, state: 'CONFIRMED' })
    expect(answers).toContainEqual(expect.objectContaining({ success: false }))
  })

  test('[VEHICLE-ACTION-7] what nobody is subscribed to stays approved, and is sent once somebody is', async () => {
    const uuid = await approved('MQTT2')
    await vi.waitFor(async () => {
      const [row] = await site.sql`SELECT mqtt_tried_at FROM vehicle_actions WHERE uuid = ${uuid}`
      expect(row!.mqtt_tried_at).not.toBeNull()
    })
    expect((await stateOf(uuid)).state).toBe('APPROVED')
    const vehicle = await vehicleAt('MQTT2')
    await site.sql`UPDATE vehicle_actions SET mqtt_tried_at = now() - interval '31 seconds' WHERE uuid = ${uuid}`
    await vi.waitFor(() => expect(vehicle.got.length).toBeGreaterThan(0))
    await until(uuid, 'DELIVERED')
    // it is not confirmed: it is sent again
    await site.sql`UPDATE vehicle_actions SET mqtt_tried_at = now() - interval '31 seconds' WHERE uuid = ${uuid}`
    await vi.waitFor(() => expect(vehicle.got.length).toBeGreaterThan(1))
  })

  test('[VEHICLE-ACTION-8] nobody else confirms, and no answers are sent elsewhere', async () => {
    const uuid = await approved('MQTT3')
    await approved('MQTT4')
    const other = await vehicleAt('MQTT4')
    const foreign = await vehicleAt('MQTT3', beta.org.uuid)
    for (const one of [other, foreign]) await one.confirm({ uuid, state: 'CONFIRMED' })
    // the action itself may come before the refusal or after it
    const refusal = { content: expect.objectContaining({ success: false }) as unknown }
    for (const one of [other, foreign])
      await vi.waitFor(() => expect(one.got).toContainEqual(expect.objectContaining(refusal)), 10_000)
    expect((await stateOf(uuid)).state).not.toBe('CONFIRMED')

    const mine = await vehicleAt('MQTT3')
    await mine.client.subscribeAsync('elsewhere', { qos: 1 })
    await mine.confirm({ uuid, state: 'CONFIRMED' }, `${mine.base}/confirm`, 'elsewhere')
    await until(uuid, 'CONFIRMED')
    expect(mine.got.filter(({ topic }) => topic === 'elsewhere')).toEqual([])
  })

  test('[VEHICLE-ACTION-7] what the broker did not acknowledge has failed once the connection is lost', async () => {
    const mute = await startMosquitto()
    const logged = { info: () => undefined, warn: () => undefined } as never
    const options = { topics: ['confirm'], group: 'test', take: () => Promise.resolve(undefined) }
    const mqtt = openMqtt({ ...settings, url: mute.url }, options, logged)
    await vi.waitFor(() => expect(mqtt.isConnected).toBe(true), 10_000)
    mute.freeze()
    const lost = expect(mqtt.send({ topic: 'a', content: 1 })).rejects.toThrow(/removed|closing/i)
    await mute.stop()
    await lost
    await expect(mqtt.send({ topic: 'a', content: 2 })).rejects.toThrow('MQTT is not connected.')
    await mqtt.close()
  })
})
