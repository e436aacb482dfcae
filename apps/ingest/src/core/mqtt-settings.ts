import { readFileSync } from 'node:fs'

type Env = Readonly<Record<string, string | undefined>>

/** The MQTT 5 broker over which vehicles get their actions. */
export interface MqttSettings {
  readonly url: string
  /** What all our topics begin with. */
  readonly topicPrefix: string
  readonly username: string | undefined
  readonly password: string | undefined
  /** Contents of PEM files, for a URL that begins with mqtts: or wss:. */
  readonly ca: Buffer | undefined
  readonly cert: Buffer | undefined
  readonly key: Buffer | undefined
}

const protocols = ['mqtt:', 'mqtts:', 'ws:', 'wss:']

/**
 * Reads the settings of MQTT; undefined if MQTT_URL names no broker.
 *
 * @throws {Error} with a sentence for the operator when a setting is invalid
 */
export function readMqttSettings(env: Env): MqttSettings | undefined {
  if (!env.MQTT_URL) return undefined
  const url = URL.parse(env.MQTT_URL)
  if (!url || !protocols.includes(url.protocol) || url.hostname === '')
    throw new Error('MQTT_URL is no address of a broker, such as mqtts://broker.example:8883.')
  if (url.username !== '' || url.password !== '')
    throw new Error('MQTT_URL has a user or a password in it: set MQTT_USERNAME and MQTT_PASSWORD instead.')
  const topicPrefix = env.MQTT_TOPIC_PREFIX || 'carapace'
  if (!/^[\w.-]{1,100}(?:\/[\w.-]{1,100}){0,5}$/.test(topicPrefix))
    throw new Error(`MQTT_TOPIC_PREFIX=${topicPrefix}: levels of letters, digits and . _ - are needed, separated by /.`)
  const [cert, key] = [contents(env, 'MQTT_TLS_CERT'), contents(env, 'MQTT_TLS_KEY')]
  if ((cert === undefined) !== (key === undefined))
    throw new Error('MQTT_TLS_CERT and MQTT_TLS_KEY belong together: set both, or neither.')
  return {
    url: env.MQTT_URL,
    topicPrefix,
    username: env.MQTT_USERNAME || undefined,
    password: env.MQTT_PASSWORD || undefined,
    ca: contents(env, 'MQTT_TLS_CA'),
    cert,
    key,
  }
}

function contents(env: Env, setting: string): Buffer | undefined {
  const file = env[setting]
  if (!file) return undefined
  try {
    return readFileSync(file)
  } catch {
    throw new Error(`${setting}=${file} is no file that can be read.`)
  }
}
