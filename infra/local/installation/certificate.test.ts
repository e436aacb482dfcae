import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'

import { keptCertificate } from './certificate.ts'
import { scratchFolder } from '../test/support.ts'

test('the certificate is for this machine’s names, and only its owner can read its key', async () => {
  const files = await keptCertificate(join(scratchFolder(), 'tls'))
  const certificate = new X509Certificate(readFileSync(files.certificate))

  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.validToDate.getFullYear() - certificate.validFromDate.getFullYear()).toBe(10)
  expect(statSync(files.key).mode & 0o777).toBe(0o600)
})

test('a sender that has the certificate trusts the server', async () => {
  const files = await keptCertificate(join(scratchFolder(), 'tls'))
  const server = createServer({ cert: readFileSync(files.certificate), key: readFileSync(files.key) }).listen(
    0,
    '127.0.0.1',
  )
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const sender = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    ca: readFileSync(files.certificate),
  })
  onTestFinished(() => void sender.destroy())
  await once(sender, 'secureConnect')

  expect(sender.authorized).toBe(true)
})

test('the second start uses the certificate of the first', async () => {
  const folder = join(scratchFolder(), 'tls')
  const first = readFileSync((await keptCertificate(folder)).certificate, 'utf8')

  expect(readFileSync((await keptCertificate(folder)).certificate, 'utf8')).toBe(first)
})
