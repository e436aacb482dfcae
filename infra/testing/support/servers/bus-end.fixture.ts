import { openBus, readBusSettings } from '@carapace/shared/core/bus/bus'

/**
 * A bus client in a separate process, which a test kills or blocks. It sends `{ready}`, as a subscriber what it
 * received, and follows the commands of the test.
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
