import { cpus } from 'node:os'

/**
 * The machine is calm while at least this share of its CPU is idle: then the product is measured, and not the queue for
 * a core.
 */
const idlePart = 0.1
const everyMs = 1_000

/** Watches the load of the whole machine, so that a run on a shared machine can be judged. */
export function watchCalm() {
  const calm = new Set<number>()
  let seconds = 0
  let before = times()
  const timer = setInterval(() => {
    const now = times()
    const isCalm = now.idle - before.idle >= idlePart * (now.all - before.all)
    before = now
    seconds += 1
    if (isCalm) calm.add(Math.floor(Date.now() / everyMs) - 1)
  }, everyMs)
  return {
    /** Whether the machine had spare CPU in the second before `at`, epoch ms. */
    at: (at: number) => calm.has(Math.floor(at / everyMs) - 1),
    part: () => calm.size / Math.max(1, seconds),
    stop: () => clearInterval(timer),
  }
}

function times(): { idle: number; all: number } {
  const all = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({ idle, all: user + nice + sys + idle + irq }))
  return all.reduce((sum, one) => ({ idle: sum.idle + one.idle, all: sum.all + one.all }))
}
