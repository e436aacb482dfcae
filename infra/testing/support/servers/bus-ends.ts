import { expect, onTestFinished, vi } from 'vitest'
import { type Bus, openBus, readBusSettings } from '@carapace/shared/core/bus/bus'

export const waitOptions = { timeout: 20_000, interval: 50 }

/** Opens the bus with these settings until the end of the test; `onLog` gets its log messages. */
export async function busOf(
  env: Record<string, string>,
  onLog: (message: string) => void = () => undefined,
): Promise<Bus> {
  const log = (_: object, message: string) => onLog(message)
  const bus = await openBus(readBusSettings(env), { info: log, warn: log })
  onTestFinished(() => bus.close())
  return bus
}

/** Publishes a message on one bus to a subscriber on the other, and returns what was received there. */
export async function talk(from: Bus, to: Bus): Promise<readonly unknown[]> {
  const [received, publisher, subscriber] = [[] as unknown[], from.publisher(), to.subscriber(() => undefined)]
  subscriber.subscribe('t', (items) => received.push(...items))
  await vi.waitFor(() => expect(publisher.wanted('t'), from.trouble ?? to.trouble).toBe(true), waitOptions)
  publisher.publish('t', ['sent'])
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), waitOptions)
  for (const end of [subscriber, publisher]) end.close()
  return received
}
