import { cpus } from 'node:os'

/** With less idle time than this share, the machine has other work to do. */
const idleEnough = 0.25
/** A run takes at most this share of the time of one core while the machine has other work to do. */
const shareBesideOthers = 0.1
/** A rest in which it is measured how idle the machine is, ms: that after the first part, too. */
export const shortestRestMs = 100
const longestRestMs = 10_000

/** CPU time of the machine since its start, in the units of the operating system. */
export interface MachineTime {
  readonly idle: number
  readonly all: number
}

export function machineTime(): MachineTime {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }))
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), all: times.reduce((sum, { all }) => sum + all, 0) }
}

/**
 * Returns how long a run rests after a part of its work, ms (rule RULE-60). `rested` has the machine's time at the
 * beginning and at the end of the rest before: what the run itself uses does not count as other work. Without it the
 * machine is taken for busy.
 */
export function restAfter(workedMs: number, rested: readonly [MachineTime, MachineTime] | undefined): number {
  if (rested !== undefined && idleShare(...rested) >= idleEnough) return shortestRestMs
  return Math.min(longestRestMs, Math.max(shortestRestMs, Math.round(workedMs / shareBesideOthers - workedMs)))
}

function idleShare(before: MachineTime, after: MachineTime): number {
  const all = after.all - before.all
  return all <= 0 ? 0 : (after.idle - before.idle) / all
}
