import { EventEmitter } from 'node:events'
import type { Kafka } from 'kafkajs'
import { expect, test } from 'vitest'
import { joinGroup } from './kafka-group.ts'

/** A minimal kafkajs consumer: its methods throw while it has no group. */
function fakeConsumer() {
  const emitter = new EventEmitter()
  const calls: string[] = []
  let hasGroup = false
  const recordCall = (what: string) => () => {
    if (!hasGroup) throw new Error('Consumer group was not initialized, consumer#run must be called first')
    calls.push(what)
  }
  const consumer = {
    events: { GROUP_JOIN: 'group join', START_BATCH_PROCESS: 'start', STOP: 'stop', CRASH: 'crash' },
    on: (name: string, listener: (event: unknown) => void) => emitter.on(name, listener),
    connect: async () => undefined,
    subscribe: async () => undefined,
    disconnect: async () => undefined,
    run: async () => join(),
    pause: recordCall('pause'),
    resume: recordCall('resume'),
    seek: recordCall('seek'),
  }
  function join() {
    hasGroup = true
    emitter.emit('group join', { payload: { memberAssignment: { topic: [0] } } })
  }
  function stop() {
    hasGroup = false
    emitter.emit('stop', {})
  }
  return { client: { consumer: () => consumer } as unknown as Kafka, calls, join, stop }
}

test('[KAFKA-9] while the group is broken, nothing is paused or resumed; afterwards both work again', async () => {
  const { client, calls, join, stop } = fakeConsumer()
  const handlers = { assigned: () => undefined, passed: () => undefined, take: async () => true }
  const member = await joinGroup(client, { group: 'g', sessionMs: 6_000, topics: ['topic'], retry: {} }, handlers)
  const place = { topic: 'topic', partition: 0 }
  stop()
  member.pause([place])
  member.resume(place, 5)
  expect(calls).toEqual(['pause'])
  join()
  member.resume(place, 5)
  expect(calls).toEqual(['pause', 'pause', 'seek', 'resume'])
})
