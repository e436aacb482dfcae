import type { Subscriber } from '@carapace/shared/core/bus/bus'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../core/db.ts'
import type { LiveChannel } from '../../core/live/live.ts'
import { countersLive } from './counters.live.ts'

test('if the first count fails, the viewer is refused and the bus subscription ends', async () => {
  const listening = new Set<string>()
  const bus: Subscriber = {
    subscribe(topic) {
      listening.add(topic)
      return () => listening.delete(topic)
    },
    ready: () => Promise.resolve(),
    close: () => undefined,
  }
  const away = vi.fn<() => never>(() => {
    expect(listening.size).toBe(1) // messages during the count are received
    throw new Error('the database is away')
  })
  const { open } = countersLive({ select: away } as unknown as Database, bus, () => undefined)
  const request = { caller: { org: { uuid: 'o', id: 1 } } } as unknown as Parameters<LiveChannel['open']>[0]
  await expect(open(request)).rejects.toThrow('the database is away')
  expect(away).toHaveBeenCalledOnce()
  expect(listening.size).toBe(0)
})
