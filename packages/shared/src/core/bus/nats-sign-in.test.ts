import type { PeerCertificate } from 'node:tls'
import { errors } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { readBusSettings } from './bus.ts'
import { connectionOptions, refusalOf, whyOf } from './nats-sign-in.ts'

const settingsOf = (env: Record<string, string>) =>
  readBusSettings({ NATS_URL: 'nats://10.0.0.5:4222,nats://[::1]:4222', ...env }).nats!

const tlsError = (code: string) => Object.assign(new Error('refused'), { code })

test.for<[setting: string, error: Error]>([
  ['NATS_PASSWORD', new errors.AuthorizationError('refused')],
  ['NATS_CREDS', new errors.UserAuthenticationExpiredError('refused')],
  ['tls:// in NATS_URL', new errors.ConnectionError("server does not support 'tls'")],
  ['NATS_TLS_KEY', new errors.ConnectionError('refused', { cause: new Error('no PEM') })],
  ['NATS_TLS_CA', tlsError('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['carapace.bus.>', new errors.PermissionViolationError('', 'publish', 'x')],
])('[BUS-11] a refusal names the setting to check: %s', ([setting, error]) => {
  expect(refusalOf(error, settingsOf({}))).toContain(setting)
  expect(whyOf(error, settingsOf({}))).toMatch(
    /^(refused|server does not support 'tls'|it may not publish to x): .*NATS_/,
  )
})

test('[BUS-11] a server that is away is no refusal', () => {
  const refusedPort = new errors.ConnectionError('connection refused', { cause: tlsError('ECONNREFUSED') })
  for (const error of [refusedPort, new errors.ConnectionError('x'), new errors.TimeoutError(), tlsError('ECONNRESET')])
    expect(refusalOf(error, settingsOf({}))).toBeUndefined()
})

test('[BUS-11] a server named by address must show a certificate for one of the configured addresses', () => {
  const { tls } = connectionOptions(settingsOf({ NATS_TLS_CA: import.meta.filename })) as {
    tls: { checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined }
  }
  const certificate = (subjectaltname: string) => ({ subject: { CN: 'x' }, subjectaltname }) as PeerCertificate
  expect(tls.checkServerIdentity('localhost', certificate('IP Address:10.0.0.5'))).toBeUndefined()
  expect(tls.checkServerIdentity('localhost', certificate('IP Address:0:0:0:0:0:0:0:1'))).toBeUndefined()
  expect(tls.checkServerIdentity('localhost', certificate('DNS:localhost'))).toBeInstanceOf(Error)
  expect(tls.checkServerIdentity('nats.example', certificate('DNS:nats.example'))).toBeUndefined()
  expect(tls.checkServerIdentity('nats.example', certificate('IP Address:10.0.0.5'))).toBeInstanceOf(Error)
})

test('[BUS-11] an error about a file without credentials names the file', () => {
  expect(() => connectionOptions(settingsOf({ NATS_CREDS: import.meta.filename }))).toThrow(
    /^NATS_CREDS=.* holds no credentials/,
  )
})
