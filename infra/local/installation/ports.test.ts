import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { freePort, isFree, reservePorts } from './ports.ts'

async function takenTcp(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function takenUdp(): Promise<number> {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket.address().port
}

test('port 0 means a free port, a different one each time, reserved until it is released', async () => {
  const { ports, release } = await reservePorts('127.0.0.1', {
    a: { option: 'a', port: 0 },
    b: { option: 'b', port: 0, udp: true },
  })

  expect(ports.a).not.toBe(ports.b)
  expect(await isFree(ports.a)).toBe(false)
  await release()
  expect(await isFree(ports.a)).toBe(true)
})

test('a taken port is refused with its number and the option to change it, and the others are released', async () => {
  const taken = await takenTcp()
  const free = await freePort()

  await expect(
    reservePorts('127.0.0.1', { api: { option: 'port', port: free }, ingest: { option: 'ingest-port', port: taken } }),
  ).rejects.toThrow(`Port ${taken} is already taken: stop what listens there, or choose another with --ingest-port.`)
  expect(await isFree(free)).toBe(true)
})

test('a port that is also served over UDP counts as taken when it is taken for UDP', async () => {
  const taken = await takenUdp()

  await expect(
    reservePorts('127.0.0.1', { syslog: { option: 'syslog-port', port: taken, udp: true } }),
  ).rejects.toThrow(`Port ${taken} is already taken`)
})

test('an address that this machine does not have is refused and named', async () => {
  await expect(reservePorts('203.0.113.7', { api: { option: 'port', port: 0 } })).rejects.toThrow(
    'This machine has no address 203.0.113.7',
  )
})
