import { openBus, readBusSettings } from '@carapace/shared/core/bus/bus'

/**
 * An end of the bus in a process of its own, that a test kills or holds up. It says `{ready}`, and as a subscriber what
 * it heard, and does what it is asked.
 */
const bus = await openBus(readBusSettings(process.env))
const say = (what: object) => process.send!(what)

if (process.argv[2] === 'publisher') {
  const publisher = bus.publisher()
  process.on('message', ({ publish }: { publish: unknown[] }) => publisher.publish('t', publish))
} else {
  const subscriber = bus.subscriber((dropped) => say({ gap: dropped }))
  subscriber.subscribe('t', (items) => say({ heard: items.length }))
  process.on('message', ({ holdUpMs }: { holdUpMs: number }) =>
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, holdUpMs),
  )
}
process.on('disconnect', () => process.exit())
say({ ready: true })
