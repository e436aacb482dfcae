import { expect, test } from 'vitest'
import { readMqttSettings } from './mqtt-settings.ts'

test('[VEHICLE-ACTION-6] without a broker there is no delivery over MQTT', () => {
  expect(readMqttSettings({})).toBeUndefined()
  expect(readMqttSettings({ MQTT_URL: 'mqtts://broker.example:8883', MQTT_USERNAME: 'soc' })).toMatchObject({
    url: 'mqtts://broker.example:8883',
    topicPrefix: 'carapace',
    username: 'soc',
    password: undefined,
  })
})

test.for([
  [{ MQTT_URL: 'broker.example:1883' }, 'MQTT_URL is no address'],
  [{ MQTT_URL: 'http://broker.example' }, 'MQTT_URL is no address'],
  [{ MQTT_URL: 'mqtt://soc:secret@broker.example' }, 'set MQTT_USERNAME'],
  [{ MQTT_URL: 'mqtt://broker.example', MQTT_TOPIC_PREFIX: 'a/#' }, 'MQTT_TOPIC_PREFIX=a/#'],
  [{ MQTT_URL: 'mqtts://broker.example', MQTT_TLS_CA: '/no/file.pem' }, 'MQTT_TLS_CA=/no/file.pem'],
] as const)('[VEHICLE-ACTION-6] the settings %o are refused: %s', ([env, message]) => {
  expect(() => readMqttSettings(env)).toThrow(message)
})
