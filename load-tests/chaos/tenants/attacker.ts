// Runs one attack until it gets a message to stop, in a process of its own: the measuring one must not be slowed down.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './attack.ts'
import { attacks } from './attacks.ts'

/** An attack, or only as much CPU time as one takes: this part of one core. */
export type Order = { readonly name: string; readonly target: Target } | { readonly cpuShare: number }

/** Uses CPU time and does nothing else. */
async function burn(cpuShare: number, signal: AbortSignal): Promise<void> {
  const periodMs = 10
  while (!signal.aborted) {
    const until = performance.now() + periodMs * Math.min(1, cpuShare)
    while (performance.now() < until);
    await sleep(Math.max(0, periodMs * (1 - cpuShare)))
  }
}

const stop = new AbortController()
const begun = performance.now()
process.on('disconnect', () => process.exit())
process.on('message', (order: Order | 'stop') => {
  if (order === 'stop') {
    const { user, system } = process.cpuUsage()
    process.send!((user + system) / 1_000 / (performance.now() - begun))
    return stop.abort()
  }
  const work =
    'cpuShare' in order
      ? burn(order.cpuShare, stop.signal)
      : attacks.find(({ name }) => name === order.name)!.run(order.target, stop.signal)
  void work.finally(() => process.exit())
})
