import type { PeerCertificate } from 'node:tls'
import { ErrorCode, NatsError } from 'nats'
import { expect, test } from 'vitest'
import { readBusSettings } from './bus.ts'
import { connectionOptions, refusalOf, whyOf } from './nats-sign-in.ts'

const settingsOf = (env: Record<string, string>) =>
  readBusSettings({ NATS_URL: 'nats://10.0.0.5:4222,nats://[::1]:4222', ...env }).nats!

test.for<[setting: string, code: string]>([
  ['NATS_PASSWORD', ErrorCode.AuthorizationViolation],
  ['NATS_CREDS', ErrorCode.AuthenticationExpired],
  ['tls:// in NATS_URL', ErrorCode.ServerOptionNotAvailable],
  ['NATS_TLS_KEY', ErrorCode.Tls],
  ['NATS_TLS_CA', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['carapace.bus.>', ErrorCode.PermissionsViolation],
])('[BUS-11] a refusal says which setting to look at: %s for %s', ([setting, code]) => {
  const error = new NatsError('refused', code)
  expect(refusalOf(error, settingsOf({}))).toContain(setting)
  expect(whyOf(error, settingsOf({}))).toMatch(/^refused: .*NATS_/)
})

test('[BUS-11] a server that is away is none', () => {
  for (const code of [ErrorCode.ConnectionRefused, ErrorCode.Timeout, 'ECONNRESET'])
    expect(refusalOf(new NatsError('refused', code), settingsOf({}))).toBeUndefined()
})

test('[BUS-11] a server known by its address alone shows a certificate for one of the addresses that were named', () => {
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

test('[BUS-11] a file that holds no credentials is told by its name', () => {
  expect(() => connectionOptions(settingsOf({ NATS_CREDS: import.meta.filename }))).toThrow(
    /^NATS_CREDS=.* holds no credentials/,
  )
})
