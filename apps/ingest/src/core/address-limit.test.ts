import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, test } from 'vitest'
import { createAddressLimit, networkOf } from './address-limit.ts'

class FakeSocket extends EventEmitter {
  isOpen = true
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  destroy() {
    this.isOpen = false
    this.emit('close')
  }
}

function guarded(most: number) {
  const clock = { now: 0 }
  const server = new EventEmitter()
  const limit = createAddressLimit(most, () => clock.now)
  limit.guard(server as unknown as Server)
  const connect = (address: string) => {
    const socket = new FakeSocket(address)
    server.emit('connection', socket)
    return socket
  }
  return { clock, limit, connect }
}

test('[SHARE-7] an address has at most so many connections, and what it closes counts no more', () => {
  const { connect } = guarded(2)
  const sockets = [connect('192.0.2.1'), connect('192.0.2.1'), connect('::ffff:192.0.2.1'), connect('192.0.2.2')]
  expect(sockets.map(({ isOpen }) => isOpen)).toEqual([true, true, false, true])
  sockets[0]!.destroy()
  expect([connect('192.0.2.1').isOpen, connect('192.0.2.1').isOpen]).toEqual([true, false])
})

test('[SHARE-7] a refused address is reported for 10 s', () => {
  const { clock, connect, limit } = guarded(1)
  connect('192.0.2.1')
  expect(limit.trouble()).toBeUndefined()
  connect('192.0.2.1')
  expect(limit.trouble()).toContain('192.0.2.1')
  clock.now = 10_000
  expect(limit.trouble()).toBeUndefined()
})

test.for([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('[SHARE-7] %s counts as %s', ([address, network]) => {
  expect(networkOf(address!)).toBe(network)
})
